import { expect, test } from 'vitest'
import { testOperation } from '../../testing/testOperation.ts'
import { refundBlock } from './refundBlock.ts'

const now = new Date('2026-11-20T10:00:00Z')
const why = (some: Parameters<typeof testOperation>[0], mayRefund = true) => refundBlock(testOperation(some), mayRefund, now)?.why ?? null
const unpaid = { confirmed: null, lastCapturedAt: null, capturedAmount: 0 }

test('nobody asks why a purchase that was not made cannot be refunded, whatever their rights', () => {
  for (const mayRefund of [true, false])
    for (const one of [
      { category: 'rejected', substatus: 'rejected' },
      { category: 'stopped', substatus: 'stopped_customer' },
      { category: 'stopped', substatus: 'stopped_merchant' },
      { category: 'in_process', substatus: 'pending_customer' },
    ] as const)
      expect(why({ ...unpaid, ...one }, mayRefund), one.substatus).toBeNull()
})

test('a rule that holds for everybody is told before the right that is missing', () => {
  expect(why({})).toBeNull()
  expect(why({}, false)).toBe('role')
  const suspended = { substatus: 'payment_suspended', refundedAmount: 60_000 } as const
  for (const suspensionReason of ['fully_refunded', 'merchant_cancelled'])
    expect(why({ ...suspended, suspensionReason }, false), suspensionReason).toBe('nothing_left')
  expect(why({ ...suspended, refundedAmount: 0, suspensionReason: 'default' })).toBe('state')
  expect(why({ category: 'in_process', substatus: 'pending_merchant', ...unpaid })).toBe('not_confirmed')
  expect(refundBlock(testOperation({ lastCapturedAt: '2025-11-01T10:00:00Z' }), true, now)).toMatchObject({
    why: 'window_over',
    on: '2026-11-01',
  })
})

test('who may not refund is told that, and not what a colleague could do instead', () => {
  const held = { refundedAmount: 60_000, heldAmount: 10_000 }
  const uncaptured = { ...unpaid, category: 'in_process', substatus: 'pending_merchant', confirmed: '2026-11-19T10:00:00Z' } as const
  expect([why(held), why(held, false)]).toEqual(['held', 'role'])
  expect([why(uncaptured), why(uncaptured, false)]).toEqual(['not_captured', 'role'])
})
