import { describe, expect, test } from 'vitest'
import { reasonsOf, substatuses, type OperationState, type Reason, type Substatus } from './states.ts'
import { nextState, stateOf, transitions, type OperationEvent } from './transitions.ts'

const everyState: OperationState[] = substatuses.flatMap((substatus) => {
  const reasons: readonly Reason[] = reasonsOf[substatus]
  return reasons.length === 0 ? [stateOf(substatus, null)] : reasons.map((reason) => stateOf(substatus, reason))
})
const everyEvent = [...new Set(transitions.map((transition) => transition.event))]
const name = (state: OperationState | null) =>
  state === null ? 'nothing' : [state.substatus, state.suspensionReason ?? state.statusReason].filter(Boolean).join('.')

/** Every allowed transition, written by hand: `from: event -> to`. */
const allowed = `
nothing: created -> pending_customer.in_process
nothing: created_with_consent -> pending_customer.consent_required
pending_customer.consent_required: consent_confirmed -> pending_customer.in_process
pending_customer.bank_link_required: bank_linked -> pending_customer.in_process
pending_customer.*: risk_refused -> rejected.ko_generic
pending_customer.*: customer_dismissed -> stopped_customer.customer_dismissed
pending_customer.*: offline_cancelled -> stopped_merchant.confirmation_rejected_by_merchant
pending_customer.*: duplicate_found -> stopped_duplicated.duplicated
pending_customer.in_process: challenge_needed -> pending_customer.challenge_required
pending_customer.challenge_required: challenge_needed -> pending_customer.challenge_required
pending_customer.bank_link_required: challenge_needed -> pending_customer.challenge_required
pending_customer.in_process: bank_link_needed -> pending_customer.bank_link_required
pending_customer.challenge_required: bank_link_needed -> pending_customer.bank_link_required
pending_customer.bank_link_required: bank_link_needed -> pending_customer.bank_link_required
pending_customer.challenge_required: challenge_failed -> rejected.failed_challenge
pending_customer.in_process: checkout_expired -> stopped_customer.expired
pending_customer.bank_link_required: checkout_expired -> stopped_customer.expired
pending_customer.challenge_required: checkout_expired -> stopped_customer.expired_challenge
pending_customer.consent_required: checkout_expired -> stopped_customer.consent_expired
pending_customer.in_process: credit_accepted -> pending_merchant.confirmation_required
pending_customer.challenge_required: credit_accepted -> pending_merchant.confirmation_required
pending_merchant.confirmation_required: confirmed -> payment_process
pending_merchant.confirmation_required: confirmed_for_capture -> pending_merchant.capture_required
pending_merchant.confirmation_required: confirmation_expired -> stopped_merchant.merchant_failed_to_confirm
pending_merchant.*: merchant_rejected -> stopped_merchant.confirmation_rejected_by_merchant
pending_merchant.*: duplicate_found -> stopped_duplicated.duplicated
pending_merchant.capture_required: captured -> payment_process
pending_merchant.capture_required: capture_expired -> stopped_merchant.capture_expired
payment_process: last_instalment_collected -> payment_completed
payment_process: repaid_early -> payment_completed
payment_process: partially_refunded -> payment_process
payment_completed: partially_refunded -> payment_completed
payment_process: debt_refunded -> payment_completed
payment_completed: debt_refunded -> payment_completed
payment_process: fully_refunded -> payment_suspended.fully_refunded
payment_completed: fully_refunded -> payment_suspended.fully_refunded
payment_process: cancelled -> payment_suspended.merchant_cancelled
payment_completed: cancelled -> payment_suspended.merchant_cancelled
payment_process: customer_withdrew -> payment_suspended.customer_withdrawal
payment_process: fraud_held -> payment_suspended.fraud_hold
payment_process: dispute_opened -> payment_suspended.dispute
payment_process: defaulted -> payment_suspended.default
payment_suspended.fraud_hold: hold_lifted -> payment_process
payment_suspended.dispute: hold_lifted -> payment_process
payment_suspended.default: hold_lifted -> payment_process
`

