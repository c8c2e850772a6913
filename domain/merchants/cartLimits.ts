import { cents, type Cents } from '../platform/money.ts'
import type { ProductOffer } from '../sales/plans/offer.ts'

/** The carts that a shop offers instalments for, in cents, both included; null: as its products. */
export type CartLimits = { minCents: Cents | null; maxCents: Cents | null }

/** Offers narrowed to the shop's own limits; offers with an empty range are dropped. */
export function limitOffers<Offer extends Pick<ProductOffer, 'minCents' | 'maxCents'>>(
  offers: readonly Offer[],
  limits: CartLimits,
): Offer[] {
  return offers
    .map((offer) => ({
      ...offer,
      minCents: cents(Math.max(offer.minCents, limits.minCents ?? 0)),
      maxCents: cents(Math.min(offer.maxCents, limits.maxCents ?? offer.maxCents)),
    }))
    .filter(({ minCents, maxCents }) => minCents <= maxCents)
}

export type CartProblem = {
  field: 'min_amount' | 'max_amount'
  code: 'below_products' | 'above_products' | 'above_maximum' | 'nothing_left'
}

/**
 * The problem of cart limits given the products' limits: each must lie within them, minimum not above maximum, and something must be left
 * to sell. Null: none.
 */
export function cartProblem(
  { minCents, maxCents }: CartLimits,
  products: readonly Pick<ProductOffer, 'minCents' | 'maxCents'>[],
): CartProblem | null {
  const lowest = Math.min(...products.map((one) => one.minCents))
  const highest = Math.max(...products.map((one) => one.maxCents))
  if (minCents !== null && minCents < lowest) return { field: 'min_amount', code: 'below_products' }
  if (minCents !== null && minCents > highest) return { field: 'min_amount', code: 'above_products' }
  if (maxCents !== null && maxCents < lowest) return { field: 'max_amount', code: 'below_products' }
  if (maxCents !== null && maxCents > highest) return { field: 'max_amount', code: 'above_products' }
  if (minCents !== null && maxCents !== null && minCents > maxCents) return { field: 'min_amount', code: 'above_maximum' }
  return limitOffers(products, { minCents, maxCents }).length === 0 ? { field: 'min_amount', code: 'nothing_left' } : null
}
