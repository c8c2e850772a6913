import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../../platform/dates.ts'
import { basisPoints, cents, sum } from '../../platform/money.ts'
import { computePlan, planAfterCancellation, planAfterRefund, type BookedInstalment } from './plan.ts'
import { testRuns } from '../../testing/testRuns.ts'

const TIN = basisPoints(1999)
const SIGNED = localDate('2026-01-15')

function booked(order: number, count: number, tin: number, paid: number, overdue = 0, fee = 0): BookedInstalment[] {
  const plan = computePlan({
    orderCents: cents(order),
    numInstalments: count,
    tin: basisPoints(tin),
    downpayment: 'none',
    signedOn: SIGNED,
    customerFeeFixedCents: cents(fee),
  })
  return plan.instalments.map(({ number, dueOn, amountCents, principalCents, interestCents }) => {
    const state = number <= paid ? 'paid' : number <= paid + overdue ? 'overdue' : 'pending'
    return { number, dueOn, amountCents, principalCents, interestCents, state }
  })
}

const amounts = (instalments: readonly BookedInstalment[]) => instalments.map((one) => one.amountCents)
const states = (instalments: readonly BookedInstalment[]) => instalments.map((one) => one.state)
const unpaid = (instalments: readonly BookedInstalment[]) => instalments.filter((one) => one.state === 'pending' || one.state === 'overdue')
const principal = (instalments: readonly BookedInstalment[]) => sum(...unpaid(instalments).map((one) => one.principalCents))

