import { describe, expect, it } from 'vitest'
import { progressSteps, outcomeOf } from './progressSteps.ts'

const now = new Date('2026-11-22T10:40:00Z')
type Facts = Parameters<typeof progressSteps>[0]
const facts = (some: Partial<Facts>): Facts => ({
  status: 'pending',
  substatus: 'pending_customer',
  statusReason: 'consent_required',
  progress: 'created',
  step: 'plan',
  created: '2026-11-22T10:31:00Z',
  expiresAt: '2026-11-22T11:31:00Z',
  deliveries: [],
  replacedBy: null,
  consent: 'pending',
  openedAt: null,
  consentAt: null,
  decidedAt: null,
  ...some,
})
const read = (some: Partial<Facts>) => progressSteps(facts(some), now).map(({ name, state }) => `${name} ${state}`)

describe('progress of a sale', () => {
  it('marks completed, current and upcoming steps', () => {
    expect(read({})).toEqual(['ready now', 'opened todo', 'inProcess todo', 'challenge todo', 'end todo'])
    expect(read({ progress: 'opened' })).toEqual(['ready done', 'opened done', 'inProcess now', 'challenge todo', 'end todo'])
    expect(read({ progress: 'in_checkout', step: 'challenge', statusReason: 'challenge_required' })).toEqual([
      'ready done',
      'opened done',
      'inProcess done',
      'challenge now',
      'end todo',
    ])
    expect(read({ progress: 'in_checkout', step: 'card' })).toEqual(['ready done', 'opened done', 'inProcess now', 'end todo'])
    expect(read({ status: 'ok', substatus: 'payment_process', statusReason: null, progress: 'completed', step: 'outcome' })).toEqual([
      'ready done',
      'opened done',
      'inProcess done',
      'end done',
    ])
    expect(read({ status: 'ko', substatus: 'rejected', statusReason: 'ko_generic', progress: 'completed', step: 'outcome' }).at(-1)).toBe(
      'end failed',
    )
  })

  it('shows only confirmed steps of an unfinished sale', () => {
    const over = { status: 'ko', substatus: 'stopped_customer', progress: 'expired', step: 'outcome' } as const
    expect(read({ ...over, statusReason: 'consent_expired' })).toEqual(['ready done', 'end failed'])
    expect(read({ ...over, statusReason: 'expired', consent: 'confirmed' })).toEqual([
      'ready done',
      'opened done',
      'inProcess done',
      'end failed',
    ])
    expect(read({ ...over, statusReason: 'expired_challenge', consent: 'confirmed' })).toEqual([
      'ready done',
      'opened done',
      'inProcess done',
      'challenge failed',
      'end failed',
    ])
  })

  it('gives the time at which the message was sent', () => {
    const link = { channel: 'sms' as const, purpose: 'link' as const, to: '6•• ••• 678', problem: null }
    const deliveries = [{ ...link, state: 'sent' as const, at: '2026-11-22T10:31:20Z' }]
    expect(progressSteps(facts({ progress: 'sent', deliveries }), now)[0]).toEqual({
      name: 'sent',
      state: 'now',
      at: '2026-11-22T10:31:20Z',
    })
  })

  it('is expired after its deadline, unless it was approved', () => {
    const over = { expiresAt: '2026-11-22T10:39:59Z' }
    expect(outcomeOf(facts(over), now)).toBe('expired')
    expect(outcomeOf(facts({ ...over, status: 'ok', substatus: 'payment_process', statusReason: null }), now)).toBe('approved')
    // Approved and waiting for the shop's confirmation: the customer's deadline no longer applies.
    expect(outcomeOf(facts({ ...over, substatus: 'pending_merchant', statusReason: 'confirmation_required' }), now)).toBeNull()
  })

  it.each([
    ['rejected', 'ko_generic', 'completed', 'refused'],
    ['stopped_customer', 'consent_expired', 'expired', 'expired'],
    ['stopped_customer', 'customer_dismissed', 'cancelled', 'dismissed'],
    ['stopped_merchant', 'confirmation_rejected_by_merchant', 'cancelled', 'cancelled'],
    ['stopped_merchant', 'confirmation_rejected_by_merchant', 'replaced', 'replaced'],
    ['stopped_duplicated', 'duplicated', 'cancelled', 'duplicated'],
  ] as const)('%s with reason %s and progress %s has the outcome %s', (substatus, statusReason, progress, outcome) => {
    expect(outcomeOf(facts({ status: 'ko', substatus, statusReason, progress }), now)).toBe(outcome)
  })
})
