import { expect, test } from 'vitest'
import { localDate } from '../../platform/dates.ts'
import { basisPoints, cents } from '../../platform/money.ts'
import { fitsLimits, netOffered, planOffered, type ProductOffer } from './offer.ts'

const offer = (more: Partial<ProductOffer> = {}): ProductOffer => ({
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(300_000),
  instalmentsAllowed: [3, 6, 12],
  tin: basisPoints(1_999),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  feeRate: basisPoints(250),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2_100),
  ...more,
})
const signedOn = localDate('2026-01-31')

test('limits include both ends', () => {
  expect([2_999, 3_000, 300_000, 300_001].map((amount) => fitsLimits(offer(), cents(amount)))).toEqual([false, true, true, false])
})

test('the offered plan matches the published vector', () => {
  const plan = planOffered(offer(), 6, cents(60_000), signedOn)
  expect([plan.instalmentCents, plan.totalInterestCents, plan.tae]).toEqual([10_591, 3_546, 2_192])
})

test('the 15-day product has one payment after fifteen days, at no cost', () => {
  const plan = planOffered(offer({ product: 'pay_later', downpayment: 'equal' }), 1, cents(9_990), signedOn)
  expect(plan.instalments.map((one) => [one.dueOn, one.amountCents])).toEqual([['2026-02-15', 9_990]])
  expect([plan.downpaymentCents, plan.totalPriceCents]).toEqual([0, 9_990])
})

test('the shop gets the amount less fee and VAT', () => {
  expect(netOffered(offer(), 6, cents(60_000))).toEqual({ feeCents: 1_530, vatCents: 321, subsidyCents: 0, netCents: 58_149 })
})
