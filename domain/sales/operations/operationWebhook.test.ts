import { describe, expect, it } from 'vitest'
import { operationWebhook } from './operationWebhook.ts'
import { transitions } from './transitions.ts'

describe('operationWebhook', () => {
  it('names every transition: a shop hears of each change of its operation', () => {
    for (const { event, from, fromReasons, to } of transitions) {
      const [substatus = null] = from
      const after = to === 'unchanged' ? (substatus ?? 'payment_process') : to
      expect(operationWebhook(event, substatus, after), `${event} from ${substatus}, ${fromReasons?.join()}`).not.toBeNull()
    }
  })

  it.each([
    ['created', null, 'pending_customer', 'operation.created'],
    ['consent_confirmed', 'pending_customer', 'pending_customer', 'operation.updated'],
    ['credit_accepted', 'pending_customer', 'pending_merchant', 'operation.approved'],
    ['risk_refused', 'pending_customer', 'rejected', 'operation.ended'],
    ['checkout_expired', 'pending_customer', 'stopped_customer', 'operation.ended'],
    ['confirmed', 'pending_merchant', 'payment_process', 'operation.confirmed'],
    ['captured', 'pending_merchant', 'payment_process', 'operation.captured'],
    ['captured', 'payment_process', 'payment_process', 'operation.captured'],
    ['capture_expired', 'pending_merchant', 'stopped_merchant', 'operation.ended'],
    ['refund_held', 'payment_process', 'payment_process', 'operation.refund_held'],
    ['cancellation_undone', 'payment_process', 'payment_process', 'operation.refund_undone'],
    ['fully_refunded', 'payment_process', 'payment_suspended', 'operation.refunded'],
    ['debt_refunded', 'payment_process', 'payment_completed', 'operation.refunded'],
    ['customer_withdrew', 'payment_process', 'payment_suspended', 'operation.suspended'],
    ['rest_voided', 'payment_process', 'payment_process', 'operation.updated'],
    ['voided', 'pending_merchant', 'pending_merchant', 'operation.updated'],
    ['cancelled', 'payment_process', 'payment_suspended', 'operation.refunded'],
    ['last_instalment_collected', 'payment_process', 'payment_completed', 'operation.completed'],
    ['defaulted', 'payment_process', 'payment_suspended', 'operation.suspended'],
    ['hold_lifted', 'payment_suspended', 'payment_process', 'operation.resumed'],
    ['duplicate_found', 'pending_customer', 'stopped_duplicated', 'operation.ended'],
    ['instalment_collected', 'payment_process', 'payment_process', null],
    ['instalment_declined', 'payment_process', 'payment_process', null],
    ['cart_changed', 'pending_customer', 'pending_customer', null],
  ] as const)('%s from %s to %s is %s', (event, from, to, type) => {
    expect(operationWebhook(event, from, to)).toBe(type)
  })
})
