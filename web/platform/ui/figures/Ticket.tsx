import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'
import type { DeadlineTone } from './DeadlineRing.tsx'
import { DeadlineRing } from './DeadlineRing.tsx'

type TicketProps = {
  /** "11:31 · quedan 49 min". */
  when: ReactNode
  tone?: DeadlineTone | null
  /** Share of the time left, 0 to 1. */
  left?: number
  title: ReactNode
  /** Whose; cut where there is no room. */
  who?: string
  amount?: ReactNode
  /** One action. */
  action: string
  href: string
}

/** One task as a ticket of two lines: what and its money above the dashed line, until when, whose, and one action below it. */
export function Ticket({ when, tone, left = 0, title, who, amount, action, href }: TicketProps) {
  const ink = tone === 'now' ? 'font-strong text-danger-ink' : tone === 'soon' ? 'font-medium text-in-process-ink' : 'text-ink-3'
  return (
    <li className="ticket">
      <p className="ticket-line text-md font-strong">
        {/* On one line: all tickets have the same height, which is reserved before they load. */}
        <span className="min-w-0 truncate">{title}</span>
        <span>{amount}</span>
      </p>
      <p className="ticket-line ticket-stub text-sm">
        <span className={`flex min-w-0 items-center gap-1.5 ${ink}`}>
          {tone && <DeadlineRing tone={tone} left={left} />}
          <span className="max-w-full shrink-0 truncate">{when}</span>
          {who && <span className="truncate font-normal text-ink-3">· {who}</span>}
        </span>
        <Anchor href={href} className="ticket-verb">
          {action}
          <ArrowRight aria-hidden className="size-3.75" />
        </Anchor>
      </p>
    </li>
  )
}
