import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

type BulkBarProps = {
  label: string
  /** "2 operaciones" and their sum. */
  summary: ReactNode
  /** Buttons with the class of `inkVerbClass` or `inkQuietClass`. */
  children: ReactNode
  clearLabel: string
  onClear: () => void
}

/** What is selected, its sum and the verbs, in ink so that it never competes with the blue button. */
export function BulkBar({ label, summary, children, clearLabel, onClear }: BulkBarProps) {
  return (
    <div role="group" aria-label={label} className="ink-bar sticky bottom-5 z-5 mx-auto mt-4.5 w-max max-w-full gap-1.5 py-1.75 pr-2 pl-5 text-md max-md:w-full max-md:flex-wrap">
      <p className="mr-3.5 whitespace-nowrap">{summary}</p>
      {children}
      <button type="button" aria-label={clearLabel} className="ink-bar-close" onClick={onClear}><X aria-hidden /></button>
    </div>
  )
}
