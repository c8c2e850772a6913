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
const repayment = (state: PlanPayment['state'], stopped: Repayment['stopped'] = null): Repayment => ({
  payments: [payment(0, 'paid'), payment(1, state), payment(2, 'pending')],
  paidAmount: 0,
  leftAmount: 7_494,
  stopped,
  early: null,
  payment: null,
  canChangeCard: true,
})
const plan = (...of: Parameters<typeof repayment>) => isJustSigned({ signedToday: true, repayment: repayment(...of) })

it('is a plan as it was signed today, but not one that is stopped: its page must not say when the next payment is', () => {
  const notShown = isJustSigned({ signedToday: true, repayment: null })
  expect([notShown, plan('pending'), plan('paid'), plan('overdue')]).toEqual([true, true, false, false])
  expect((['disputed', 'dispute_lost', 'held'] as const).map((stopped) => plan('pending', stopped))).toEqual([false, false, false])
})

it('is over the next day: what was paid at the signature was not paid today', () => {
  const later = [null, repayment('pending')].map((one) => isJustSigned({ signedToday: false, repayment: one }))
  expect(later).toEqual([false, false])
})
