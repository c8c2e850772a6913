import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Calendar, Day } from './calendar.ts'
import { weighted, type Random } from './random.ts'

type Distributions = {
  installments_share_credit_card: Record<string, number>
  payment_value_quantiles_BRL: Record<string, number>
  median_value_by_installments_BRL: Record<string, number>
  hour_share: number[]
  weekday_share_mon_sun: number[]
  items_per_order: Record<string, number>
  days_purchase_to_ship: { p50: number; p90: number }
}

const shapes = JSON.parse(readFileSync(join(import.meta.dirname, 'data', 'olist_distributions.json'), 'utf8')) as Distributions // our own file

/** Converts Brazilian reais of the sample to euros of a Spanish instalment order (the median becomes about 170 €). */
const CENTS_PER_REAL = 158

const quantiles = [
  [0, 7],
  ...Object.entries(shapes.payment_value_quantiles_BRL).map(([share, reais]) => [Number(share), reais]),
  [1, 1900],
] as [number, number][]

/** The order amount at a quantile, in cents: linear interpolation of the logarithms. */
export function ticketAt(share: number): number {
  const upper = quantiles.findIndex(([at]) => at >= share)
  const [fromShare, from] = quantiles[Math.max(upper - 1, 0)] ?? [0, 7]
  const [toShare, to] = quantiles[Math.max(upper, 1)] ?? [1, 1900]
  const part = (share - fromShare) / (toShare - fromShare)
  return Math.round(Math.exp(Math.log(from) + part * (Math.log(to) - Math.log(from))) * CENTS_PER_REAL)
}

const medianTicket = shapes.payment_value_quantiles_BRL['0.5'] ?? 1

/** How much more expensive than the median an order in `count` instalments is. */
export function ticketFactor(count: number): number {
  return (shapes.median_value_by_installments_BRL[String(count)] ?? medianTicket) / medianTicket
}

/** Draws a number of instalments by the sample's shares, among those that a shop allows. */
export function instalmentCounts(allowed: readonly number[]): (at: number) => number {
  return weighted(allowed.map((count) => [count, shapes.installments_share_credit_card[String(count)] || 0.004] as const))
}

/** Draws the number of articles of an order. */
export const articleCounts = weighted(
  Object.entries(shapes.items_per_order).map(([count, orders]) => [Math.min(Number(count), 4), orders] as const),
)

const hours = weighted(shapes.hour_share.map((share, hour) => [hour, share] as const))

/** An instant of a day, by the sample's hourly shares, in Madrid time; before `beforeMs`. */
export function instantOf(day: Day, random: Random, beforeMs: number): number {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const atMs = day.startMs + hours(random.next()) * 3_600_000 + random.int(0, 3_599_999)
    if (atMs <= Math.min(day.endMs, beforeMs)) return atMs
  }
  return day.startMs + Math.floor(random.next() * Math.max(Math.min(day.endMs, beforeMs) - day.startMs, 1))
}

/** An instant of a day between nine and eight, during opening hours. */
export function openingHour(day: Day, random: Random): number {
  return day.startMs + random.int(9 * 60, 20 * 60) * 60_000 + random.int(0, 59_999)
}

/** Days from purchase to dispatch: log-normal with the sample's median and ninth decile. */
export function dispatchDays(random: Random): number {
  const { p50, p90 } = shapes.days_purchase_to_ship
  return p50 * Math.exp((Math.log(p90 / p50) / 1.2816) * random.normal())
}

/** Sales by month, January to December: Christmas and sales up, August down. */
const season = [1.12, 0.88, 0.94, 0.95, 1.0, 1.02, 1.06, 0.78, 0.97, 1.02, 1.38, 1.3]

/** How many of `total` operations fall on each past day up to `untilMs`: by weekday, season and growth; the sum is exact. */
export function spreadOverDays(total: number, { past }: Calendar, random: Random, untilMs: number): number[] {
  const weights = past.map((day, index) => {
    const growth = 0.55 + (0.9 * index) / past.length
    const open = Math.min(Math.max((untilMs - day.startMs) / 86_400_000, 0), 1)
    const weekday = shapes.weekday_share_mon_sun[day.weekday - 1] ?? 0
    return weekday * (season[Number(day.on.slice(5, 7)) - 1] ?? 1) * growth * open * (0.85 + 0.3 * random.next())
  })
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let due = 0
  let assigned = 0
  return weights.map((weight) => {
    due += (weight / sum) * total
    const count = Math.round(due) - assigned
    assigned += count
    return count
  })
}
