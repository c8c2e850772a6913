import { describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { may } from '#contract/permissions'
import { type Role } from '#domain/access/roles'
import { deadlineOf } from './deadlineOf.ts'
import { deadlineText } from './operationText.ts'
import { flagsOf } from './operationFlags.ts'
import { buttonsOf } from './operationActions.ts'
import { testOperation } from '../../testing/testOperation.ts'
import { dayText, timeLeft } from './timeLeft.ts'

const now = new Date('2026-11-19T09:42:00Z') // 10:42 in Madrid
const as = (role: Role) => (call: CallName) => may(role, call)
const confirming = testOperation({
  category: 'in_process',
  substatus: 'pending_merchant',
  statusReason: 'confirmation_required',
  confirmed: null,
  capturedAmount: 0,
  confirmBy: '2026-11-20T08:12:00.000Z',
  created: '2026-11-19T08:12:00.000Z',
})
const capturing = testOperation({
  category: 'in_process',
  substatus: 'pending_merchant',
  statusReason: 'capture_required',
  captureMode: 'manual',
  capturedAmount: 0,
  captureBy: '2026-11-19T14:10:00.000Z',
  confirmed: '2026-11-04T14:10:00.000Z',
  lastCapturedAt: null,
})

describe('deadline of an operation', () => {
  it('has the tone `now` on the last day in Madrid, `soon` within two days, and none beyond', () => {
    expect(deadlineOf(capturing, now)).toMatchObject({ kind: 'capture', tone: 'now' })
    expect(deadlineOf(confirming, now)).toMatchObject({ kind: 'confirm', tone: 'soon' })
    expect(deadlineOf({ ...confirming, confirmBy: '2026-11-21T22:59:00.000Z' }, now)?.tone).toBe('soon')
    expect(deadlineOf({ ...confirming, confirmBy: '2026-11-21T23:01:00.000Z' }, now)?.tone).toBeNull()
  })

  it('reports the share of time left, between 0 and 1', () => {
    expect(deadlineOf(capturing, now)?.left).toBeCloseTo((4 * 60 + 28) / (15 * 24 * 60), 5)
    expect(deadlineOf({ ...capturing, captureBy: '2026-11-18T00:00:00.000Z' }, now)?.left).toBe(0)
  })

  it('is the next instalment while the plan runs, without a share; null once it has ended', () => {
    expect(deadlineOf(testOperation(), now)).toMatchObject({ kind: 'instalment', on: '2026-12-14', at: null, tone: null })
    expect(deadlineOf(testOperation({ substatus: 'payment_completed' }), now)).toBeNull()
    expect(deadlineOf(testOperation({ nextDueOn: null }), now)).toBeNull()
  })

  it('is the answer to a dispute until the customer’s bank takes none, and the capture before it where that ends first', () => {
    const disputeToAnswer = { openedAt: '2026-11-12T09:42:00.000Z', evidenceDueAt: '2026-11-21T09:42:00.000Z' }
    const disputed = testOperation({ disputeToAnswer })
    // Two days before the bank's own deadline, and that one afterwards.
    expect(deadlineOf(disputed, new Date('2026-11-19T08:00:00Z'))).toMatchObject({ kind: 'dispute', tone: 'now', on: null })
    expect(deadlineOf(disputed, now)?.at).toEqual(new Date(disputeToAnswer.evidenceDueAt))
    expect(deadlineOf(disputed, new Date('2026-11-21T10:00:00Z'))?.kind).toBe('instalment')
    expect(deadlineText(deadlineOf(disputed, now) as never, disputed, now).detail).not.toBe('')
    expect(deadlineOf({ ...capturing, disputeToAnswer }, now)?.kind).toBe('capture')
    const suspended = testOperation({ substatus: 'payment_suspended', suspensionReason: 'dispute', disputedAmount: 2_000 })
    expect(deadlineOf(suspended, now)).toBeNull()
    expect(deadlineOf({ ...suspended, disputeToAnswer }, now)?.kind).toBe('dispute')
  })

  it('is the capture of the remaining amount after a partial capture', () => {
    const partly = testOperation({ captureMode: 'manual', capturedAmount: 20_000, captureBy: '2026-11-25T09:00:00.000Z' })
    expect(deadlineOf(partly, now)?.kind).toBe('capture')
    expect(flagsOf(partly)).toContainEqual({ name: 'partlyCaptured', cents: 40_000 })
  })

  it('is formatted as relative day and time left', () => {
    expect(dayText(new Date('2026-11-19T22:30:00Z'), now)).toEqual({ day: 'today', date: '19.11.2026', time: '23:30' })
    expect(dayText(new Date('2026-11-19T23:30:00Z'), now).day).toBe('tomorrow')
    const at = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now)
    expect([at(-1), at(0)]).toEqual([{ unit: 'over' }, { unit: 'over' }])
    expect([at(49), at(268), at(22 * 60 + 40), at(48 * 60), at(95 * 60)]).toEqual([
      { unit: 'minutes', count: 49 },
      { unit: 'hoursMinutes', count: 4, minutes: 28 },
      { unit: 'hours', count: 22 },
      { unit: 'days', count: 2 },
      { unit: 'days', count: 3 },
    ])
  })
})

describe('action buttons', () => {
  it('are those of the status, the most urgent first', () => {
    expect(buttonsOf(testOperation(), as('owner'), now)).toEqual(['refund', 'cancel'])
    expect(buttonsOf(confirming, as('editor'), now)).toEqual(['confirm', 'cancel'])
    expect(buttonsOf(capturing, as('admin'), now)).toEqual(['capture', 'cancel'])
    expect(buttonsOf(testOperation({ substatus: 'payment_completed' }), as('owner'), now)).toEqual(['refund'])
    expect(buttonsOf(testOperation({ substatus: 'payment_suspended', suspensionReason: 'dispute' }), as('owner'), now)).toEqual([])
    expect(
      buttonsOf(
        testOperation({
          category: 'in_process',
          substatus: 'pending_customer',
          statusReason: 'in_process',
          confirmed: null,
          capturedAmount: 0,
          channel: 'online',
        }),
        as('owner'),
        now,
      ),
    ).toEqual([])
  })

  it('are empty for a guest in every status', () => {
    for (const operation of [testOperation(), confirming, capturing]) expect(buttonsOf(operation, as('guest'), now)).toEqual([])
  })

  it('omit refund once everything is refunded or after a year', () => {
    expect(buttonsOf(testOperation({ refundedAmount: 60_000, heldAmount: 60_000 }), as('owner'), now)).toEqual([])
    expect(buttonsOf(testOperation({ lastCapturedAt: '2025-11-18T09:00:00.000Z' }), as('owner'), now)).toEqual([])
  })
})

describe('operation flags', () => {
  it('report refunded and pending amounts', () => {
    expect(flagsOf(testOperation({ refundedAmount: 24_000, heldAmount: 4_000 }))).toEqual([
      { name: 'held', cents: 4_000 },
      { name: 'partlyRefunded', cents: 20_000 },
      { name: 'settled', reference: 'LIQ-2026-000171' },
    ])
    expect(
      flagsOf(testOperation({ refundedAmount: 60_000, substatus: 'payment_suspended', suspensionReason: 'fully_refunded' }))[0],
    ).toEqual({ name: 'refunded' })
    expect(
      flagsOf(testOperation({ refundedAmount: 60_000, substatus: 'payment_suspended', suspensionReason: 'merchant_cancelled' }))[0],
    ).toEqual({ name: 'cancelled' })
    expect(flagsOf(capturing)[0]).toEqual({ name: 'missing', action: 'capture' })
  })
})
