import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

export type Toast = { key: string; message: ReactNode; action?: ReactNode }

type ToastRegionProps = {
  /** Name of the region. */
  label: string
  toasts: readonly Toast[]
  closeLabel: string
  onClose: (key: string) => void
  /** `UndoBar`s stand below the toasts. */
  children?: ReactNode
}

/** Bottom centre, above everything: short news and the undo bar. Spoken politely. */
export function ToastRegion({ label, toasts, closeLabel, onClose, children }: ToastRegionProps) {
  return (
    <section aria-label={label} className="toasts">
      <div role="status" className="contents">
        {toasts.map((toast) => (
          <div key={toast.key} className="ink-bar py-2 pr-2 pl-4.5">
            <p className="mr-auto py-1 text-md">{toast.message}</p>
            {toast.action}
            <button type="button" aria-label={closeLabel} className="ink-bar-close" onClick={() => onClose(toast.key)}>
              <X aria-hidden />
            </button>
          </div>
        ))}
      </div>
      {children}
    </section>
  )
}
