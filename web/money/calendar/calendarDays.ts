import type { AnswerOf } from '#contract/platform/endpoint'
import type { moneyCalendar } from '#contract/money/moneyCalendar'
import { addDays, addMonths, dayOfMonth, daysBetween, isLocalDate, localDate, weekday, type LocalDate } from '#domain/platform/dates'

export type CalendarAnswer = AnswerOf<typeof moneyCalendar>
export type AnsweredDay = CalendarAnswer['days'][number]
export type DayRange = { from: LocalDate; to: LocalDate }

/** A day of the calendar in cents and counts; the screen words it. `day`: what happens on it; null: nothing. */
export type MoneyDay = {
  on: LocalDate
  label: string
  weekend: boolean
  today: boolean
  /** Settlements that were paid or are on their way; null: there is none. */
  paid: number | null
  /** The part of it that has not reached the shop yet. */
  onItsWay: number
  /** Null: nothing is expected. */
  expected: number | null
  /** What the shop owes, or will owe, after that day's settlement. */
  debt: number
  released: number
  day: AnsweredDay | null
}

/** Monday of this week to Sunday of the next. */
export function twoWeeks(today: LocalDate): DayRange {
  const from = addDays(today, 1 - weekday(today))
  return { from, to: addDays(from, 13) }
}

/** The whole weeks of a month given by its first day. */
export function weeksOfMonth(month: LocalDate): DayRange {
  const last = addDays(addMonths(month, 1), -1)
  return { from: addDays(month, 1 - weekday(month)), to: addDays(last, 7 - weekday(last)) }
}

/** The month and the open day of an address such as `?month=2026-11&day=2026-11-26`; whatever is not valid is today's month and no day. */
export function readCalendarQuery(search: Readonly<Record<string, string>>, today: LocalDate): { month: LocalDate; day: LocalDate | null } {
  const day = search['day'] ?? ''
  const month = `${search['month'] ?? day.slice(0, 7)}-01`
  return {
    month: localDate(isLocalDate(month) ? month : `${today.slice(0, 7)}-01`),
    day: isLocalDate(day) ? day : null,
  }
}

/** Every day of a range: what was paid, what is expected, what expires. A day that has a settlement is not expected any more. */
export function calendarDays({ from, to }: DayRange, { today, days }: CalendarAnswer): MoneyDay[] {
  const answered = new Map(days.map((day) => [day.on, day]))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => {
    const on = addDays(from, nth)
    const day = answered.get(on) ?? null
    const settlements = day?.settlements ?? []
    const moved = settlements.filter(({ status }) => status === 'paid' || status === 'closed')
    const expected = settlements.length > 0 ? null : (day?.expected ?? null)
    const closing = settlements.at(-1)?.closingBalance ?? expected?.closingBalance ?? 0
    const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
    return {
      on,
      label: String(dayOfMonth(on)),
      weekend: weekday(on) > 5,
      today: on === today,
      paid: moved.length === 0 ? null : sum(moved.map(({ netAmount }) => netAmount)),
      onItsWay: sum(moved.flatMap(({ status, netAmount }) => (status === 'closed' ? [netAmount] : []))),
      expected: expected !== null && expected.netAmount > 0 ? expected.netAmount : null,
      debt: Math.max(0, -closing),
      released: settlements.length > 0 ? sum(settlements.map(({ reserveReleased }) => reserveReleased)) : (expected?.reserveReleased ?? 0),
      day,
    }
  })
}

/** What the payments of some days come to, in cents: those that the shop has, and those that are on their way or expected. */
export const sumsOf = (days: readonly MoneyDay[]): { received: number; coming: number } =>
  days.reduce(
    ({ received, coming }, { paid, onItsWay, expected }) => ({
      received: received + (paid ?? 0) - onItsWay,
      coming: coming + onItsWay + (expected ?? 0),
    }),
    { received: 0, coming: 0 },
  )
