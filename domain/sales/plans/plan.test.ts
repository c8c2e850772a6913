import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../../platform/dates.ts'
import { basisPoints, cents, percentOf, sum, type Cents } from '../../platform/money.ts'
import { computePayIn4, computePayLater, computePlan, MAX_INSTALMENTS, type Plan, type PlanTerms } from './plan.ts'
import { testVectors } from '../../testing/testVectors.ts'
import { testRuns } from '../../testing/testRuns.ts'

const SIGNED = localDate('2026-01-15')

function plan(order: number, count: number, tin: number, rest: Partial<PlanTerms> = {}): Plan {
  return computePlan({
    orderCents: cents(order),
    numInstalments: count,
    tin: basisPoints(tin),
    downpayment: 'none',
    signedOn: SIGNED,
    ...rest,
  })
}

const amounts = (computed: Plan) => computed.instalments.map((instalment) => instalment.amountCents)
const dates = (computed: Plan) => computed.instalments.map((instalment) => instalment.dueOn)

describe('vectors', () => {
  test.each(testVectors.plans)('$input.order in $input.count at $input.tin, $input.downpayment', (vector) => {
    const { order, count, tin, downpayment, openingFeeRate, waitingMonths } = vector.input
    const computed = plan(order, count, tin, {
      downpayment: downpayment === 'equal' ? 'equal' : 'none',
      openingFeeRate: basisPoints(openingFeeRate),
      waitingMonths,
    })
    expect(amounts(computed)).toEqual(vector.amounts)
    expect(computed.instalments.map((instalment) => instalment.interestCents)).toEqual(vector.interest)
    expect(computed).toMatchObject({
      downpaymentCents: vector.downpayment,
      principalCents: vector.principal,
      openingFeeCents: vector.openingFee,
      instalmentCents: vector.instalment,
      totalInterestCents: vector.totalInterest,
      totalDueCents: vector.totalDue,
      totalPriceCents: vector.totalPrice,
      tin,
      tae: vector.tae,
    })
  })

  test('a published example, 200.00 in 12 at 16.19 %, within one cent', () => {
    const computed = plan(20_000, 12, 1619, { downpayment: 'equal' })
    expect(computed).toMatchObject({ downpaymentCents: 1665, principalCents: 18_335, totalDueCents: 19_982, tae: 1744 })
  })

  test('a fixed cost per instalment without interest, 200.00 in 3, within one cent of 3 × 69.60', () => {
    const computed = plan(20_000, 3, 0, { customerFeeFixedCents: cents(293) })
    expect(amounts(computed)).toEqual([6960, 6960, 6959])
    expect(computed.instalmentCents).toBe(6960)
    expect(computed.instalments.every((instalment) => instalment.feeCents === 293)).toBe(true)
    expect(computed.totalDueCents).toBe(20_879)
    expect(computed.totalInterestCents).toBe(0)
    expect(computed.tae).toBe(2956)
  })

  test('an opening fee is a cost of the credit, charged at signature', () => {
    const computed = plan(10_000, 1, 0, { openingFeeRate: basisPoints(100) })
    expect(computed).toMatchObject({ openingFeeCents: 100, totalDueCents: 10_100, tae: 1282 })
  })

  test('a fixed down payment is deducted from the financed amount', () => {
    const computed = plan(60_000, 6, 1999, { downpayment: cents(20_000) })
    expect(computed).toMatchObject({ downpaymentCents: 20_000, principalCents: 40_000, instalmentCents: 7061 })
    expect(computed.totalPriceCents).toBe(computed.totalDueCents + 20_000)
    expect(plan(60_000, 6, 1999, { downpayment: cents(0) })).toEqual(plan(60_000, 6, 1999))
  })
})

