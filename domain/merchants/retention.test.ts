import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, madridDay } from '../platform/dates.ts'
import { concludedStates, CUSTOMER_SHOWN_MONTHS, erasureMoment, hiddenBefore, identityKeptUntil, rejectedBefore } from './retention.ts'
import { substatuses } from '../sales/operations/states.ts'

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe('retention of personal data', () => {
  it('waits for what is owed, in progress or held, and for nothing else', () => {
    for (const substatus of substatuses) {
      const isOver = concludedStates.some((one) => one === substatus)
      expect(erasureMoment({ substatus, heldCents: 0 }) === 'now').toBe(isOver)
      expect(erasureMoment({ substatus, heldCents: 1 })).toBe('refund')
    }
    expect(erasureMoment({ substatus: 'payment_suspended', heldCents: 0 })).toBe('owed')
    expect(erasureMoment({ substatus: 'pending_customer', heldCents: 0 })).toBe('sale')
  })

  it('shows a customer to the shop for 24 Madrid months', () => {
    // Half past midnight of the 23rd there.
    const concludedAt = new Date('2026-11-22T23:30:00Z')
    expect(concludedAt < hiddenBefore(new Date('2028-11-23T22:59:59Z'))).toBe(false)
    expect(concludedAt < hiddenBefore(new Date('2028-11-23T23:00:00Z'))).toBe(true)
  })

  it('hides a customer only after that, and at most three days later', () => {
    fc.assert(
      fc.property(instants, instants, (concludedAt, now) => {
        const lastDay = addMonths(madridDay(concludedAt), CUSTOMER_SHOWN_MONTHS)
        if (concludedAt < hiddenBefore(now)) expect(madridDay(now) >= lastDay).toBe(true)
        // The 29th to the 31st of a month map to the last day of a shorter one.
        else expect(madridDay(now) <= addDays(lastDay, 3)).toBe(true)
      }),
    )
  })

  it('deletes twelve months after the rejection of an account', () => {
    expect(rejectedBefore(new Date('2026-11-22T12:00:00Z'))).toEqual(new Date('2025-11-21T23:00:00Z'))
  })

  it('blocks data for ten years where credit was given, and nowhere else', () => {
    const concludedAt = new Date('2026-11-22T12:00:00Z')
    expect(identityKeptUntil({ isLive: true, hasContract: true, concludedAt })).toBe('2036-11-22')
    expect(identityKeptUntil({ isLive: false, hasContract: true, concludedAt })).toBeNull()
    expect(identityKeptUntil({ isLive: true, hasContract: false, concludedAt })).toBeNull()
    fc.assert(
      fc.property(instants, (at) => {
        const until = identityKeptUntil({ isLive: true, hasContract: true, concludedAt: at })
        expect(until !== null && until > addMonths(madridDay(at), CUSTOMER_SHOWN_MONTHS)).toBe(true)
      }),
    )
  })
})
