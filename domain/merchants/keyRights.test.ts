import { expect, it } from 'vitest'
import { normalizedGrant, fullGrant } from './keyRights.ts'

it('limits are dropped on a key that may not refund', () => {
  const limits = { refundLimitCents: 500, refundDayLimitCents: 900 }
  expect(normalizedGrant({ rights: ['capture', 'sell', 'sell'], ...limits })).toEqual({ ...fullGrant, rights: ['sell', 'capture'] })
  expect(normalizedGrant({ rights: ['refund'], ...limits })).toEqual({ rights: ['refund'], ...limits })
})
