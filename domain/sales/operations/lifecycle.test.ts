import { describe, expect, test } from 'vitest'
import {
  canCancel,
  canCapture,
  canConfirm,
  canExtendCapture,
  captureDeadline,
  canRefund,
  canVoid,
  CAPTURE_WINDOW_DAYS,
  categories,
  categoryOf,
  isCaptureDeferred,
  pluginStatus,
  REFUND_WINDOW_DAYS,
  reasonsOf,
  refundWindowEndsOn,
  remainingCaptureCents,
  remainingCents,
  stateOf,
  substatuses,
  WITHDRAWAL_WINDOW_DAYS,
  type OperationFacts,
  type Reason,
  type Substatus,
} from './lifecycle.ts'
import { cents } from '../../platform/money.ts'

const NOW = new Date('2026-06-15T10:00:00Z')
const CAPTURED = new Date('2026-06-01T10:00:00Z')
const ALLOWED = { allowed: true }

/** A confirmed, captured operation of 600.00 in the given state. */
function operation(substatus: Substatus, reason: Reason | null, facts: Partial<OperationFacts> = {}): OperationFacts {
  return {
    ...stateOf(substatus, reason),
    product: 'instalments',
    captureMode: 'automatic',
    confirmedAt: CAPTURED,
    captureBy: null,
    lastCapturedAt: CAPTURED,
    totalCents: cents(60_000),
    voidedCents: cents(0),
    capturedCents: cents(60_000),
    refundedCents: cents(0),
    ...facts,
  }
}

const live = (facts: Partial<OperationFacts> = {}) => operation('payment_process', null, facts)
const UNCAPTURED = { capturedCents: cents(0), lastCapturedAt: null }
const UNCONFIRMED = { ...UNCAPTURED, confirmedAt: null }

/** A confirmed operation awaiting capture by 16 June, noon in Madrid. */
const toCapture = (facts: Partial<OperationFacts> = {}) =>
  operation('pending_merchant', 'capture_required', {
    captureMode: 'manual',
    captureBy: new Date('2026-06-16T10:00:00Z'),
    ...UNCAPTURED,
    ...facts,
  })

const everyState = substatuses.flatMap((substatus) => {
  const reasons: readonly Reason[] = reasonsOf[substatus]
  return (reasons.length === 0 ? [null] : reasons).map((reason): [Substatus, Reason | null] => [substatus, reason])
})

describe('categories', () => {
  test('contain the nine sub-statuses', () => {
    expect(Object.fromEntries(categories.map((one) => [one, substatuses.filter((sub) => categoryOf(sub) === one)]))).toEqual({
      accepted: ['payment_process', 'payment_completed', 'payment_suspended'],
      in_process: ['pending_merchant', 'pending_customer'],
      stopped: ['stopped_merchant', 'stopped_customer', 'stopped_duplicated'],
      rejected: ['rejected'],
    })
  })

  test('a plugin receives ok, ko or pending', () => {
    expect(pluginStatus({ substatus: 'pending_customer', confirmedAt: null })).toBe('pending')
    expect(pluginStatus({ substatus: 'pending_merchant', confirmedAt: null })).toBe('pending')
    expect(pluginStatus({ substatus: 'pending_merchant', confirmedAt: NOW })).toBe('ok')
    expect(pluginStatus({ substatus: 'payment_suspended', confirmedAt: NOW })).toBe('ok')
    expect(pluginStatus({ substatus: 'stopped_merchant', confirmedAt: NOW })).toBe('ko')
    expect(pluginStatus({ substatus: 'stopped_customer', confirmedAt: null })).toBe('ko')
    expect(pluginStatus({ substatus: 'rejected', confirmedAt: null })).toBe('ko')
  })

  test('windows', () => {
    expect([REFUND_WINDOW_DAYS, CAPTURE_WINDOW_DAYS, WITHDRAWAL_WINDOW_DAYS]).toEqual([365, 15, 14])
  })
})

describe('the remaining amounts', () => {
  test('are captured − refunded and total − voided − captured; never negative', () => {
    const partly = live({ totalCents: cents(60_000), voidedCents: cents(5_000), capturedCents: cents(40_000), refundedCents: cents(1_000) })
    expect(remainingCents(partly)).toBe(39_000)
    expect(remainingCaptureCents(partly)).toBe(15_000)
    expect(remainingCents({ capturedCents: cents(1), refundedCents: cents(2) })).toBe(0)
    expect(remainingCaptureCents({ totalCents: cents(1), voidedCents: cents(1), capturedCents: cents(1) })).toBe(0)
  })
})

