import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksConfirmation, isNewReport, readCallbackAnswer, retryAfterMs, dueReport, reportName, type CallbackOrder } from './callback.ts'
import { reasonsOf, substatuses, type StatusReason } from '../operations/states.ts'

const at = new Date('2026-03-02T08:15:00Z')
const order = (
  substatus: CallbackOrder['substatus'],
  statusReason: StatusReason | null,
  confirmedAt: Date | null = null,
): CallbackOrder => ({
  substatus,
  statusReason,
  confirmedAt,
  expiresAt: at,
})

describe('the status to send', () => {
  test.each([
    ['pending_customer', 'in_process', null, null],
    ['pending_customer', 'consent_required', null, null],
    ['pending_customer', 'bank_link_required', null, null],
    ['pending_customer', 'challenge_required', null, 'pending/challenge_required'],
    ['pending_merchant', 'confirmation_required', null, 'pending/confirmation_required'],
    ['pending_merchant', 'capture_required', at, 'ok/'],
    ['payment_process', null, at, 'ok/'],
    ['payment_completed', null, at, 'ok/'],
    ['payment_suspended', null, at, 'ok/'],
    ['rejected', 'ko_generic', null, 'ko/ko_generic'],
    ['rejected', 'failed_challenge', null, 'ko/failed_challenge'],
    ['stopped_customer', 'expired', null, 'ko/expired'],
    ['stopped_customer', 'customer_dismissed', null, 'ko/customer_dismissed'],
    ['stopped_merchant', 'merchant_failed_to_confirm', null, 'ko/merchant_failed_to_confirm'],
    ['stopped_merchant', 'capture_expired', at, 'ko/capture_expired'],
    ['stopped_duplicated', 'duplicated', null, 'ko/duplicated'],
  ] as const)('%s %s', (substatus, reason, confirmedAt, report) => {
    const due = dueReport(order(substatus, reason, confirmedAt))
    expect(due && reportName(due.report)).toBe(report)
  })

  test('is delayed until the deadline for a customer who left, and sent immediately otherwise', () => {
    const all = substatuses.flatMap((substatus) => reasonsOf[substatus].map((reason) => order(substatus, reason as StatusReason)))
    const late = all.filter((one) => dueReport(one)?.from != null).map(({ statusReason }) => statusReason)
    expect(late).toEqual(['customer_dismissed'])
  })

  test('is sent once, and after ok only a missed capture', () => {
    const ok = { status: 'ok', reason: null } as const
    expect(isNewReport(ok, null)).toBe(true)
    expect(isNewReport(ok, 'pending/confirmation_required')).toBe(true)
    expect(isNewReport(ok, 'ok/')).toBe(false)
    expect(isNewReport({ status: 'ko', reason: 'confirmation_rejected_by_merchant' }, 'ok/')).toBe(false)
    expect(isNewReport({ status: 'ko', reason: 'capture_expired' }, 'ok/')).toBe(true)
    expect(isNewReport({ status: 'ko', reason: 'capture_expired' }, 'ko/capture_expired')).toBe(false)
  })

  test('asks only for a confirmation', () => {
    expect(asksConfirmation({ status: 'pending', reason: 'confirmation_required' })).toBe(true)
    expect(asksConfirmation({ status: 'pending', reason: 'challenge_required' })).toBe(false)
  })
})

describe('the meaning of an answer', () => {
  const read = (body: string, status = 200, cut = false) => readCallbackAnswer({ status, body, cut })

  test.each([
    ['{"status": "ok"}', { says: 'ok', orderId: null }],
    ['{"status": "ok", "order_id": "A-77"}', { says: 'ok', orderId: 'A-77' }],
    ['{"status": "ok", "order_id": 77}', { says: 'ok', orderId: '77' }],
    ['{"status": "ok", "order_id": 7.5}', { says: 'ok', orderId: null }],
    [`{"status": "ok", "order_id": "${'9'.repeat(65)}"}`, { says: 'ok', orderId: null }],
    ['{"status": "ok", "order_id": "a\\u0000b"}', { says: 'ok', orderId: null }],
    ['{"status": "ok", "order_id": "a\\ud83d"}', { says: 'ok', orderId: null }],
    ['{"status": "ko"}', { says: 'ko', reason: null }],
    ['{"status": "ko", "reason": "Sin\\u0000existencias"}', { says: 'ko', reason: 'Sin existencias' }],
    [`{"status": "ko", "reason": "${'a'.repeat(249)}🛋️"}`, { says: 'ko', reason: 'a'.repeat(249) }],
    ['{"status": "ko", "reason": " Sin existencias "}', { says: 'ko', reason: 'Sin existencias' }],
    ['{"status": "ko", "reason": {"a": 1}}', { says: 'ko', reason: null }],
  ])('%s', (body, meaning) => expect(read(body)).toEqual(meaning))

  test.each([
    '',
    'ok',
    '"ok"',
    '[]',
    'null',
    '{}',
    '{"status": 403}',
    '{"status": "OK"}',
    '{"status": "fine"}',
    '{"status": true}',
    '<html>ok</html>',
  ])('is nothing for %j', (body) => expect(read(body)).toEqual({ says: 'nothing' }))

  test('is a confirmation only in a complete 2xx', () => {
    for (const status of [200, 201, 204, 299]) expect(read('{"status": "ok"}', status).says).toBe('ok')
    for (const status of [100, 199, 300, 302, 400, 404, 500, 503]) expect(read('{"status": "ok"}', status).says).toBe('nothing')
    for (const status of [401, 403]) expect(read('{"status": "ok"}', status).says).toBe('unknown_key')
    expect(read('{"status": "ok"}', 200, true).says).toBe('nothing')
  })

  test('never throws, whatever is sent back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.integer({ min: 100, max: 599 }), (body, status) => {
        return ['ok', 'ko', 'nothing', 'unknown_key'].includes(readCallbackAnswer({ status, body, cut: false }).says)
      }),
    )
  })
})

test('attempts are 5, 15, 30 s, 1, 2, 5, 10 minutes apart, then every 15, with jitter of a tenth', () => {
  const middle = [1, 2, 3, 4, 5, 6, 7, 8, 9, 500].map((attempts) => retryAfterMs(attempts, 0.5) / 1_000)
  expect(middle).toEqual([5, 15, 30, 60, 120, 300, 600, 900, 900, 900])
  expect([retryAfterMs(8, 0), retryAfterMs(8, 1)]).toEqual([810_000, 990_000])
})
