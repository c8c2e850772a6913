import { describe, expect, it } from 'vitest'
import { checkoutStepOf, type CheckoutFacts } from './checkoutStep.ts'

const done: CheckoutFacts = {
  substatus: 'pending_customer',
  statusReason: 'in_process',
  planChosen: true,
  consentsGiven: true,
  codeConfirmed: true,
  identified: true,
  awaitsDecision: false,
  challengePassed: false,
  cardSaved: true,
}

describe('checkoutStepOf', () => {
  it.each<[string, Partial<CheckoutFacts>]>([
    ['summary', {}],
    ['card', { cardSaved: false }],
    ['bank', { statusReason: 'bank_link_required', cardSaved: false }],
    ['challenge', { statusReason: 'challenge_required', cardSaved: false }],
    ['review', { awaitsDecision: true, cardSaved: false }],
    ['review', { awaitsDecision: true, statusReason: 'challenge_required', cardSaved: false }],
    ['identity', { identified: false, cardSaved: false }],
    ['code', { codeConfirmed: false, identified: false, cardSaved: false }],
    ['consent', { consentsGiven: false, codeConfirmed: false, identified: false, cardSaved: false, statusReason: 'consent_required' }],
    ['plan', { planChosen: false, consentsGiven: false, codeConfirmed: false, identified: false, cardSaved: false }],
    ['outcome', { substatus: 'pending_merchant', statusReason: 'confirmation_required' }],
    ['outcome', { substatus: 'stopped_customer', statusReason: 'expired', planChosen: false }],
    ['outcome', { substatus: 'rejected', statusReason: 'ko_generic' }],
  ])('is %s for these facts', (step, change) => {
    expect(checkoutStepOf({ ...done, ...change })).toBe(step)
  })

  it('is the earlier question, even when a later one was answered already', () => {
    expect(checkoutStepOf({ ...done, planChosen: false })).toBe('plan')
    expect(checkoutStepOf({ ...done, consentsGiven: false })).toBe('consent')
    expect(checkoutStepOf({ ...done, identified: false })).toBe('identity')
  })

  it('moves on once the identity check was passed, though the reason stays', () => {
    expect(checkoutStepOf({ ...done, statusReason: 'challenge_required' })).toBe('challenge')
    expect(checkoutStepOf({ ...done, statusReason: 'challenge_required', challengePassed: true, cardSaved: false })).toBe('card')
  })
})
