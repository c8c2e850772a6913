import type { ReactNode } from 'react'
import { DeadlineRing, type DeadlineTone } from './DeadlineRing.tsx'

type DeadlineProps = {
  /** "Hoy, 11:31" or a plain date; a dash when null. */
  children?: ReactNode
  /** "quedan 49 min". */
  detail?: ReactNode
  /** Absent: a plain date without a ring. */
  tone?: DeadlineTone | null
  /** Share of the time left, 0 to 1. */
  left?: number
}

/** A deadline: ring, time and text. */
export function Deadline({ children, detail, tone, left = 0 }: DeadlineProps) {
  if (!children) return <span className="text-ink-3">—</span>
  const ink = tone === 'now' ? 'font-strong text-danger-ink' : tone === 'soon' ? 'font-medium text-in-process-ink' : ''
  return (
    <span className="inline-grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 text-md leading-[1.35] max-md:flex max-md:flex-wrap">
      {tone && <DeadlineRing tone={tone} left={left} />}
      <span className={`${ink} ${tone ? '' : 'col-span-2'}`}>{children}</span>
      {detail && (
        <span className={`text-sm whitespace-nowrap text-ink-3 md:max-lg:whitespace-normal ${tone ? 'col-start-2' : 'col-span-2'}`}>
          {detail}
        </span>
      )}
    </span>
  )
}
