import { expect, test } from 'vitest'
import { debitStates } from '#domain/money/directDebit'
import { chargedCents } from './debtText.ts'

test('only the amount paid by the bank counts as charged, not the requested amount', () => {
  const charged = debitStates.map((state) => [state, chargedCents({ state, chargedAmount: state === 'notified' ? null : 3_025 })])
  expect(Object.fromEntries(charged)).toEqual({
    notified: null,
    sent: null,
    booked: 3_025,
    rejected: null,
    returned: 3_025,
    cancelled: null,
  })
})
