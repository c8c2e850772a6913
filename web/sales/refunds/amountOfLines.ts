import { proportion, cents } from '#domain/platform/money'

/** An article of the cart as a refund sees it; `total` is the line with VAT and discount, in cents. */
export type RefundableLine = { quantity: number; total: number }

/** Quantities have up to four decimals. */
const partsOf = (quantity: number): number => Math.round(quantity * 10_000)

/** What `units` of a line are worth, in cents: in proportion, rounded half up, all of them exactly the line. */
export function unitsWorth(line: RefundableLine, units: number): number {
  if (units <= 0 || line.quantity <= 0) return 0
  return units >= line.quantity ? line.total : proportion(cents(line.total), partsOf(units), partsOf(line.quantity))
}

/** What was picked: units by line, in the cart's order, and whether shipping goes back too. */
export type PickedLines = { units: readonly number[]; shipping: boolean }

/**
 * The sum of what was picked, in cents, never above `remaining`: what was given back before may have taken part of
 * the same lines. `capped` says that it was cut.
 */
export function amountOfLines(
  cart: { articles: readonly RefundableLine[]; shipping: { total: number } | null },
  picked: PickedLines,
  remaining: number,
): { amount: number; capped: boolean } {
  const articles = cart.articles.reduce((sum, line, index) => sum + unitsWorth(line, picked.units[index] ?? 0), 0)
  const whole = articles + (picked.shipping ? (cart.shipping?.total ?? 0) : 0)
  return { amount: Math.min(whole, remaining), capped: whole > remaining }
}
