import { expect, test } from 'vitest'
import { answerRows, answers, type Answers } from './answers.ts'
import { reasonsOf, substatuses, type Reason, type Substatus } from './states.ts'
import { stateOf } from './transitions.ts'

const everyState = substatuses.flatMap((substatus) => {
  const reasons: readonly Reason[] = reasonsOf[substatus]
  return (reasons.length === 0 ? [null] : reasons).map((reason): [Substatus, Reason | null] => [substatus, reason])
})

test('every state and reason has a row, and every row a state', () => {
  const rows = everyState.map(([substatus, reason]) => answers(stateOf(substatus, reason)).row)
  expect(everyState).toHaveLength(24)
  expect([...new Set(rows)].toSorted()).toEqual([...answerRows].toSorted())
})

test.each<[Substatus, Reason | null, Answers['who'], Answers['deadline'], string]>([
  ['pending_customer', 'in_process', 'customer', 'link', 'resend show_qr cancel'],
  ['pending_customer', 'consent_required', 'customer', 'consent', 'resend'],
  ['pending_customer', 'challenge_required', 'customer', 'challenge', 'copy_link'],
  ['pending_customer', 'bank_link_required', 'customer', 'link', 'copy_link'],
  ['pending_merchant', 'confirmation_required', 'merchant', 'confirm', 'confirm cancel'],
  ['pending_merchant', 'capture_required', 'merchant', 'capture', 'capture extend_capture cancel'],
  ['payment_process', null, 'nobody', 'instalment', 'refund'],
  ['payment_completed', null, 'nobody', null, 'refund'],
  ['payment_suspended', 'merchant_cancelled', 'provider', 'money_back', ''],
  ['payment_suspended', 'fully_refunded', 'provider', 'money_back', ''],
  ['payment_suspended', 'customer_withdrawal', 'customer', 'repayment', 'check_goods'],
  ['payment_suspended', 'default', 'provider', null, ''],
  ['payment_suspended', 'fraud_hold', 'provider', 'review', 'upload_documents'],
  ['payment_suspended', 'dispute', 'provider', 'review', 'upload_documents'],
  ['stopped_merchant', 'confirmation_rejected_by_merchant', 'nobody', null, 'clone'],
  ['stopped_merchant', 'merchant_failed_to_confirm', 'nobody', null, 'clone check_integration'],
  ['stopped_merchant', 'capture_expired', 'nobody', null, 'clone'],
  ['stopped_customer', 'expired', 'nobody', null, 'clone'],
  ['stopped_customer', 'consent_expired', 'nobody', null, 'clone'],
  ['stopped_customer', 'expired_challenge', 'nobody', null, 'clone'],
  ['stopped_customer', 'customer_dismissed', 'nobody', null, 'clone'],
  ['stopped_duplicated', 'duplicated', 'nobody', null, 'open_original'],
  ['rejected', 'ko_generic', 'nobody', null, 'try_other_amount other_payment'],
  ['rejected', 'failed_challenge', 'nobody', null, 'other_payment'],
])('%s · %s', (substatus, reason, who, deadline, actions) => {
  const possible = answers({ ...stateOf(substatus, reason), offlineCheckout: true })
  expect(possible).toMatchObject({ who, deadline })
  expect(possible.actions.join(' ')).toBe(actions)
})

test('a checkout not sent by the merchant has no link to resend, show or cancel', () => {
  expect(answers(stateOf('pending_customer', 'in_process')).actions).toEqual([])
  expect(answers({ ...stateOf('pending_customer', 'in_process'), offlineCheckout: false }).actions).toEqual([])
  expect(answers(stateOf('pending_merchant', 'capture_required')).actions).toEqual(['capture', 'extend_capture', 'cancel'])
})

test('states with the same wording share a row', () => {
  const row = (substatus: Substatus, reason: Reason) => answers(stateOf(substatus, reason)).row
  expect(row('payment_suspended', 'fully_refunded')).toBe(row('payment_suspended', 'merchant_cancelled'))
  expect(row('payment_suspended', 'dispute')).toBe(row('payment_suspended', 'fraud_hold'))
  expect(row('stopped_customer', 'consent_expired')).toBe('stopped_customer.expired')
  expect(row('stopped_customer', 'expired_challenge')).toBe('stopped_customer.expired')
})

test('a reason that its sub-status cannot have is an error', () => {
  expect(() => answers({ substatus: 'payment_process', statusReason: 'expired', suspensionReason: null })).toThrow(RangeError)
  expect(() => answers({ substatus: 'rejected', statusReason: null, suspensionReason: null })).toThrow(RangeError)
})
