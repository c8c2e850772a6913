import { expect, it } from 'vitest'
import type { PlanPayment, Repayment } from '#contract/sales/repayment'
import { isJustSigned } from './isJustSigned.ts'

const payment = (number: number, state: PlanPayment['state']): PlanPayment => ({
  number,
  dueOn: '2026-12-27',
  amount: 3_747,
  state,
  paidOn: null,
})
const plan = (state: PlanPayment['state'], stopped: Repayment['stopped'] = null) =>
  isJustSigned({ payments: [payment(0, 'paid'), payment(1, state), payment(2, 'pending')], stopped })

it('is a plan as it was signed, but not one that is stopped: its page must not say when the next payment is', () => {
  expect([isJustSigned(null), plan('pending'), plan('paid'), plan('overdue')]).toEqual([true, true, false, false])
  expect((['disputed', 'dispute_lost', 'held'] as const).map((stopped) => plan('pending', stopped))).toEqual([false, false, false])
})
