import { basisPoints, cents, divideHalfUp, percentOf, sum, ZERO, type BasisPoints, type Cents } from '../../platform/money.ts'

/**
 * A cart line as sent by a shop's server: net of tax and per unit, in cents and basis points; `quantity` with up to four decimals. A discount may be
 * negative, for a surcharge; so may a price, for a coupon line.
 */
export type ShopLine = { quantity: number; priceCents: Cents; taxRate: BasisPoints; discountCents: Cents; discountRate: BasisPoints }

/** Discounts on a whole order. */
type ShopDiscounts = { cents: Cents; rates: readonly BasisPoints[] }

/** The net price of one unit after its own discounts, never below zero. */
function netUnitCents({ priceCents, discountCents, discountRate }: Omit<ShopLine, 'quantity' | 'taxRate'>): Cents {
  const net = cents(priceCents - discountCents - percentOf(priceCents, discountRate))
  return priceCents < 0 || net > 0 ? net : ZERO
}

/** Quantities are scaled to integers with four decimals, so that prices are multiplied exactly. */
const quantityParts = 10_000
const partsOf = (quantity: number): bigint => BigInt(Math.round(quantity * quantityParts))

/** A line with tax, rounded once: quantity × (price − discount) × (1 + tax). */
export function lineCents(line: ShopLine): Cents {
  const exact = partsOf(line.quantity) * BigInt(netUnitCents(line)) * BigInt(10_000 + line.taxRate)
  return cents(divideHalfUp(exact, BigInt(quantityParts) * 10_000n))
}

/** The price or discount of all units. */
export const ofUnits = (amount: Cents, quantity: number): Cents =>
  cents(divideHalfUp(BigInt(amount) * partsOf(quantity), BigInt(quantityParts)))

/** A quantity sent as a number or a numeric string, to four decimals. */
export const parseQuantity = (value: number | string): number => Number(partsOf(Number(value))) / quantityParts

/** The total of a cart: lines and shipping with tax, less order discounts; never below zero. */
export function cartCents(lines: readonly ShopLine[], discounts: ShopDiscounts): Cents {
  const fullCents = sum(...lines.map(lineCents))
  const ratesCents = discounts.rates.map((rate) => percentOf(fullCents, rate))
  return cents(Math.max(0, fullCents - discounts.cents - sum(...ratesCents)))
}

/** Whether a cart and its total differ by rounding only: by at most one cent a line. */
export const isRounding = (differenceCents: number, lines: number): boolean => Math.abs(differenceCents) <= lines

/** Money sent as an integer or a string of digits; absent counts as zero. */
export const parseCents = (value: number | string | undefined): Cents => (value === undefined ? ZERO : cents(Number(value)))
export const parseRate = (value: number | string | undefined): BasisPoints => basisPoints(value === undefined ? 0 : Number(value))
