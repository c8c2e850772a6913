import './timeline.css'
import type { ReactNode } from 'react'
import { StatusGlyph } from '../feedback/StatusGlyph.tsx'

export type TimelineEvent = {
  key: string
  title: ReactNode
  detail?: ReactNode
  icon?: ReactNode
  /** Has not happened yet: dashed, faint. */
  upcoming?: boolean
}

/** Past events, newest first, and the next ones above them. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label?: string }) {
  return (
    <ol aria-label={label} className="timeline">
      {events.map((event) => (
        <li key={event.key}>
          <span aria-hidden className="timeline-point">
            {event.upcoming ? <StatusGlyph kind="upcoming" /> : event.icon}
          </span>
          <p className={event.upcoming ? 'text-md font-medium text-ink-3' : 'text-md font-strong'}>{event.title}</p>
          {event.detail && <div className="text-sm text-ink-3">{event.detail}</div>}
        </li>
      ))}
    </ol>
  )
}
