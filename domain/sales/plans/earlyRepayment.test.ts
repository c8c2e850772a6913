import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, localDate } from '../../platform/dates.ts'
import { basisPoints, cents, sum } from '../../platform/money.ts'
import { earlyRepayment, type RunningPlan } from './earlyRepayment.ts'
import { computePlan, type BookedInstalment } from './plan.ts'

const signedOn = localDate('2026-11-22')
type Terms = { orderCents: number; numInstalments: number; tin: number; waitingMonths?: number; openingFeeCents?: number }

function running({ orderCents, numInstalments, tin, waitingMonths = 0, openingFeeCents = 0 }: Terms): RunningPlan {
  const plan = computePlan({
    orderCents: cents(orderCents),
    numInstalments,
    tin: basisPoints(tin),
    downpayment: 'none',
    waitingMonths,
    signedOn,
  })
  const instalments = plan.instalments.map((one): BookedInstalment => ({ ...one, state: 'pending' }))
  return { instalments, tin: basisPoints(tin), since: signedOn, openingFeeCents: cents(openingFeeCents) }
}

/** The plan with its next instalment paid, early or on its day. */
const paid = (plan: RunningPlan, number: number, instalments = plan.instalments): RunningPlan => ({
  ...plan,
  instalments: instalments.map((one) => (one.number === number ? { ...one, state: 'paid' as const } : one)),
})

const six = running({ orderCents: 60_000, numInstalments: 6, tin: 1_999 })
const total = ({ instalments }: { instalments: readonly BookedInstalment[] }) => sum(...instalments.map((one) => one.amountCents))

describe('earlyRepayment', () => {
  it('charges the interest until today: none on the first day, half of the month in its middle', () => {
    expect(earlyRepayment(six, true, signedOn)).toMatchObject({
      number: 1,
      amountCents: 60_000,
      interestCents: 0,
      savedCents: total(six) - 60_000,
    })
    // 15 of the 30 days of the first month: half of the 9.995 € of its interest.
    expect(earlyRepayment(six, true, localDate('2026-12-07'))).toMatchObject({
      amountCents: 60_500,
      principalCents: 60_000,
      interestCents: 500,
    })
  })

  it('of the next instalment saves the interest on its own principal for the days that are left', () => {
    const [first] = six.instalments
    const half = earlyRepayment(six, false, localDate('2026-12-07'))
    // 95.92 € of principal at 19.99 % for half a month.
    expect(first).toMatchObject({ principalCents: 9_592, interestCents: 999 })
    expect(half).toMatchObject({ number: 1, savedCents: 80, amountCents: 10_591 - 80, principalCents: 9_592 })
    expect(half?.instalments.slice(1)).toEqual(six.instalments.slice(1))
  })

  it('gives back what was paid ahead when the rest is repaid in the same month', () => {
    const next = earlyRepayment(six, false, signedOn)
    const rest = next && earlyRepayment(paid(six, 1, next.instalments), true, signedOn)
    // The first instalment contained a month of interest on all; on the first day nothing has accrued.
    expect(rest?.interestCents).toBe(-840)
    expect((next?.amountCents ?? 0) + (rest?.amountCents ?? 0)).toBe(59_999)
  })

  it('gives back the part of the opening fee for the rest of the term, when all is repaid', () => {
    const plan = running({ orderCents: 60_000, numInstalments: 6, tin: 0, openingFeeCents: 1_820 })
    // 91 of the 181 days are left.
    const half = { ...plan, instalments: plan.instalments.map((one, at) => (at < 2 ? { ...one, state: 'paid' as const } : one)) }
    expect(earlyRepayment(half, true, localDate('2027-02-20'))).toMatchObject({ amountCents: 40_000 - 915, interestCents: -915 })
    expect(earlyRepayment(plan, false, localDate('2026-12-07'))).toMatchObject({ amountCents: 10_000, savedCents: 0 })
  })

  it('is not possible on the due day, with something overdue, or with nothing left', () => {
    expect(earlyRepayment(six, true, localDate('2026-12-22'))).toBeNull()
    const late = { ...six, instalments: six.instalments.map((one, at) => (at === 0 ? { ...one, state: 'overdue' as const } : one)) }
    expect(earlyRepayment(late, true, signedOn)).toBeNull()
    expect(
      earlyRepayment({ ...six, instalments: six.instalments.map((one) => ({ ...one, state: 'paid' as const })) }, true, signedOn),
    ).toBeNull()
  })

  it('never costs more than waiting, never less later, and keeps the principal to the cent', () => {
    const terms = fc.record({
      orderCents: fc.integer({ min: 3_000, max: 300_000 }),
      numInstalments: fc.integer({ min: 1, max: 24 }),
      tin: fc.constantFrom(0, 599, 1_999, 3_000),
      waitingMonths: fc.integer({ min: 0, max: 3 }),
      feeRate: fc.constantFrom(0, 0, 2),
      paidOnTime: fc.nat(),
      all: fc.boolean(),
      day: fc.nat(),
    })
    fc.assert(
      fc.property(terms, ({ paidOnTime, all, day, feeRate, ...terms }) => {
        const fresh = running({ ...terms, openingFeeCents: Math.floor((terms.orderCents * feeRate) / 100) })
        const many = paidOnTime % terms.numInstalments
        const plan = { ...fresh, instalments: fresh.instalments.map((one, at) => (at < many ? { ...one, state: 'paid' as const } : one)) }
        const begins = plan.instalments[many - 1]?.dueOn ?? signedOn
        const ends = plan.instalments[many]?.dueOn ?? signedOn
        const today = addDays(begins, day % daysBetween(begins, ends))
        const left = plan.instalments.filter(({ state }) => state === 'pending')
        const early = earlyRepayment(plan, all, today)
        const repaid = all ? left : left.slice(0, 1)
        if (early === null) throw new Error('nothing to repay')
        const whole = sum(...repaid.map((one) => one.amountCents))
        expect(early.amountCents + early.savedCents).toBe(whole)
        expect(early.savedCents).toBeGreaterThanOrEqual(0)
        expect(early.principalCents).toBe(sum(...repaid.map((one) => one.principalCents)))
        expect(sum(...early.instalments.map((one) => one.principalCents))).toBe(terms.orderCents)
        for (const one of early.instalments) expect(one.amountCents).toBe(one.principalCents + one.interestCents)
        const later = earlyRepayment(plan, all, addDays(today, 1))
        if (later !== null) expect(later.amountCents).toBeGreaterThanOrEqual(early.amountCents)
        // One after the other on one day costs what all at once costs, but for the rounding of each.
        let [step, sums] = [plan as RunningPlan, 0]
        for (let next = earlyRepayment(step, false, today); next; next = earlyRepayment(step, false, today)) {
          sums += next.amountCents
          step = paid(step, next.number, next.instalments)
        }
        expect(Math.abs(sums - (earlyRepayment(plan, true, today)?.amountCents ?? 0))).toBeLessThanOrEqual(left.length)
      }),
      { numRuns: 60 },
    )
  })
})
