import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPoints, cents } from '../../platform/money.ts'
import { testRuns } from '../../testing/testRuns.ts'
import { feeFor } from './fees.ts'
import type { ShopOffer } from './offer.ts'
import { changedTerms, taeRange, termsProblems, worseTerms } from './terms.ts'

const terms = (more: Partial<ShopOffer> = {}): ShopOffer => ({
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(300_000),
  instalmentsAllowed: [3, 6, 12],
  tin: basisPoints(1_999),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  captureMode: 'automatic',
  feeRate: basisPoints(250),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2_100),
  ...more,
})
const payIn4 = terms({ product: 'pay_in_4', instalmentsAllowed: [3], tin: basisPoints(0), downpayment: 'equal' })
const bound = basisPoints(4_000)
const problems = (more: Partial<ShopOffer>) => termsProblems(terms(more), bound).map(({ field, code }) => `${field} ${code}`)

test('terms of a price list have no problems', () => {
  expect(termsProblems(terms(), bound)).toEqual([])
  expect(termsProblems(payIn4, bound)).toEqual([])
})

test.each<[string, Partial<ShopOffer>]>([
  ['minCents range', { minCents: cents(0) }],
  ['maxCents order', { maxCents: cents(2_999) }],
  ['feeRate range', { feeRate: basisPoints(10_001) }],
  ['instalmentsAllowed range', { instalmentsAllowed: [] }],
  ['instalmentsAllowed range', { instalmentsAllowed: [3, 3] }],
  ['instalmentsAllowed product', { instalmentsAllowed: [1, 3] }],
  ['feeFixedCents amount', { minCents: cents(100), feeFixedCents: cents(90) }],
  ['tin tae', { tin: basisPoints(3_500) }],
  ['tin tae', { openingFeeRate: basisPoints(1_000) }],
])('“%s” is refused', (problem, more) => expect(problems(more)).toEqual([problem]))

test('products without interest have neither interest nor opening fee, and their own first payment and number', () => {
  const found = termsProblems(
    { ...payIn4, tin: basisPoints(1), openingFeeRate: basisPoints(1), downpayment: 'none', instalmentsAllowed: [4] },
    bound,
  )
  expect(found.map(({ field }) => field)).toEqual(['instalmentsAllowed', 'tin', 'openingFeeRate', 'downpayment'])
})

test('the fee of accepted terms, VAT included, is never above the amount of an order', () => {
  const property = fc.property(
    fc.integer({ min: 100, max: 50_000 }),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 250_000 }),
    (minCents, feeRate, feeFixed, above) => {
      const offer = terms({
        minCents: cents(minCents),
        feeRate: basisPoints(feeRate),
        feeFixedCents: cents(feeFixed),
        maxCents: cents(300_000),
      })
      if (termsProblems(offer, bound).length > 0) return
      const { feeCents, vatCents } = feeFor(cents(minCents + above), {
        rate: offer.feeRate,
        fixedCents: offer.feeFixedCents,
        vatRate: offer.vatRate,
      })
      // A rounding may weigh a cent more on a greater amount.
      expect(feeCents + vatCents).toBeLessThanOrEqual(minCents + above + 1)
    },
  )
  fc.assert(property, { numRuns: testRuns(300) })
})

test('the range of the TAE covers all numbers of instalments', () => {
  expect(taeRange(terms({ instalmentsAllowed: [6] }))).toEqual([2_193, 2_203])
  expect(taeRange(payIn4)).toEqual([0, 0])
})

test('a change names its fields, and which of them are worse', () => {
  const after = terms({ feeRate: basisPoints(240), tin: basisPoints(2_099), instalmentsAllowed: [3, 6, 12, 18] })
  expect(changedTerms(terms(), after)).toEqual(['feeRate', 'tin', 'instalmentsAllowed'])
  expect(worseTerms(terms(), after)).toEqual(['tin'])
})
