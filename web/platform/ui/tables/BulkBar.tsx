import '../feedback/inkBar.css'
import './bulkBar.css'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

type BulkBarProps = {
  label: string
  /** "2 operaciones" and their sum. */
  summary: ReactNode
  /** `InkButton`s. */
  children: ReactNode
  clearLabel: string
  onClear: () => void
}

/** The selection, its sum and the actions, in ink so that it does not compete with the blue button. */
export function BulkBar({ label, summary, children, clearLabel, onClear }: BulkBarProps) {
  return (
    <div role="group" aria-label={label} className="ink-bar bulk-bar">
      <p className="max-md:basis-full md:mr-3 md:whitespace-nowrap">{summary}</p>
      {children}
      <button type="button" aria-label={clearLabel} className="ink-bar-close" onClick={onClear}>
        <X aria-hidden />
      </button>
    </div>
  )
}
