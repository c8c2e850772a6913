import { basisPoints, cents, percentOf, sum, ZERO, type BasisPoints, type Cents } from './money.ts'

/** A line as a shop's server says it: net of tax and per unit, in cents and basis points. A discount may be negative: an option that costs more. */
export type ShopLine = { quantity: number; priceCents: Cents; taxRate: BasisPoints; discountCents: Cents; discountRate: BasisPoints }

/** What is taken off a whole order. */
export type ShopDiscounts = { cents: Cents; rates: readonly BasisPoints[] }

/** What one unit costs net of tax after its own discounts; never below zero. */
const netUnitCents = ({ priceCents, discountCents, discountRate }: Omit<ShopLine, 'quantity' | 'taxRate'>): Cents =>
  cents(Math.max(0, priceCents - discountCents - percentOf(priceCents, discountRate)))

/** A line with tax, rounded once: quantity × (price − discount) × (1 + tax). */
export function lineCents(line: ShopLine): Cents {
  const netCents = cents(line.quantity * netUnitCents(line))
  return cents(netCents + percentOf(netCents, line.taxRate))
}

/** What a cart comes to: its lines and its shipping with tax, less what is taken off the whole; never below zero (the shops' API §5). */
export function cartCents(lines: readonly ShopLine[], discounts: ShopDiscounts): Cents {
  const fullCents = sum(...lines.map(lineCents))
  const ratesCents = discounts.rates.map((rate) => percentOf(fullCents, rate))
  return cents(Math.max(0, fullCents - discounts.cents - sum(...ratesCents)))
}

/** Money as plugins write it: a whole number or its digits in a text. Undefined where nothing was said. */
export const saidCents = (said: number | string | undefined): Cents => (said === undefined ? ZERO : cents(Number(said)))
export const saidRate = (said: number | string | undefined): BasisPoints => basisPoints(said === undefined ? 0 : Number(said))
