import { cents, type Cents } from '../platform/money.ts'
import type { ProductOffer } from '../sales/plans/offer.ts'

/** The carts that a shop lets be paid in instalments, in cents, both included; null: as its products allow. */
export type CartLimits = { minCents: Cents | null; maxCents: Cents | null }

/** Offers narrowed to the shop's own limits; what nothing is left of is not offered (the narrower of both limits holds). */
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
 * What is wrong with limits beside what the products allow: each must lie within them, the lower not above the upper, and something must be left
 * to sell. Null: nothing.
 */
export function cartProblem(
  { minCents, maxCents }: CartLimits,
  products: readonly Pick<ProductOffer, 'minCents' | 'maxCents'>[],
): CartProblem | null {
  const least = Math.min(...products.map((one) => one.minCents))
  const most = Math.max(...products.map((one) => one.maxCents))
  if (minCents !== null && minCents < least) return { field: 'min_amount', code: 'below_products' }
  if (minCents !== null && minCents > most) return { field: 'min_amount', code: 'above_products' }
  if (maxCents !== null && maxCents < least) return { field: 'max_amount', code: 'below_products' }
  if (maxCents !== null && maxCents > most) return { field: 'max_amount', code: 'above_products' }
  if (minCents !== null && maxCents !== null && minCents > maxCents) return { field: 'min_amount', code: 'above_maximum' }
  return limitOffers(products, { minCents, maxCents }).length === 0 ? { field: 'min_amount', code: 'nothing_left' } : null
}
