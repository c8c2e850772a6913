import type { AnswerOf } from '#contract/platform/endpoint'
import type { settlementForecast, settlementList } from '#contract/money/settlements'
import { addDays, dayOfMonth, weekday, type LocalDate } from '#domain/platform/dates'

type Forecast = AnswerOf<typeof settlementForecast>
type Settlements = AnswerOf<typeof settlementList>

/** A day of the calendar in cents and counts; the screen words it. */
export type MoneyDay = {
  on: LocalDate
  label: string
  weekend: boolean
  today: boolean
  paid: number | null
  /** Null: nothing is expected. */
  expected: number | null
  /** What the shop will owe after that day's settlement. */
  debt: number
  captures: { count: number; amount: number }
  released: number
}

/** Monday of this week to Sunday of the next. */
export const calendarRange = (today: LocalDate): { from: LocalDate; to: LocalDate } => {
  const from = addDays(today, 1 - weekday(today))
  return { from, to: addDays(from, 13) }
}

/** Two weeks of days: what was paid until today, what the forecast expects from then on. A day that has a settlement is not expected any more. */
export function calendarDays(today: LocalDate, settlements: Settlements['results'], forecast: Forecast['days']): MoneyDay[] {
  const { from } = calendarRange(today)
  return Array.from({ length: 14 }, (_, nth) => {
    const on = addDays(from, nth)
    const own = settlements.filter(({ valueOn }) => valueOn === on)
    const day = forecast.find((one) => one.on === on)
    const settlement = own.length > 0 ? null : (day?.settlement ?? null)
    return {
      on,
      label: String(dayOfMonth(on)),
      weekend: weekday(on) > 5,
      today: on === today,
      paid: own.length === 0 ? null : own.reduce((sum, { netAmount }) => sum + netAmount, 0),
      expected: settlement !== null && settlement.netAmount > 0 ? settlement.netAmount : null,
      debt: settlement === null ? 0 : Math.max(0, -settlement.closingBalance),
      captures: day?.captures ?? { count: 0, amount: 0 },
      released: settlement?.reserveReleased ?? 0,
    }
  })
}
