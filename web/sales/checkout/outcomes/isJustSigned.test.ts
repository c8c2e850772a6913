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
const here = { signedToday: true, customer: null, codeTo: null, repayment: null }
const plan = (...of: Parameters<typeof repayment>) => isJustSigned({ ...here, repayment: repayment(...of) })

it('is a plan as it was signed today, but not one that is stopped: its page must not say when the next payment is', () => {
  expect([isJustSigned(here), plan('pending'), plan('paid'), plan('overdue')]).toEqual([true, true, false, false])
  expect((['disputed', 'dispute_lost', 'held'] as const).map((stopped) => plan('pending', stopped))).toEqual([false, false, false])
})

it('is not said the next day, when what was paid at the signature was not paid today, nor to whoever must enter a code first', () => {
  const nextDay = [null, repayment('pending')].map((one) => isJustSigned({ ...here, signedToday: false, repayment: one }))
  expect(nextDay).toEqual([false, false])
  expect(isJustSigned({ ...here, codeTo: { channel: 'sms', to: '6•• ••• 001' } })).toBe(false)
})