describe('canRefund', () => {
  test.each(everyState)('%s · %s', (substatus, reason) => {
    const permission = canRefund(operation(substatus, reason), NOW)
    const live = substatus === 'payment_process' || substatus === 'payment_completed'
    const waiting = substatus === 'pending_merchant' || substatus === 'pending_customer'
    expect(permission).toEqual(live ? ALLOWED : { allowed: false, why: waiting ? 'not_captured' : 'state' })
  })

  test('names the first rule that blocks', () => {
    expect(canRefund(operation('pending_customer', 'in_process', UNCONFIRMED), NOW)).toEqual({ allowed: false, why: 'not_confirmed' })
    expect(canRefund(live({ confirmedAt: null }), NOW)).toEqual({ allowed: false, why: 'not_confirmed' })
    expect(canRefund(live({ refundedCents: cents(60_000) }), NOW)).toEqual({ allowed: false, why: 'nothing_left' })
    expect(canRefund(live({ disputedCents: cents(1) }), NOW)).toEqual({ allowed: false, why: 'disputed' })
    expect(canRefund(live({ refundedCents: cents(59_999) }), NOW)).toEqual(ALLOWED)
    expect(canRefund(live(UNCAPTURED), NOW)).toEqual({ allowed: false, why: 'nothing_left' })
    expect(canRefund(live({ lastCapturedAt: null }), NOW)).toEqual({ allowed: false, why: 'nothing_left' })
  })

  test('the window is 365 days from the last capture, to the end of that day in Madrid', () => {
    const captured = live({ lastCapturedAt: new Date('2026-06-01T21:59:59Z') })
    const over = { allowed: false, why: 'window_over', on: '2027-06-01' }
    expect(canRefund(captured, new Date('2027-06-01T21:59:59.999Z'))).toEqual(ALLOWED)
    expect(canRefund(captured, new Date('2027-06-01T22:00:00Z'))).toEqual(over)
    expect(canRefund(live({ lastCapturedAt: new Date('2026-06-01T22:00:00Z') }), new Date('2027-06-02T21:59:59Z'))).toEqual(ALLOWED)
    expect(refundWindowEndsOn(new Date('2027-03-01T12:00:00Z'))).toBe('2028-02-29')
  })
})

describe('canCancel', () => {
  test.each(everyState)('%s · %s', (substatus, reason) => {
    const allowed = ['pending_merchant', 'payment_process', 'payment_completed'].includes(substatus)
    expect(canCancel(operation(substatus, reason), NOW)).toEqual(allowed ? ALLOWED : { allowed: false, why: 'state' })
    const offline = canCancel(operation(substatus, reason, { offlineCheckout: true }), NOW)
    expect(offline.allowed).toBe(allowed || substatus === 'pending_customer')
  })

  test('after capture is a refund of the remainder, in the same window', () => {
    expect(canCancel(live({ refundedCents: cents(60_000) }), NOW)).toEqual({ allowed: false, why: 'nothing_left' })
    expect(canCancel(live(), new Date('2027-06-02T00:00:00Z'))).toEqual({ allowed: false, why: 'window_over', on: '2027-06-01' })
    expect(canCancel(live({ refundedCents: cents(100) }), NOW)).toEqual(ALLOWED)
  })
})

