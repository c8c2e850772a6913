import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from './dates.ts'
import { refundReversal } from '../sales/plans/fees.ts'
import { basisPoints, cents, formatAmount, formatEuros, sum } from './money.ts'
import { parseEuros } from './readAmount.ts'
import { computePlan } from '../sales/plans/plan.ts'
import { testRuns } from '../testing/testRuns.ts'

// Cents in many cases, none of which may lose or make one; at full size with `CENTS_RUNS=100000`.
const cases = { numRuns: Number(process.env.CENTS_RUNS ?? testRuns(20_000)) }
const total = fc.integer({ min: 1, max: 300_000_000 })
const parts = fc.integer({ min: 1, max: 60 })

test('a total cut in up to sixty parts is whole again', () => {
  const property = fc.property(total, parts, fc.integer({ min: 0, max: 3_000 }), fc.boolean(), (order, count, tin, today) => {
    const downpayment = today && order > count ? ('equal' as const) : ('none' as const)
    const plan = computePlan({
      orderCents: cents(order),
      numInstalments: count,
      tin: basisPoints(tin),
      downpayment,
      signedOn: localDate('2026-01-31'),
    })
    return sum(plan.downpaymentCents, ...plan.instalments.map((one) => one.principalCents)) === order
  })
  fc.assert(property, cases)
})

test('fees given back in two refunds are those of one, cent by cent', () => {
  const terms = fc.record({
    captured: total,
    first: fc.nat(),
    second: fc.nat(),
    rate: fc.integer({ min: 0, max: 1_000 }),
    subsidy: fc.nat(20_000),
  })
  const property = fc.property(terms, ({ captured, first, second, rate, subsidy }) => {
    const plan = { rate: basisPoints(rate), fixedCents: cents(30), vatRate: basisPoints(2_100) }
    const [early, late] = [(first % captured) + 1, (second % captured) + 1].toSorted((a, b) => a - b) as [number, number] // two of two
    const back = (before: number, refund: number) =>
      refundReversal({
        capturedCents: cents(captured),
        refundedBeforeCents: cents(before),
        refundCents: cents(refund),
        plan,
        subsidyCents: cents(Math.min(subsidy, captured)),
        keepFixed: true,
      })
    const whole = back(0, late)
    const steps = early === late ? [whole] : [back(0, early), back(early, late - early)]
    return (['feeBackCents', 'vatBackCents', 'subsidyBackCents', 'netCents'] as const).every(
      (field) => sum(...steps.map((one) => one[field])) === whole[field],
    )
  })
  fc.assert(property, cases)
})

test('an amount written out is read back, with and without its sign', () => {
  const property = fc.property(fc.maxSafeInteger(), (value) => {
    const amount = cents(value)
    return parseEuros(formatAmount(amount), true) === amount && parseEuros(formatEuros(amount), true) === amount
  })
  fc.assert(property, cases)
})

test.each(['NaN', 'Infinity', '1e3', '0,001', '1.2,3', '1,2.3', '', '-', '9007199254740993', '0x10', '¹²'])('%s is no amount', (text) => {
  expect(parseEuros(text)).toBeNull()
})

test('minus zero is zero', () => expect(Object.is(cents(-0), 0)).toBe(true))

test.each([Number.NaN, Infinity, 0.5, 2 ** 53])('%s is no number of cents', (value) => {
  expect(() => cents(value)).toThrow(RangeError)
})
