import { proportion, cents } from '#domain/platform/money'

/** A refundable line of the cart; `total` includes VAT and discount, in cents. */
type RefundableLine = { quantity: number; total: number }

/** Quantities have up to four decimals. */
const partsOf = (quantity: number): number => Math.round(quantity * 10_000)

/** The value of `units` of a line, in cents: proportional, rounded half up; all units are worth exactly the line. */
export function unitsWorth(line: RefundableLine, units: number): number {
  if (units <= 0 || line.quantity <= 0) return 0
  return units >= line.quantity ? line.total : proportion(cents(line.total), partsOf(units), partsOf(line.quantity))
}

/** Selected units by line, in cart order, and whether shipping is refunded too. */
type PickedLines = { units: readonly number[]; shipping: boolean }

/**
 * The sum of the selection, in cents, capped at `remaining`: earlier refunds may have included
 * the same lines. `capped` tells whether it was reduced.
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
