import { expect, test } from 'vitest'
import { refundMessage } from './refundMessage.ts'

test.each([
  [4, '2026-12-05', 0, 'lowered'],
  [4, '2026-12-05', 500, 'loweredCard'],
  [0, null, 0, 'end'],
  [0, '2026-12-05', 500, 'endCard'],
  [1, null, 0, 'plain'],
])('with %i instalments left, the next on %s and %i cents back, the message is %s', (instalmentsAfter, nextDueOn, creditToCustomer, told) =>
  expect(refundMessage({ instalmentsAfter, nextDueOn, creditToCustomer })).toBe(told),
)
