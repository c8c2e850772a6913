import { describe, expect, it } from 'vitest'
import { decide, decisionRules, type DecisionFacts } from './decision.ts'
import { cents } from '../../platform/money.ts'

const plain: DecisionFacts = {
  sandbox: false,
  documentNumber: '12345678Z',
  ageYears: 40,
  amountCents: cents(60_000),
  minCents: cents(3_000),
  maxCents: cents(300_000),
  monthlyCents: cents(10_591),
  recentRequests: 0,
  livePlans: 0,
  owedCents: cents(0),
  hasDefaulted: false,
  challengePassed: false,
  bank: null,
}
const means = (incomeCents: number, outgoingsCents: number) => ({ incomeCents: cents(incomeCents), outgoingsCents: cents(outgoingsCents) })

describe('decide', () => {
  it.each<[string, string, Partial<DecisionFacts>]>([
    ['accept', 'none', {}],
    ['accept', 'none', { documentNumber: 'X1234567L', ageYears: 18 }],
    ['refuse', 'sandbox_refused', { sandbox: true, documentNumber: '99999998T' }],
    ['accept', 'none', { documentNumber: '99999998T' }],
    ['refuse', 'document_invalid', { documentNumber: '12345678A' }],
    ['refuse', 'document_invalid', { documentNumber: 'A28015865' }],
    ['refuse', 'under_age', { ageYears: 17 }],
    ['refuse', 'outside_limits', { amountCents: cents(2_999) }],
    ['accept', 'none', { amountCents: cents(3_000) }],
    ['accept', 'none', { amountCents: cents(300_000), bank: 'confirmed' }],
    ['refuse', 'outside_limits', { amountCents: cents(300_001), bank: 'confirmed' }],
    ['refuse', 'earlier_default', { hasDefaulted: true }],
    ['accept', 'none', { recentRequests: 2 }],
    ['refuse', 'too_many_requests', { recentRequests: 3 }],
    ['accept', 'none', { livePlans: 1, owedCents: cents(290_000) }],
    ['accept', 'none', { livePlans: 2, owedCents: cents(240_000) }],
    ['refuse', 'too_many_plans', { livePlans: 2, owedCents: cents(240_001) }],
    ['challenge', 'sandbox_challenge', { sandbox: true, documentNumber: '99999995C' }],
    ['accept', 'none', { sandbox: true, documentNumber: '99999995C', challengePassed: true }],
    ['accept', 'none', { documentNumber: '99999995C' }],
    ['accept', 'none', { amountCents: cents(99_999) }],
    ['bank_link', 'bank_needed', { amountCents: cents(100_000) }],
    ['accept', 'none', { amountCents: cents(100_000), bank: 'confirmed' }],
    ['accept', 'none', { amountCents: cents(100_000), bank: means(200_000, 189_409) }],
    ['refuse', 'means_too_low', { amountCents: cents(100_000), bank: means(200_000, 189_410) }],
  ])('answers %s by rule %s', (outcome, rule, given) => {
    expect(decide({ ...plain, ...given })).toEqual({ outcome, rule })
  })

  it('asks for a challenge before a bank check, and refuses before either', () => {
    const both = { ...plain, sandbox: true, documentNumber: '99999995C', amountCents: cents(150_000) }
    expect(decide(both).outcome).toBe('challenge')
    expect(decide({ ...both, challengePassed: true }).outcome).toBe('bank_link')
    expect(decide({ ...both, hasDefaulted: true }).outcome).toBe('refuse')
  })

  it('has unique rule names', () => {
    expect(new Set(decisionRules.map(([rule]) => rule)).size).toBe(decisionRules.length)
  })
})
