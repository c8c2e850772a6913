import './tickets.css'
import type { ReactNode } from 'react'

/** A row of `Ticket`s: four across, or a horizontally scrolling row below the wide size. */
export function Tickets({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="tickets">
      {children}
    </ul>
  )
}
