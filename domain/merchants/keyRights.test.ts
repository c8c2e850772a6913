import { expect, it } from 'vitest'
import { tidiedGrant, wholeGrant } from './keyRights.ts'

it('limits are dropped on a key that may not refund', () => {
  const limits = { refundLimitCents: 500, refundDayLimitCents: 900 }
  expect(tidiedGrant({ rights: ['capture', 'sell', 'sell'], ...limits })).toEqual({ ...wholeGrant, rights: ['sell', 'capture'] })
  expect(tidiedGrant({ rights: ['refund'], ...limits })).toEqual({ rights: ['refund'], ...limits })
})
