import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  feeFor,
  minimumFeeShortfall,
  netForOrder,
  refundReversal,
  STANDARD_VAT,
  subsidyFor,
  type FeePlan,
  type RefundTerms,
} from './fees.ts'
import { basisPoints, cents } from '../../platform/money.ts'
import { computePlan } from './plan.ts'
import { localDate } from '../../platform/dates.ts'
import { testFeePlans } from '../../testing/testFeePlans.ts'
import { testRuns } from '../../testing/testRuns.ts'

const REFERENCE = basisPoints(1999)
const campaign = { orderCents: cents(60_000), numInstalments: 6, referenceTin: REFERENCE }

describe('fee', () => {
  test('is a percentage, a fixed part and the VAT on both', () => {
    expect(feeFor(cents(60_000), testFeePlans.instalments)).toEqual({ feeCents: 1530, vatCents: 321 })
    expect(feeFor(cents(12_990), testFeePlans.pay_in_4)).toEqual({ feeCents: 537, vatCents: 113 })
    expect(feeFor(cents(10_000), testFeePlans.pay_later)).toEqual({ feeCents: 320, vatCents: 67 })
    expect(feeFor(cents(0), testFeePlans.instalments)).toEqual({ feeCents: 30, vatCents: 6 })
  })
})

describe('the minimum fee of a month', () => {
  test.each([
    ['is charged in full, with VAT, when nothing was sold', 3_000, 0, { feeCents: 3_000, vatCents: 630 }],
    ['is the difference', 3_000, 2_951, { feeCents: 49, vatCents: 10 }],
    ['is zero when it was reached', 3_000, 3_000, null],
    ['is zero above it', 3_000, 9_999, null],
    ['is never more than agreed, when more was refunded than charged', 3_000, -500, { feeCents: 3_000, vatCents: 630 }],
  ])('%s', (_, least, charged, lacking) => expect(minimumFeeShortfall(cents(least), cents(charged), STANDARD_VAT)).toEqual(lacking))
})

describe('subsidy', () => {
  test.each([
    ['interest-free', 0, 0, 3546],
    ['reduced', 999, 0, 1785],
    ['interest-free with two months of waiting', 0, 2, 5681],
    ['zero when the customer pays the reference rate', 1999, 0, 0],
    ['only the growth when the customer pays the reference rate after waiting months', 1999, 2, 2135],
  ])('%s', (_, consumer, waitingMonths, expected) => {
    expect(subsidyFor({ ...campaign, consumerTin: basisPoints(consumer), waitingMonths })).toBe(expected)
  })

  test('is never negative', () => {
    expect(subsidyFor({ ...campaign, consumerTin: basisPoints(2500) })).toBe(0)
  })

  test('is computed on the financed amount', () => {
    const free = { ...campaign, consumerTin: basisPoints(0) }
    expect(subsidyFor({ ...free, downpayment: 'none' })).toBe(3546)
    expect(subsidyFor({ ...free, downpayment: cents(20_000) })).toBe(subsidyFor({ ...free, orderCents: cents(40_000) }))
    expect(subsidyFor({ ...free, orderCents: cents(70_000), downpayment: 'equal' })).toBe(3546)
    expect(() => subsidyFor({ ...free, downpayment: cents(60_000) })).toThrow(RangeError)
  })

  test('is the difference between the two plans, for any order', () => {
    const order = fc.record({ cents: fc.integer({ min: 3_000, max: 300_000 }), count: fc.integer({ min: 1, max: 36 }) })
    const property = fc.property(order, fc.integer({ min: 0, max: 1999 }), ({ cents: amount, count }, consumer) => {
      const plan = (tin: number) =>
        computePlan({
          orderCents: cents(amount),
          numInstalments: count,
          tin: basisPoints(tin),
          downpayment: 'none',
          signedOn: localDate('2026-01-15'),
        })
      const terms = { orderCents: cents(amount), numInstalments: count, referenceTin: REFERENCE, consumerTin: basisPoints(consumer) }
      return subsidyFor(terms) === Math.max(plan(1999).totalInterestCents - plan(consumer).totalInterestCents, 0)
    })
    fc.assert(property, { numRuns: testRuns(1_000) })
  })
})

