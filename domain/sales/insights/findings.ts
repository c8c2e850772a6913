import { changeSince } from '../campaigns/campaignResult.ts'
import { localDate, weekday } from '../../platform/dates.ts'
import { basisPoints, type BasisPoints } from '../../platform/money.ts'

/** Fewer sales say nothing about a pattern or a change: nothing is compared. */
export const fewSales = 10

/** Sales of a range of days, and its first day with anything (null: nothing yet). */
type Sales = { operations: number; from: string }

/** Why two ranges cannot be compared: one has only begun, too few sales in one of them, or the earlier one began before the shop did. */
type Incomparable = 'unfinished' | 'few' | 'young'

/** The shop's first day with anything (null: nothing yet; left out for all shops together), and today. */
type ShopDays = { since?: string | null; today: string }

/** Whether a range is today alone, which is not over. */
export const isUnfinished = (from: string, today: string): boolean => from >= today

/** Whether two ranges can be compared; null: they can. A range of today alone is not over, and would always be less than a whole day. */
export function incomparable(now: Sales, before: Sales, { since, today }: ShopDays): Incomparable | null {
  if (since !== undefined && (since === null || before.from < since)) return 'young'
  if (isUnfinished(now.from, today)) return 'unfinished'
  return now.operations < fewSales || before.operations < fewSales ? 'few' : null
}

/** A change between two figures: relative, in basis points; null where it cannot be said. */
export const changeOf = (now: number | null, before: number | null): BasisPoints | null =>
  now === null || before === null ? null : changeSince(now, before)

/** The difference of two shares, in basis points; null where one of them is unknown. */
export const shareChange = (now: number | null, before: number | null): BasisPoints | null =>
  now === null || before === null ? null : basisPoints(now - before)

/** What the days of sales show. Weekdays: 1 Monday to 7 Sunday. */
type SalesFinding =
  | { kind: 'nothing' }
  | { kind: 'few'; operations: number }
  | { kind: 'weekdays'; best: number; worst: number; times: 'half' | 'double' | 'triple' }
  | { kind: 'weekday'; best: number }
  | { kind: 'best'; on: string; sold: number }
  | { kind: 'only'; on: string; sold: number }

type SalesDay = { on: string; operations: number; sold: number }

/** Two whole weeks: fewer have each weekday at most once. */
const minDays = 14

/** The finding that the title of the sales chart says; amounts in cents. `today` is not over: its weekday is not judged by it. */
export function salesFinding(days: readonly SalesDay[], today: string): SalesFinding {
  const operations = days.reduce((sum, day) => sum + day.operations, 0)
  if (operations === 0) return { kind: 'nothing' }
  if (operations < fewSales) return { kind: 'few', operations }
  const over = days.filter(({ on }) => on < today)
  const pattern = over.length < minDays ? null : weekdayPattern(over)
  if (pattern) return pattern
  const best = days.reduce((found, day) => (day.sold > found.sold ? day : found))
  return { kind: days.length === 1 ? 'only' : 'best', on: best.on, sold: best.sold }
}

/** The weekday that sells most beside the one that sells least, if they differ by half at least. */
function weekdayPattern(days: readonly SalesDay[]): SalesFinding | null {
  const averages = [1, 2, 3, 4, 5, 6, 7].map((number) => {
    const own = days.filter(({ on }) => weekday(localDate(on)) === number)
    return { number, average: own.reduce((sum, { sold }) => sum + sold, 0) / own.length }
  })
  const open = averages.filter(({ average }) => average > 0)
  const [first] = open
  if (!first) return null
  const best = open.reduce((found, one) => (one.average > found.average ? one : found), first)
  // Days on which the shop is closed are no finding: the least of those on which it sells is.
  const worst = open.reduce((found, one) => (one.average < found.average ? one : found), first)
  if (best === worst) return { kind: 'weekday', best: best.number }
  const times = best.average / worst.average
  if (times < 1.5) return null
  return { kind: 'weekdays', best: best.number, worst: worst.number, times: times >= 2.75 ? 'triple' : times >= 1.75 ? 'double' : 'half' }
}

/** The hours with most sales of a week, together: where they begin, and the weekday with most. Null with few sales. */
export function busiestHours(
  hours: readonly { weekday: number; hour: number; count: number }[],
): { weekday: number; from: number; to: number; share: BasisPoints } | null {
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  if (total < fewSales) return null
  const sumOf = (matches: (one: { weekday: number; hour: number }) => boolean) =>
    hours.filter(matches).reduce((sum, { count }) => sum + count, 0)
  const spans = Array.from({ length: 22 }, (_, from) => ({ from, count: sumOf(({ hour }) => hour >= from && hour < from + 3) }))
  const span = spans.reduce((found, one) => (one.count > found.count ? one : found))
  const days = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, count: sumOf((one) => one.weekday === number) }))
  const day = days.reduce((found, one) => (one.count > found.count ? one : found))
  return { weekday: day.number, from: span.from, to: span.from + 3, share: basisPoints(Math.round((span.count * 10_000) / total)) }
}

/** How many of ten requests end in a sale; null with few requests. */
export function soldOfTen(started: number, sold: number): number | null {
  return started < fewSales ? null : Math.min(10, Math.round((sold * 10) / started))
}

/** The part of a list that has most, if it has a third of all at least and the whole is not small. */
export function largestPart<Part extends { value: string; count: number }>(parts: readonly Part[]): Part | null {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const [first] = parts
  if (!first || total < 5) return null
  const largest = parts.reduce((found, part) => (part.count > found.count ? part : found), first)
  return largest.count * 3 >= total ? largest : null
}