describe('600.00 in 6 at 19.99 %, two paid', () => {
  const books = booked(60_000, 6, 1999, 2)
  const today = localDate('2026-03-20')

  test('refund 200.00: four instalments of 53.81 on the same dates', () => {
    const after = planAfterRefund(books, TIN, cents(20_000), today)
    expect(after).toMatchObject({ outstandingBeforeCents: 40_657, outstandingAfterCents: 20_657, creditToCustomerCents: 0 })
    expect(after).toMatchObject({ completed: false, completedButDefaults: false })
    expect(amounts(after.instalments)).toEqual([10_591, 10_591, 5381, 5381, 5381, 5381])
    expect(after.instalments.slice(0, 2)).toEqual(books.slice(0, 2))
    expect(after.instalments.map((one) => [one.number, one.dueOn])).toEqual(books.map((one) => [one.number, one.dueOn]))
    expect(after.instalments[2]).toMatchObject({ principalCents: 5037, interestCents: 344, state: 'pending' })
  })

  test('refund 500.00: no instalment left, 93.43 credited to the customer', () => {
    const after = planAfterRefund(books, TIN, cents(50_000), today)
    expect(after).toMatchObject({ outstandingAfterCents: 0, creditToCustomerCents: 9343, completed: true, completedButDefaults: false })
    expect(amounts(after.instalments)).toEqual([10_591, 10_591, 0, 0, 0, 0])
    expect(states(after.instalments)).toEqual(['paid', 'paid', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(after.instalments[3]).toMatchObject({ principalCents: 0, interestCents: 0 })
  })

  test('an instalment due today is owed like the others until paid: none of it is credited', () => {
    const due = localDate('2026-04-15')
    const after = planAfterRefund(books, TIN, cents(50_000), due)
    expect(after.creditToCustomerCents).toBe(9343)
    for (const state of ['pending', 'overdue'] as const) {
      const unpaidToday = books.map((one) => (one.dueOn === due ? { ...one, state } : one))
      const gone = planAfterCancellation({ instalments: unpaidToday, paidAtSignatureCents: cents(0), alreadyCreditedCents: cents(0) })
      expect(gone.creditToCustomerCents).toBe(2 * 10_591)
      expect(states(gone.instalments)).toEqual(['refunded', 'refunded', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
    }
  })
})

describe('interest already due stays', () => {
  const books = booked(60_000, 6, 1999, 1, 1)
  const today = localDate('2026-03-20')

  test('an overdue instalment keeps its interest on a lower principal', () => {
    const after = planAfterRefund(books, TIN, cents(20_000), today)
    expect(after.instalments[1]).toMatchObject({ interestCents: books[1]?.interestCents, state: 'overdue' })
    expect(after.outstandingAfterCents).toBe(books.slice(1).reduce((total, one) => total + one.principalCents, -20_000))
    const [, second, third, , , sixth] = amounts(after.instalments)
    expect(second).toBeGreaterThan(third ?? 0)
    expect(Math.abs((sixth ?? 0) - (third ?? 0))).toBeLessThanOrEqual(5)
  })

  test('is the only debt left when the principal is repaid', () => {
    const after = planAfterRefund(books, TIN, cents(55_000), today)
    expect(after).toMatchObject({ outstandingAfterCents: 0, completed: false, completedButDefaults: true })
    expect(amounts(after.instalments)).toEqual([10_591, books[1]?.interestCents, 0, 0, 0, 0])
    expect(states(after.instalments)).toEqual(['paid', 'overdue', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
  })
})

describe('details', () => {
  test('the fixed fee of an instalment stays with the remaining amount', () => {
    const books = booked(20_000, 3, 0, 1, 0, 293)
    const part = planAfterRefund(books, basisPoints(0), cents(5_000), SIGNED)
    expect(amounts(part.instalments)).toEqual([6960, 4167 + 293, 4166 + 293])
    const all = planAfterRefund(books, basisPoints(0), cents(15_000), SIGNED)
    expect(amounts(all.instalments)).toEqual([6960, 0, 0])
    const arrears = planAfterRefund(booked(20_000, 3, 0, 1, 1, 293), basisPoints(0), cents(15_000), localDate('2026-04-01'))
    expect(amounts(arrears.instalments)).toEqual([6960, 293, 0])
  })

  test('a fully paid plan is credited in full, and a cancelled instalment stays cancelled', () => {
    const books = booked(10_000, 2, 0, 2)
    expect(planAfterRefund(books, basisPoints(0), cents(3_000), SIGNED)).toEqual({
      instalments: books,
      outstandingBeforeCents: 0,
      outstandingAfterCents: 0,
      creditToCustomerCents: 3_000,
      completed: true,
      completedButDefaults: false,
    })
    const gone = planAfterRefund(booked(10_000, 2, 0, 1), basisPoints(0), cents(6_000), SIGNED).instalments
    expect(planAfterRefund(gone, basisPoints(0), cents(100), SIGNED).instalments).toEqual(gone)
  })

  test('does not mutate its arguments', () => {
    const books = booked(60_000, 6, 1999, 2)
    const copy = structuredClone(books)
    planAfterRefund(books, TIN, cents(20_000), SIGNED).instalments.forEach((one) => Object.assign(one, { number: 99 }))
    expect(books).toEqual(copy)
  })

  test.each([0, -1])('refuses a refund of %s cents', (refund) => {
    expect(() => planAfterRefund(booked(10_000, 2, 0, 0), TIN, cents(refund), SIGNED)).toThrow(RangeError)
  })
})

const scenario = fc.record({
  order: fc.integer({ min: 3_000, max: 300_000 }),
  count: fc.integer({ min: 1, max: 12 }),
  tin: fc.constantFrom(0, 999, 1619, 1999, 2195),
  paid: fc.nat(12),
  overdue: fc.nat(2),
  fee: fc.constantFrom(0, 0, 99),
  refunds: fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 4 }),
  offset: fc.integer({ min: -3, max: 30 }),
})

describe('for any books and refunds', () => {
  test('the principal falls by the refund, the rest is credited, paid instalments stay, and no more is credited than was paid', () => {
    const property = fc.property(scenario, ({ order, count, tin, paid, overdue, fee, refunds, offset }) => {
      let books = booked(order, count, tin, paid, overdue, fee)
      const dueOn = books[Math.min(paid + overdue, count) - 1]?.dueOn ?? SIGNED
      const today = addDays(dueOn, offset)
      let [credited, refunded] = [0, 0]
      for (const refund of refunds) {
        refunded += refund
        // Refunds beyond the order are refused elsewhere: only their excess may be credited beyond what was paid.
        const over = Math.max(refunded - order, 0)
        const after = planAfterRefund(books, basisPoints(tin), cents(refund), today)
        const lowered = after.outstandingBeforeCents - after.outstandingAfterCents
        const paid = books.filter((one) => one.state === 'paid')
        credited += after.creditToCustomerCents
        const paidCents = sum(...paid.map((one) => one.principalCents))
        const sound =
          after.outstandingBeforeCents === principal(books) &&
          after.outstandingAfterCents === principal(after.instalments) &&
          lowered >= 0 &&
          lowered + after.creditToCustomerCents === refund &&
          (credited <= paidCents || credited - paidCents <= over) &&
          after.instalments.length === books.length &&
          paid.every((one) => JSON.stringify(after.instalments[one.number - 1]) === JSON.stringify(one)) &&
          after.instalments.every((one, index) => one.dueOn === books[index]?.dueOn && one.number === books[index]?.number) &&
          after.instalments.every((one) => one.principalCents >= 0 && one.interestCents >= 0 && one.amountCents >= 0) &&
          unpaid(after.instalments).every((one) => one.amountCents > 0) &&
          after.completed === (unpaid(after.instalments).length === 0)
        if (!sound) return false
        books = after.instalments
      }
      return true
    })
    fc.assert(property, { numRuns: testRuns(20_000) })
  })

  test('no unpaid instalment increases, except by cents of rounding', () => {
    const property = fc.property(scenario, ({ order, count, tin, paid, refunds: [refund = 1] }) => {
      const books = booked(order, count, tin, paid)
      const after = planAfterRefund(books, basisPoints(tin), cents(refund), SIGNED).instalments
      return after.every((one, index) => one.amountCents <= (books[index]?.amountCents ?? 0) + count)
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })
})

describe('cancellation', () => {
  test('refunds everything paid, interest included, and cancels the rest', () => {
    const after = planAfterCancellation({
      instalments: booked(60_000, 6, 1999, 2),
      paidAtSignatureCents: cents(9_002),
      alreadyCreditedCents: cents(1_000),
    })
    expect(after.creditToCustomerCents).toBe(2 * 10_591 + 9_002 - 1_000)
    expect(states(after.instalments)).toEqual(['refunded', 'refunded', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(amounts(after.instalments)).toEqual([10_591, 10_591, 0, 0, 0, 0])
  })

  test('repeated refunds nothing: the credit is never negative', () => {
    const once = planAfterCancellation({
      instalments: booked(60_000, 6, 1999, 2),
      paidAtSignatureCents: cents(0),
      alreadyCreditedCents: cents(0),
    })
    const again = planAfterCancellation({
      instalments: once.instalments,
      paidAtSignatureCents: cents(0),
      alreadyCreditedCents: cents(2 * 10_591),
    })
    expect(again.creditToCustomerCents).toBe(0)
    expect(again.instalments).toEqual(once.instalments)
  })
})
