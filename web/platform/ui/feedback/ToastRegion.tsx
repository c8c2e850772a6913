import './inkBar.css'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { watchToastContainer } from './toastContainer.ts'

type Toast = { key: string; message: ReactNode; action?: ReactNode }

type ToastRegionProps = {
  /** Accessible name of the region. */
  label: string
  toasts: readonly Toast[]
  closeLabel: string
  onClose: (key: string) => void
  /** `UndoBar`s stand below the toasts. */
  children?: ReactNode
}

/** Bottom centre, above everything, in a dialog above its buttons: toasts and the undo bar, in a polite live region. */
export function ToastRegion({ label, toasts, closeLabel, onClose, children }: ToastRegionProps) {
  // One element that is moved: a portal into another container would remount, and lose its state.
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    const stop = watchToastContainer((place) => place.append(host))
    return () => {
      stop()
      host.remove()
    }
  }, [host])
  return createPortal(
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
    </section>,
    host,
  )
}
