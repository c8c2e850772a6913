import type { ReactNode } from 'react'

/** A keyboard key as a visual hint only. */
export function Kbd({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={`rounded-[4px] border border-line-strong px-1.25 py-0.75 font-text text-xs/none font-medium text-ink-3 ${className}`}
    >
      {children}
    </kbd>
  )
}
