import './moneyCalendar.css'
import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

export type CalendarDay = {
  /** `2026-11-26`. */
  on: string
  /** "26". */
  label: string
  /** "jueves 26 de noviembre". */
  name: string
  /** What was paid, or "≈" and what is expected; null: nothing. */
  amount: string | null
  state: 'paid' | 'expected' | null
  /** "pagado", "previsto". */
  stateText: string
  /** What expires, is released or is owed. */
  notes: readonly { text: string; href?: string | undefined; expires?: boolean }[]
  today: boolean
  weekend: boolean
  href?: string | undefined
}

/** Days of money, week by week: what was paid, what is expected, what expires. On the phone a list without empty days. */
export function MoneyCalendar({ days, label }: { days: readonly CalendarDay[]; label: string }) {
  return (
    <ol aria-label={label} className="money-calendar">
      {days.map(({ on, label: short, name, amount, state, stateText, notes, today, weekend, href }) => (
        <li
          key={on}
          data-weekend={weekend || undefined}
          data-empty={(amount === null && notes.length === 0 && !today) || undefined}
          aria-current={today ? 'date' : undefined}
        >
          <span className="money-day">
            <span aria-hidden>{short}</span>
            <span className="sr-only">{name}</span>
          </span>
          <span className="money-what">
            {amount !== null && (
              <Sum href={href}>
                <span className={state === 'paid' ? 'font-strong' : ''}>{amount}</span>
                <span className="text-sm text-ink-3">{stateText}</span>
              </Sum>
            )}
            {notes.map((note) => (
              <Sum key={note.text} href={note.href}>
                <span className={`text-sm ${note.expires ? 'text-in-process-ink' : 'text-ink-3'}`}>{note.text}</span>
              </Sum>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Sum({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href === undefined ? (
    <span className="money-sum">{children}</span>
  ) : (
    <Anchor href={href} className="money-sum underline-offset-3 hover:underline">
      {children}
    </Anchor>
  )
}
