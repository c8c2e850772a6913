import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cartProblem, limitOffers } from './cartLimits.ts'
import { cents } from '../platform/money.ts'
import { fitsLimits } from '../sales/plans/offer.ts'

const amount = fc.integer({ min: 1, max: 500_000 }).map(cents)
const limit = fc.option(amount)
const offer = fc.tuple(amount, amount).map(([a, b]) => ({ minCents: cents(Math.min(a, b)), maxCents: cents(Math.max(a, b)) }))
const limits = fc.record({ minCents: limit, maxCents: limit })

it('cart limits accept exactly what both product and shop accept', () => {
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 4 }), limits, amount, (offers, shop, order) => {
      const shopTakes = order >= (shop.minCents ?? 0) && order <= (shop.maxCents ?? Infinity)
      const expected = offers.filter((one) => fitsLimits(one, order) && shopTakes).length
      expect(limitOffers(offers, shop).filter((one) => fitsLimits(one, order))).toHaveLength(expected)
    }),
  )
})

it('cart limits when unset leave every offer unchanged', () => {
  fc.assert(
    fc.property(fc.array(offer), (offers) => {
      expect(limitOffers(offers, { minCents: null, maxCents: null })).toEqual(offers)
    }),
  )
})

it('cart limits leave something to sell whenever they have no problem', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1, maxLength: 4 }), limits, (offers, shop) => {
      if (cartProblem(shop, offers) === null) expect(limitOffers(offers, shop).length).toBeGreaterThan(0)
    }),
  )
})

const products = [
  { minCents: cents(3_000), maxCents: cents(80_000) },
  { minCents: cents(2_000), maxCents: cents(300_000) },
]
it.each([
  [2_000, 300_000, null],
  [1_999, null, 'min_amount below_products'],
  [300_001, null, 'min_amount above_products'],
  [null, 1_999, 'max_amount below_products'],
  [null, 300_001, 'max_amount above_products'],
  [5_000, 4_999, 'min_amount above_maximum'],
  [5_000, 5_000, null],
])('cart limits %s to %s have problem %s', (min, max, problem) => {
  const found = cartProblem({ minCents: min === null ? null : cents(min), maxCents: max === null ? null : cents(max) }, products)
  expect(found && `${found.field} ${found.code}`).toBe(problem)
})

it('cart limits are refused between two products, where nothing is sold', () => {
  const apart = [
    { minCents: cents(1_000), maxCents: cents(2_000) },
    { minCents: cents(8_000), maxCents: cents(9_000) },
  ]
  expect(cartProblem({ minCents: cents(3_000), maxCents: cents(5_000) }, apart)?.code).toBe('nothing_left')
})
