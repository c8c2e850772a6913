import { expect, test } from 'vitest'
import { canWithdraw, withdrawUntil } from './withdrawal.ts'

const confirmedAt = new Date('2026-03-10T23:30:00Z') // 11 March in Madrid

test('the customer may withdraw for fourteen days after confirmation, including the last one, in Madrid days', () => {
  expect(withdrawUntil(confirmedAt)).toBe('2026-03-25')
  const at = (instant: string) => canWithdraw({ substatus: 'payment_process', confirmedAt }, new Date(instant))
  expect(at('2026-03-25T22:59:59.999Z')).toEqual({ allowed: true })
  expect(at('2026-03-25T23:00:00Z')).toEqual({ allowed: false, why: 'window_over', on: '2026-03-25' })
})

test('the customer may withdraw from an active plan only', () => {
  const now = new Date('2026-03-12T10:00:00Z')
  expect(canWithdraw({ substatus: 'payment_suspended', confirmedAt }, now)).toEqual({ allowed: false, why: 'state' })
  expect(canWithdraw({ substatus: 'pending_merchant', confirmedAt: null }, now)).toEqual({ allowed: false, why: 'state' })
  expect(canWithdraw({ substatus: 'payment_process', confirmedAt: null }, now)).toEqual({ allowed: false, why: 'not_confirmed' })
})
