import { basisPoints, cents, divideHalfUp, percentOf, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'

/**
 * A line as a shop's server says it: net of tax and per unit, in cents and basis points; `quantity` with up to four decimals. A discount may be negative:
 * an option that costs more. So may a price: a coupon as a line.
 */
export type ShopLine = { quantity: number; priceCents: Cents; taxRate: BasisPoints; discountCents: Cents; discountRate: BasisPoints }

/** What is taken off a whole order. */
type ShopDiscounts = { cents: Cents; rates: readonly BasisPoints[] }

/** What one unit costs net of tax after its own discounts, which leave no price below zero. */
function netUnitCents({ priceCents, discountCents, discountRate }: Omit<ShopLine, 'quantity' | 'taxRate'>): Cents {
  const net = cents(priceCents - discountCents - percentOf(priceCents, discountRate))
  return priceCents < 0 || net > 0 ? net : ZERO
}

/** Four decimals of a quantity as a whole number: prices are multiplied by it exactly. */
const quantityParts = 10_000
const partsOf = (quantity: number): bigint => BigInt(Math.round(quantity * quantityParts))

/** A line with tax, rounded once: quantity × (price − discount) × (1 + tax). */
export function lineCents(line: ShopLine): Cents {
  const exact = partsOf(line.quantity) * BigInt(netUnitCents(line)) * BigInt(10_000 + line.taxRate)
  return cents(divideHalfUp(exact, BigInt(quantityParts) * 10_000n))
}

/** What a price or a discount of one unit makes of all of them. */
export const ofUnits = (amount: Cents, quantity: number): Cents =>
  cents(divideHalfUp(BigInt(amount) * partsOf(quantity), BigInt(quantityParts)))

/** A quantity as plugins write it, a number or a text of one, with the decimals that count. */
export const saidQuantity = (said: number | string): number => Number(partsOf(Number(said))) / quantityParts

/** What a cart comes to: its lines and its shipping with tax, less what is taken off the whole; never below zero. */
export function cartCents(lines: readonly ShopLine[], discounts: ShopDiscounts): Cents {
  const fullCents = sum(...lines.map(lineCents))
  const ratesCents = discounts.rates.map((rate) => percentOf(fullCents, rate))
  return cents(Math.max(0, fullCents - discounts.cents - sum(...ratesCents)))
}

/** Whether a cart and its total differ only because each line was rounded: by a cent a line at most. */
export const isRounding = (differenceCents: number, lines: number): boolean => Math.abs(differenceCents) <= lines

/** Money as plugins write it: a whole number or its digits in a text. Undefined where nothing was said. */
export const saidCents = (said: number | string | undefined): Cents => (said === undefined ? ZERO : cents(Number(said)))
export const saidRate = (said: number | string | undefined): BasisPoints => basisPoints(said === undefined ? 0 : Number(said))