describe('due dates', () => {
  test('are monthly, anchored on the day of signature and clamped to the end of the month', () => {
    const signedOn = localDate('2026-01-31')
    expect(dates(plan(40_000, 4, 0, { signedOn }))).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    expect(plan(40_000, 4, 0, { signedOn }).firstDueOn).toBe('2026-02-28')
  })

  test('are postponed to the chosen payday, never moved back', () => {
    expect(dates(plan(20_000, 2, 0, { payday: 20 }))).toEqual(['2026-02-20', '2026-03-20'])
    expect(dates(plan(20_000, 2, 0, { payday: 15 }))).toEqual(['2026-02-15', '2026-03-15'])
    expect(dates(plan(20_000, 2, 0, { payday: 5 }))).toEqual(['2026-03-05', '2026-04-05'])
    expect(plan(20_000, 2, 0, { payday: 1, signedOn: localDate('2026-11-30') }).firstDueOn).toBe('2027-01-01')
    expect(plan(20_000, 2, 0, { payday: 28, signedOn: localDate('2026-01-31') }).firstDueOn).toBe('2026-02-28')
  })

  test('are postponed by the waiting months, which change nothing else', () => {
    const waiting = plan(60_000, 6, 1999, { waitingMonths: 2 })
    expect(dates(waiting)).toEqual(['2026-04-15', '2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15', '2026-09-15'])
    expect(amounts(waiting)).toEqual(amounts(plan(60_000, 6, 1999)))
    expect(dates(plan(20_000, 2, 0, { waitingMonths: 1, signedOn: localDate('2026-01-31') }))).toEqual(['2026-03-31', '2026-04-30'])
    expect(plan(20_000, 2, 0, { waitingMonths: 1, payday: 5 }).firstDueOn).toBe('2026-04-05')
  })
})

describe('the other products', () => {
  test('pay later: one payment, 15 days after the capture, at no cost', () => {
    const computed = computePayLater({ orderCents: cents(12_990), capturedOn: localDate('2026-12-20') })
    expect(dates(computed)).toEqual(['2027-01-04'])
    expect(amounts(computed)).toEqual([12_990])
    expect(computed).toMatchObject({ downpaymentCents: 0, totalPriceCents: 12_990, tin: 0, tae: 0, firstDueOn: '2027-01-04' })
  })

  test('pay in 4: the first today, three more, the last absorbs the cents', () => {
    const computed = computePayIn4({ orderCents: cents(12_990), signedOn: SIGNED, payday: 20 })
    expect(computed.downpaymentCents).toBe(3248)
    expect(amounts(computed)).toEqual([3248, 3248, 3246])
    expect(dates(computed)).toEqual(['2026-02-20', '2026-03-20', '2026-04-20'])
    expect(computed).toMatchObject({ totalPriceCents: 12_990, tin: 0, tae: 0 })
  })
})

test.each<[string, number, number, number, Partial<PlanTerms>]>([
  ['no order', 0, 3, 0, {}],
  ['a negative order', -1, 3, 0, {}],
  ['no instalment', 100, 0, 0, {}],
  ['too many instalments', 100, MAX_INSTALMENTS + 1, 0, {}],
  ['a fractional number of instalments', 100, 1.5, 0, {}],
  ['a negative rate', 100, 3, -1, {}],
  ['a rate of more than 1000 %', 100, 3, 100_001, {}],
  ['a down payment of the whole amount', 100, 3, 0, { downpayment: cents(100) }],
  ['a negative down payment', 100, 3, 0, { downpayment: cents(-1) }],
  ['payday 0', 100, 3, 0, { payday: 0 }],
  ['payday 29', 100, 3, 0, { payday: 29 }],
  ['negative waiting', 100, 3, 0, { waitingMonths: -1 }],
  ['a negative fee', 100, 3, 0, { customerFeeFixedCents: cents(-1) }],
  ['a negative opening fee', 100, 3, 0, { openingFeeRate: basisPoints(-1) }],
  ['an opening fee of the whole amount', 1, 3, 0, { openingFeeRate: basisPoints(5_000) }],
])('refuses %s', (_, order, count, tin, rest) => expect(() => plan(order, count, tin, rest)).toThrow(RangeError))

const terms = fc.record({
  orderCents: fc.integer({ min: 3_000, max: 300_000 }).map(cents),
  numInstalments: fc.integer({ min: 1, max: 36 }),
  tin: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })).map(basisPoints),
  downpayment: fc.constantFrom<'none' | 'equal' | Cents>('none', 'equal', cents(1_000)),
  openingFeeRate: fc.constantFrom(0, 0, 200).map(basisPoints),
  waitingMonths: fc.constantFrom(0, 0, 1, 3),
  customerFeeFixedCents: fc.constantFrom(0, 0, 99).map(cents),
  signedOn: fc.integer({ min: 0, max: 1_500 }).map((index) => addDays(localDate('2025-01-01'), index)),
  payday: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
})