describe('canCapture', () => {
  test.each(everyState)('%s · %s', (substatus, reason) => {
    const permission = canCapture(toCapture(stateOf(substatus, reason)), NOW)
    const allowed = reason === 'capture_required' || substatus === 'payment_process'
    const why = reason === 'capture_expired' ? { why: 'expired', on: '2026-06-16' } : { why: 'state' }
    expect(permission).toEqual(allowed ? ALLOWED : { allowed: false, ...why })
  })

  test('is allowed only for deferred capture', () => {
    expect(canCapture(toCapture({ captureMode: 'automatic' }), NOW)).toEqual({ allowed: false, why: 'not_deferred' })
    expect(canCapture(toCapture({ captureMode: 'automatic', product: 'pay_later' }), NOW)).toEqual(ALLOWED)
    expect(isCaptureDeferred({ product: 'pay_later', captureMode: 'automatic' })).toBe(true)
    expect(isCaptureDeferred({ product: 'pay_in_4', captureMode: 'automatic' })).toBe(false)
  })

  test('names the first rule that blocks', () => {
    const unconfirmed = toCapture({ ...stateOf('pending_merchant', 'confirmation_required'), confirmedAt: null })
    expect(canCapture(unconfirmed, NOW)).toEqual({ allowed: false, why: 'not_confirmed' })
    expect(canCapture(toCapture({ voidedCents: cents(60_000) }), NOW)).toEqual({ allowed: false, why: 'nothing_to_capture' })
    const captured = toCapture({ ...stateOf('payment_process', null), capturedCents: cents(60_000) })
    expect(canCapture(captured, NOW)).toEqual({ allowed: false, why: 'nothing_to_capture' })
    expect(canCapture(toCapture({ ...stateOf('stopped_merchant', 'capture_expired'), captureBy: null }), NOW)).toEqual({
      allowed: false,
      why: 'expired',
    })
  })

  test('is allowed before its deadline, to the millisecond; the rest after a first capture as well', () => {
    const deadline = new Date('2026-06-16T10:00:00Z')
    const expired = { allowed: false, why: 'expired', on: '2026-06-16' }
    expect(canCapture(toCapture(), new Date(deadline.getTime() - 1))).toEqual(ALLOWED)
    expect(canCapture(toCapture(), deadline)).toEqual(expired)
    expect(canCapture(toCapture({ captureBy: null }), deadline)).toEqual(ALLOWED)
    const rest = toCapture({ ...stateOf('payment_process', null), capturedCents: cents(10_000) })
    expect(canCapture(rest, NOW)).toEqual(ALLOWED)
    expect(canCapture(rest, deadline)).toEqual(expired)
  })

  test('a void is allowed only before the first capture', () => {
    expect(canVoid(toCapture(), NOW)).toEqual(ALLOWED)
    expect(canVoid(live({ captureMode: 'manual', capturedCents: cents(1) }), NOW)).toEqual({ allowed: false, why: 'state' })
    expect(canVoid(live(), NOW)).toEqual({ allowed: false, why: 'state' })
    expect(canVoid(toCapture({ captureMode: 'automatic' }), NOW)).toEqual({ allowed: false, why: 'not_deferred' })
  })
})

describe('canExtendCapture', () => {
  test('is allowed once, before the first capture and the deadline', () => {
    const extended = captureDeadline(toCapture().confirmedAt ?? NOW, true)
    expect(canExtendCapture(toCapture(), NOW)).toEqual(ALLOWED)
    expect(canExtendCapture(toCapture({ captureBy: extended }), NOW)).toEqual({ allowed: false, why: 'already_extended', on: '2026-07-01' })
    expect(canExtendCapture(toCapture(), new Date('2026-06-16T10:00:00Z'))).toMatchObject({ why: 'expired' })
    expect(canExtendCapture(toCapture({ ...stateOf('payment_process', null), capturedCents: cents(1) }), NOW)).toMatchObject({
      why: 'state',
    })
    expect(canExtendCapture(toCapture({ captureMode: 'automatic' }), NOW)).toMatchObject({ why: 'not_deferred' })
  })
})

describe('canConfirm', () => {
  test.each(everyState)('%s · %s', (substatus, reason) => {
    const permission = canConfirm(operation(substatus, reason, UNCONFIRMED), NOW)
    const why = reason === 'merchant_failed_to_confirm' ? 'expired' : 'state'
    expect(permission).toEqual(reason === 'confirmation_required' ? ALLOWED : { allowed: false, why })
  })

  test('is allowed once, and before its deadline', () => {
    const confirmBy = new Date('2026-06-15T22:30:00Z')
    const waiting = operation('pending_merchant', 'confirmation_required', { ...UNCONFIRMED, confirmBy })
    expect(canConfirm(waiting, new Date(confirmBy.getTime() - 1))).toEqual(ALLOWED)
    expect(canConfirm(waiting, confirmBy)).toEqual({ allowed: false, why: 'expired', on: '2026-06-16' })
    expect(canConfirm(toCapture(), NOW)).toEqual({ allowed: false, why: 'already_confirmed' })
    const failed = operation('stopped_merchant', 'merchant_failed_to_confirm', { ...UNCONFIRMED, confirmBy })
    expect(canConfirm(failed, NOW)).toEqual({ allowed: false, why: 'expired', on: '2026-06-16' })
  })
})
