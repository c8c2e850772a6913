import './moneyCalendar.css'
import type { KeyboardEvent } from 'react'
import { shortWeekday } from '../../i18n/shortCalendar.ts'
import { Anchor } from '../controls/Anchor.tsx'
import { movedPoint } from './axis.ts'

export type CalendarDay = {
  /** `2026-11-26`. */
  on: string
  /** "26". */
  label: string
  /** "jueves 26 de noviembre". */
  name: string
  /** What was paid, or "≈" and what is expected; null: nothing. */
  amount: string | null
  /** "pagado", "previsto". */
  certainty: string
  /** It was paid, or is on its way. */
  firm: boolean
  /** What expires, goes out, is released or is owed. */
  notes: readonly { text: string; expires?: boolean }[]
  today: boolean
  weekend: boolean
  /** Of the month before or after. */
  outside?: boolean
  /** Its list is open. */
  open?: boolean
  href: string
}

/**
 * Whole weeks of money, one link per day: what was paid, what is expected, what expires. Arrows move from day to day, and what gets the focus is spoken. On
 * the phone a list without empty days.
 */
export function MoneyCalendar({ days, label }: { days: readonly CalendarDay[]; label: string }) {
  const inGrid = days.filter(({ outside }) => !outside)
  const first = inGrid.find(({ open }) => open) ?? inGrid.find(({ today }) => today) ?? inGrid.find((day) => !isEmpty(day)) ?? inGrid[0]
  return (
    <>
      <div aria-hidden className="money-weekdays">
        {[1, 2, 3, 4, 5, 6, 7].map((of) => (
          <span key={of}>{shortWeekday(of)}</span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among the links inside it */}
      <ol aria-label={label} className="money-calendar" onKeyDown={moveFocus}>
        {days.map((day) => {
          const { on, label: short, name, amount, certainty, firm, notes, today, weekend, outside, href } = day
          return (
            <li
              key={on}
              data-weekend={weekend || undefined}
              data-empty={(isEmpty(day) && !today) || undefined}
              data-outside={outside || undefined}
              data-today={today || undefined}
            >
              <Anchor href={href} aria-current={today ? 'date' : undefined} tabIndex={day === first ? 0 : -1}>
                <span className="money-day">
                  <span aria-hidden className="money-short">
                    {short}
                  </span>
                  <span className="money-name">{name}</span>
                </span>{' '}
                <span className="money-what">
                  {amount !== null && (
                    <span className="money-sum">
                      <span className={firm ? 'font-strong' : ''}>{amount}</span> <span className="text-sm text-ink-3">{certainty}</span>
                    </span>
                  )}
                  {notes.map(({ text, expires }) => (
                    <span key={text} className={`text-sm ${expires ? 'text-in-process-ink' : 'text-ink-3'}`}>
                      {' '}
                      {text}
                    </span>
                  ))}
                </span>
              </Anchor>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const isEmpty = ({ amount, notes }: CalendarDay): boolean => amount === null && notes.length === 0

/** Arrows, Home and End move the focus among the days that are drawn: by weeks in the grid, one by one in the phone's list. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll('a')].filter((link) => link.offsetParent !== null)
  const isList = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length < 7
  const key = isList ? event.key.replace('ArrowDown', 'ArrowRight').replace('ArrowUp', 'ArrowLeft') : event.key
  const at = links.findIndex((link) => link === document.activeElement)
  const next = movedPoint(key, at === -1 ? null : at, links.length, isList ? 1 : 7)
  if (next === null) return
  event.preventDefault()
  links[next]?.focus()
}
