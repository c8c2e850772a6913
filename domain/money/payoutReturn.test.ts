import { expect, it } from 'vitest'
import { payAgainStep, payoutReturn, payoutReturns, type PayoutReturn } from './payoutReturn.ts'

it('classifies codes about the account and temporary ones, and all others as other', () => {
  expect(['AC01', 'AC03', 'AC04', 'AC06', 'AG01'].map(payoutReturn)).toEqual([
    'wrong_number',
    'wrong_number',
    'closed',
    'blocked',
    'not_taken',
  ])
  expect(['ED05', 'MS03', 'TM01'].map(payoutReturn)).toEqual(['passing', 'passing', 'passing'])
  // Recalled by the provider, required by law, requested by the account holder, unknown, or none.
  const open = [
    'FOCR',
    'DUPL',
    'FRAD',
    'TECH',
    'CUST',
    'AM05',
    'RR01',
    'RR02',
    'RR03',
    'RR04',
    'MD07',
    'MS02',
    'ms03',
    '',
    'toString',
    null,
  ]
  for (const code of open) expect(payoutReturn(code), `${code}`).toBe('other')
})

it('is the provider’s for unclear codes; otherwise sent to another account, or to the same one if the reason is temporary', () => {
  const stepsBut = (step: string, others: Partial<Record<PayoutReturn, string>> = {}) =>
    Object.fromEntries(payoutReturns.map((why) => [why, why === 'other' ? 'provider' : (others[why] ?? step)]))
  const steps = (isKnown: boolean, isAnother: boolean) =>
    Object.fromEntries(payoutReturns.map((why) => [why, payAgainStep(why, { isKnown, isAnother })]))
  expect(steps(true, true)).toEqual(stepsBut('again'))
  expect(steps(true, false)).toEqual(stepsBut('account', { passing: 'again' }))
  expect([steps(false, false), steps(false, true)]).toEqual([stepsBut('account'), stepsBut('account')])
})