/**
 * Cents that the last instalment may absorb: each month rounds the payment and the interest by half a cent at most, and rounding differences bear interest
 * until the end, so the bound is that of one cent a month at the plan's rate (35 months at 29,92 %: 54, not 35).
 */
function maxAbsorbed({ tin, numInstalments }: { tin: number; numInstalments: number }): number {
  const monthly = tin / 10_000 / 12
  // The small addend keeps a whole number of cents whole in binary arithmetic.
  return monthly === 0 ? numInstalments : Math.floor(((1 + monthly) ** numInstalments - 1) / monthly + 1e-9)
}

describe('for any order', () => {
  test('the principal adds up, interest is never negative and the last instalment absorbs only cents', () => {
    const property = fc.property(terms, (input) => {
      const computed = computePlan(input)
      const { principalCents, downpaymentCents, openingFeeCents, instalments, instalmentCents } = computed
      let left: number = principalCents
      instalments.forEach((instalment, index) => {
        left -= instalment.principalCents
        const last = index === instalments.length - 1
        const sound =
          instalment.number === index + 1 &&
          instalment.principalCents >= 0 &&
          instalment.interestCents >= 0 &&
          instalment.outstandingCents === left &&
          instalment.amountCents === instalment.principalCents + instalment.interestCents + instalment.feeCents &&
          (last ? Math.abs(instalment.amountCents - instalmentCents) <= maxAbsorbed(input) : instalment.amountCents === instalmentCents)
        if (!sound) throw new Error(`instalment ${instalment.number} is unsound`)
      })
      const due = sum(openingFeeCents, ...amounts(computed))
      return (
        left === 0 &&
        principalCents + downpaymentCents === input.orderCents &&
        instalments.length === input.numInstalments &&
        computed.totalDueCents === due &&
        computed.totalPriceCents === due + downpaymentCents &&
        computed.totalInterestCents === sum(...instalments.map((one) => one.interestCents)) &&
        openingFeeCents === percentOf(principalCents, input.openingFeeRate)
      )
    })
    fc.assert(property, { numRuns: testRuns(40_000) })
  })

  test('due dates are monthly and the first is at least one month after signature', () => {
    const property = fc.property(terms, (input) => {
      const due = dates(computePlan(input))
      const months = due.map((text) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)))
      expect(months.every((month, index) => month === (months[0] ?? 0) + index)).toBe(true)
      const signedMonth = Number(input.signedOn.slice(0, 4)) * 12 + Number(input.signedOn.slice(5, 7))
      const moved = (months[0] ?? 0) - signedMonth - input.waitingMonths
      expect(moved === 1 || (input.payday !== undefined && moved === 2)).toBe(true)
      if (input.payday) expect(due.every((text) => Number(text.slice(8)) === input.payday)).toBe(true)
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })

  test('splitting a few cents stays consistent', () => {
    const few = fc.record({
      order: fc.integer({ min: 2, max: 500 }),
      count: fc.integer({ min: 1, max: 36 }),
      tin: fc.integer({ min: 0, max: 100_000 }),
    })
    const property = fc.property(few, fc.constantFrom('none' as const, 'equal' as const), ({ order, count, tin }, downpayment) => {
      const computed = plan(order, count, tin, { downpayment })
      const parts = computed.instalments.map((one) => one.principalCents)
      return sum(computed.downpaymentCents, ...parts) === order && parts.every((part) => part >= 0)
    })
    fc.assert(property, { numRuns: testRuns(10_000) })
  })

  test('the annual rate discounts the payments to the amount financed', () => {
    const property = fc.property(terms, (input) => {
      const computed = computePlan(input)
      const received = computed.principalCents - computed.openingFeeCents
      const worth = (rate: number) =>
        amounts(computed).reduce((total, amount, index) => total + amount * (1 + rate) ** (-(input.waitingMonths + index + 1) / 12), 0)
      if (computed.tae === 0) return sum(...amounts(computed)) <= received + 1 || worth(0.00005) <= received
      return worth((computed.tae - 0.5001) / 10_000) >= received && worth((computed.tae + 0.5001) / 10_000) <= received
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })
})