function expectedOf(from: OperationState | null, event: OperationEvent): string | null {
  const any = from && `${from.substatus}.*`
  const line = allowed.split('\n').find((one) => one.startsWith(`${name(from)}: ${event} `) || one.startsWith(`${any}: ${event} `))
  return line?.split(' -> ')[1] ?? null
}

test.each([null, ...everyState].map((state) => [name(state), state] as const))(
  'from %s every event leads to the expected state or is refused',
  (_, state) => {
    for (const event of everyEvent) {
      const next = nextState(state, event)
      expect([event, next && name(next)]).toEqual([event, expectedOf(state, event)])
    }
  },
)

describe('the transition table', () => {
  test('has all twenty transitions', () => {
    const ids = new Set(transitions.map((transition) => transition.id))
    expect([...ids].filter((id) => id.startsWith('T'))).toHaveLength(20)
    for (let index = 1; index <= 20; index += 1) expect(ids).toContain(`T${index}`)
    expect(allowed.trim().split('\n')).toHaveLength(45)
  })

  test('is unambiguous', () => {
    for (const event of everyEvent) {
      for (const state of everyState) {
        const reason = state.suspensionReason ?? state.statusReason
        const matching = transitions.filter(
          (one) =>
            one.event === event && one.from.includes(state.substatus) && (!one.fromReasons || (reason && one.fromReasons.includes(reason))),
        )
        expect(matching.length).toBeLessThanOrEqual(1)
      }
    }
  })

  test('reaches every state, and only terminal ones have no exit', () => {
    const reached = new Set(['nothing'])
    const frontier: (OperationState | null)[] = [null]
    for (let state = frontier.pop(); state !== undefined; state = frontier.pop()) {
      for (const next of everyEvent.map((event) => nextState(state ?? null, event))) {
        if (!next || reached.has(name(next))) continue
        reached.add(name(next))
        frontier.push(next)
      }
    }
    expect([...reached].toSorted()).toEqual(['nothing', ...everyState.map(name)].toSorted())
    const stuck = everyState.filter((state) => everyEvent.every((event) => nextState(state, event) === null))
    const terminal: Substatus[] = ['stopped_merchant', 'stopped_customer', 'stopped_duplicated', 'rejected']
    const final = ['payment_suspended.merchant_cancelled', 'payment_suspended.fully_refunded', 'payment_suspended.customer_withdrawal']
    expect(stuck.map(name).toSorted()).toEqual(
      [...everyState.filter((state) => terminal.includes(state.substatus)).map(name), ...final].toSorted(),
    )
  })

  test('names the actor', () => {
    const actors = (id: string) => transitions.filter((one) => one.id === id).map((one) => one.actor)
    expect(['T1', 'T8', 'T9', 'T10', 'T12', 'T16', 'T17'].flatMap(actors).every((actor) => actor === 'merchant')).toBe(true)
    expect(['T2', 'T3', 'T7', 'T18', 'T19', 'T20'].flatMap(actors).every((actor) => actor === 'provider')).toBe(true)
    expect(actors('T15')).toEqual(['provider', 'customer'])
    expect(['T4', 'T6', 'R1', 'R2'].flatMap(actors).every((actor) => actor === 'customer')).toBe(true)
    expect(['T5', 'T11', 'T13', 'T14'].flatMap(actors).every((actor) => actor === 'system')).toBe(true)
  })
})

test('a reason is stored in its own field and must belong to the sub-status', () => {
  expect(stateOf('rejected', 'ko_generic')).toEqual({ substatus: 'rejected', statusReason: 'ko_generic', suspensionReason: null })
  expect(stateOf('payment_suspended', 'dispute')).toEqual({
    substatus: 'payment_suspended',
    statusReason: null,
    suspensionReason: 'dispute',
  })
  expect(stateOf('payment_process', null)).toEqual({ substatus: 'payment_process', statusReason: null, suspensionReason: null })
  expect(() => stateOf('payment_process', 'dispute')).toThrow(RangeError)
  expect(() => stateOf('payment_suspended', null)).toThrow(RangeError)
  expect(() => stateOf('rejected', 'expired')).toThrow(RangeError)
})
