import { expect, test } from 'vitest'
import { debitStates } from '#domain/money/directDebit'
import { chargedCents } from './debtText.ts'

test('only what the bank paid counts as charged, not what it was asked for', () => {
  const said = debitStates.map((state) => [state, chargedCents({ state, chargedAmount: state === 'notified' ? null : 3_025 })])
  expect(Object.fromEntries(said)).toEqual({ notified: null, sent: null, booked: 3_025, rejected: null, returned: 3_025, cancelled: null })
})