describe('net of an order', () => {
  test('600.00 at 2.50 % + 0.30 with an interest-free campaign leaves 546.03', () => {
    const net = netForOrder({ amountCents: cents(60_000), plan: testFeePlans.instalments, subsidyCents: cents(3546) })
    expect(net).toEqual({ feeCents: 1530, vatCents: 321, subsidyCents: 3546, netCents: 54_603 })
  })

  test('129.90 in pay in 4 leaves 123.40', () => {
    const net = netForOrder({ amountCents: cents(12_990), plan: testFeePlans.pay_in_4 })
    expect(net).toEqual({ feeCents: 537, vatCents: 113, subsidyCents: 0, netCents: 12_340 })
  })
})

const order: RefundTerms = {
  capturedCents: cents(60_000),
  refundedBeforeCents: cents(0),
  refundCents: cents(20_000),
  plan: testFeePlans.instalments,
  subsidyCents: cents(3546),
  keepFixed: true,
}

describe('refund', () => {
  test('600.00 to 400.00 costs the shop 182.13', () => {
    expect(refundReversal(order)).toEqual({ feeBackCents: 500, vatBackCents: 105, subsidyBackCents: 1182, netCents: -18_213 })
  })

  test('of everything keeps the fixed part and its VAT, except on the day of the sale', () => {
    const all = { ...order, refundCents: cents(60_000) }
    expect(refundReversal(all)).toEqual({ feeBackCents: 1500, vatBackCents: 315, subsidyBackCents: 3546, netCents: -54_639 })
    expect(refundReversal({ ...all, keepFixed: false })).toEqual({
      feeBackCents: 1530,
      vatBackCents: 321,
      subsidyBackCents: 3546,
      netCents: -54_603,
    })
  })

  test('of a part keeps the fixed part even on the day of the sale', () => {
    expect(refundReversal({ ...order, keepFixed: false })).toEqual(refundReversal(order))
  })

  test.each([
    [0, 0],
    [0, -1],
    [0, 60_001],
    [50_000, 10_001],
    [60_000, 1],
  ])('after %s refuses %s', (before, refund) => {
    const terms = { ...order, refundedBeforeCents: cents(before), refundCents: cents(refund) }
    expect(() => refundReversal(terms)).toThrow(RangeError)
  })
})

const feePlan: fc.Arbitrary<FeePlan> = fc.record({
  rate: fc.integer({ min: 0, max: 1_000 }).map(basisPoints),
  fixedCents: fc.integer({ min: 0, max: 100 }).map(cents),
  vatRate: fc.constantFrom(0, 1000, 2100).map(basisPoints),
})

describe('for any sequence of partial refunds', () => {
  test('the reversals add up to one refund of their sum, and a full one leaves the fixed part', () => {
    const input = fc.record({
      captured: fc.integer({ min: 100, max: 300_000 }),
      cuts: fc.array(fc.nat(300_000), { minLength: 1, maxLength: 6 }),
      plan: feePlan,
      subsidy: fc.integer({ min: 0, max: 20_000 }),
      keepFixed: fc.boolean(),
    })
    const property = fc.property(input, ({ captured, cuts, plan, subsidy, keepFixed }) => {
      const terms = { capturedCents: cents(captured), plan, subsidyCents: cents(subsidy), keepFixed }
      const marks = [...new Set(cuts.map((cut) => (cut % captured) + 1))].toSorted((a, b) => a - b)
      const step = (from: number, to: number) =>
        refundReversal({ ...terms, refundedBeforeCents: cents(from), refundCents: cents(to - from) })
      const steps = marks.map((mark, index) => step(marks[index - 1] ?? 0, mark))
      const whole = step(0, marks.at(-1) ?? 0)
      for (const field of ['feeBackCents', 'vatBackCents', 'subsidyBackCents', 'netCents'] as const) {
        expect(steps.reduce((total, one) => total + one[field], 0)).toBe(whole[field])
        expect(field === 'netCents' || steps.every((one) => one[field] >= 0)).toBe(true)
      }
      const net = netForOrder({ amountCents: cents(captured), plan, subsidyCents: cents(subsidy) }).netCents
      const keptFee = keepFixed ? feeFor(cents(0), plan) : { feeCents: 0, vatCents: 0 }
      const everything = step(0, captured)
      expect(net + everything.netCents).toBe(0 - keptFee.feeCents - keptFee.vatCents)
    })
    fc.assert(property, { numRuns: testRuns(10_000) })
  })
})
