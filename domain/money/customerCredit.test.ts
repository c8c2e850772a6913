import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madridDay } from '../platform/dates.ts'
import { cents, type Cents } from '../platform/money.ts'
import { isTargetBusinessDay } from '../platform/targetCalendar.ts'
import {
  accountReminderAt,
  creditForgottenAt,
  creditState,
  creditTaskAt,
  type RefundableCharge,
  refundRetryAt,
  splitCredit,
} from './customerCredit.ts'

const charge = (id: string, day: number, amount: number, refunded = 0, isClosed = false): RefundableCharge => ({
  id,
  chargedAt: new Date(Date.UTC(2026, 0, day)),
  amountCents: cents(amount),
  refundedCents: cents(refunded),
  isClosed,
})

const charges = fc.uniqueArray(
  fc
    .tuple(
      fc.uuid(),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
    )
    .map(([id, day, amount, part, isClosed]) => charge(id, day, amount, Math.floor(amount * part), isClosed)),
  { selector: ({ id }) => id, maxLength: 14 },
)
const credit = fc.integer({ min: 1, max: 400_000 }).map(cents)
const total = (parts: readonly { amountCents: Cents }[]) => parts.reduce((sum, { amountCents }) => sum + amountCents, 0)

describe('splitCredit', () => {
  it('takes the newest charge first, and transfers what is left', () => {
    const three = [charge('a', 1, 5_000), charge('b', 2, 10_000), charge('c', 3, 10_000, 4_000)]
    expect(splitCredit(cents(12_000), three)).toEqual({
      refunds: [
        { chargeId: 'c', amountCents: 6_000 },
        { chargeId: 'b', amountCents: 6_000 },
      ],
      transferCents: 0,
    })
    expect(splitCredit(cents(30_000), three).transferCents).toBe(9_000)
    expect(splitCredit(cents(700), [charge('a', 1, 1_000, 0, true)])).toEqual({ refunds: [], transferCents: 700 })
  })

  it('gives back the credit to the cent, and never more than is left of a charge', () => {
    fc.assert(
      fc.property(credit, charges, (amount, all) => {
        const { refunds, transferCents } = splitCredit(amount, all)
        expect(total(refunds) + transferCents).toBe(amount)
        for (const { chargeId, amountCents } of refunds) {
          const charge = all.find(({ id }) => id === chargeId)
          expect(charge?.isClosed).toBe(false)
          expect(amountCents).toBeGreaterThan(0)
          expect(amountCents + (charge?.refundedCents ?? 0)).toBeLessThanOrEqual(charge?.amountCents ?? 0)
        }
        expect(new Set(refunds.map(({ chargeId }) => chargeId)).size).toBe(refunds.length)
        const room = all.reduce((sum, one) => sum + (one.isClosed ? 0 : one.amountCents - one.refundedCents), 0)
        expect(transferCents).toBe(Math.max(0, amount - room))
      }),
    )
  })

  it('leaves an older charge untouched while a newer one can take more, whatever the order of the rows', () => {
    fc.assert(
      fc.property(credit, charges, (amount, all) => {
        const { refunds } = splitCredit(amount, all)
        const left = (one: RefundableCharge) =>
          one.amountCents - one.refundedCents - (refunds.find(({ chargeId }) => chargeId === one.id)?.amountCents ?? 0)
        const touched = all.filter(({ id }) => refunds.some(({ chargeId }) => chargeId === id))
        for (const older of touched)
          for (const newer of all) if (!newer.isClosed && newer.chargedAt > older.chargedAt) expect(left(newer)).toBe(0)
        expect(splitCredit(amount, all.toReversed())).toEqual(splitCredit(amount, all))
      }),
    )
  })

  it('splits two credits one after the other as one of their sum, as far as the charges go', () => {
    fc.assert(
      fc.property(credit, credit, charges, (first, second, all) => {
        const before = splitCredit(first, all)
        const taken = new Map(before.refunds.map(({ chargeId, amountCents }) => [chargeId, amountCents]))
        const after = splitCredit(
          second,
          all.map((one) => ({ ...one, refundedCents: cents(one.refundedCents + (taken.get(one.id) ?? 0)) })),
        )
        const both = splitCredit(cents(first + second), all)
        expect(before.transferCents + after.transferCents).toBe(both.transferCents)
        expect(total(before.refunds) + total(after.refunds)).toBe(total(both.refunds))
      }),
    )
  })
})

describe('creditState', () => {
  const amounts = (paid: number, onCards: number, onTransfer: number, tryLater = false) =>
    creditState({
      amountCents: cents(1_000),
      paidCents: cents(paid),
      onCardsCents: cents(onCards),
      onTransferCents: cents(onTransfer),
      tryLater,
    })
  it('says who has the next step', () => {
    expect([amounts(1_000, 0, 0), amounts(400, 600, 0), amounts(400, 0, 600), amounts(0, 400, 600)]).toEqual([
      'paid',
      'refunding',
      'transferring',
      'refunding',
    ])
    expect([amounts(400, 0, 0), amounts(0, 999, 0), amounts(400, 0, 0, true)]).toEqual(['needs_account', 'needs_account', 'refunding'])
  })
})

describe('deadlines of a credit', () => {
  // A Thursday before a weekend.
  const thursday = new Date('2026-11-26T17:30:00Z')
  it('count working days', () => {
    expect(creditTaskAt(thursday).toISOString()).toBe('2026-11-30T23:00:00.000Z')
    expect([1, 2].map((nth) => accountReminderAt(thursday, nth).toISOString())).toEqual([
      '2026-11-27T09:00:00.000Z',
      '2026-11-30T09:00:00.000Z',
    ])
    expect(madridDay(creditForgottenAt(thursday))).toBe('2026-12-26')
  })

  it('remind before staff look, on working days', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2025-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }), (at) => {
        const [first, second, task] = [accountReminderAt(at, 1), accountReminderAt(at, 2), creditTaskAt(at)]
        expect(at < first && first < second && second < task).toBe(true)
        for (const one of [first, second, task]) expect(isTargetBusinessDay(madridDay(one))).toBe(true)
      }),
    )
  })

  it('a card is asked again three times', () => {
    expect([1, 2, 3, 4].map((declines) => refundRetryAt(declines, thursday)?.toISOString() ?? null)).toEqual([
      '2026-11-26T18:30:00.000Z',
      '2026-11-27T17:30:00.000Z',
      '2026-11-27T17:30:00.000Z',
      null,
    ])
  })
})
