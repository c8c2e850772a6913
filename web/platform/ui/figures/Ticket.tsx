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
  who?: ReactNode
  amount?: ReactNode
  /** One action. */
  action: string
  href: string
  /** `Tag` of the sandbox. */
  tag?: ReactNode
}

/** One task as a ticket: what and until when above the dashed line, the money and one action below it. */
export function Ticket({ when, tone, left = 0, title, who, amount, action, href, tag }: TicketProps) {
  const ink = tone === 'now' ? 'font-strong text-danger-ink' : tone === 'soon' ? 'font-medium text-in-process-ink' : 'text-ink-3'
  return (
    <li className="ticket">
      <div className="flex-1 px-4.5 pt-3.25 pb-2.75">
        <p className={`ticket-when flex items-center gap-1.75 text-sm ${ink}`}>
          {tone && <DeadlineRing tone={tone} left={left} />}
          {when}
          {tag && <span className="ml-auto">{tag}</span>}
        </p>
        {/* On one line: all tickets have the same height, which is reserved before they load. */}
        <p className="mt-1.25 truncate leading-snug font-strong">{title}</p>
        {who && <p className="truncate text-md text-ink-3">{who}</p>}
      </div>
      <div className="ticket-stub">
        <span className="font-strong">{amount}</span>
        <Anchor href={href} className="ticket-verb">
          {action}
          <ArrowRight aria-hidden className="size-3.75" />
        </Anchor>
      </div>
    </li>
  )
}
