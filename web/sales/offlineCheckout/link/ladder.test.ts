import { describe, expect, it } from 'vitest'
import { ladderOf, outcomeOf } from './ladder.ts'

const now = new Date('2026-11-22T10:40:00Z')
type Facts = Parameters<typeof ladderOf>[0]
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
  ...some,
})
const read = (some: Partial<Facts>) => ladderOf(facts(some), now).map(({ name, state }) => `${name} ${state}`)

describe('the ladder', () => {
  it('follows the customer', () => {
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

  it('claims nothing of somebody who never finished', () => {
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

  it('says when the message left', () => {
    const link = { channel: 'sms' as const, purpose: 'link' as const, to: '6•• ••• 678', problem: null }
    const deliveries = [{ ...link, state: 'sent' as const, at: '2026-11-22T10:31:20Z' }]
    expect(ladderOf(facts({ progress: 'sent', deliveries }), now)[0]).toEqual({ name: 'sent', state: 'now', at: '2026-11-22T10:31:20Z' })
  })

  it('is never open after its time, nor expired after it was paid', () => {
    const over = { expiresAt: '2026-11-22T10:39:59Z' }
    expect(outcomeOf(facts(over), now)).toBe('expired')
    expect(outcomeOf(facts({ ...over, status: 'ok', substatus: 'payment_process', statusReason: null }), now)).toBe('approved')
    // Granted and waiting for its own confirmation: the customer's time no longer counts.
    expect(outcomeOf(facts({ ...over, substatus: 'pending_merchant', statusReason: 'confirmation_required' }), now)).toBeNull()
  })

  it.each([
    ['rejected', 'ko_generic', 'completed', 'refused'],
    ['stopped_customer', 'consent_expired', 'expired', 'expired'],
    ['stopped_customer', 'customer_dismissed', 'cancelled', 'dismissed'],
    ['stopped_merchant', 'confirmation_rejected_by_merchant', 'cancelled', 'cancelled'],
    ['stopped_merchant', 'confirmation_rejected_by_merchant', 'replaced', 'replaced'],
    ['stopped_duplicated', 'duplicated', 'cancelled', 'duplicated'],
  ] as const)('%s, %s is %s', (substatus, statusReason, progress, outcome) => {
    expect(outcomeOf(facts({ status: 'ko', substatus, statusReason, progress }), now)).toBe(outcome)
  })
})
