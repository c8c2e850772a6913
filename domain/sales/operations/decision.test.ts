import { describe, expect, it } from 'vitest'
import {
  bankFact,
  builtInThresholds,
  decide,
  decisionRules,
  documentFact,
  fallbackDecision,
  isPossible,
  type DecisionFacts,
} from './decision.ts'
import { cents } from '../../platform/money.ts'

const plain: DecisionFacts = {
  document: 'valid',
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
  bank: 'not_asked',
  reviewed: false,
}

describe('decide', () => {
  it.each<[string, string, Partial<DecisionFacts>]>([
    ['accept', 'none', {}],
    ['accept', 'none', { ageYears: 18 }],
    ['refuse', 'sandbox_refused', { document: 'test_refused' }],
    ['refuse', 'document_invalid', { document: 'invalid' }],
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
    ['challenge', 'sandbox_challenge', { document: 'test_challenge' }],
    ['accept', 'none', { document: 'test_challenge', challengePassed: true }],
    ['accept', 'none', { amountCents: cents(99_999) }],
    ['bank_link', 'bank_needed', { amountCents: cents(100_000) }],
    ['accept', 'none', { amountCents: cents(100_000), bank: 'confirmed' }],
    ['accept', 'none', { amountCents: cents(100_000), bank: 'enough' }],
    ['refuse', 'means_too_low', { amountCents: cents(100_000), bank: 'too_little' }],
  ])('answers %s by rule %s', (outcome, rule, change) => {
    expect(decide({ ...plain, ...change })).toEqual({ outcome, rule })
  })

  it('asks for a challenge before a bank check, and refuses before either', () => {
    const both = { ...plain, document: 'test_challenge' as const, amountCents: cents(150_000) }
    expect(decide(both).outcome).toBe('challenge')
    expect(decide({ ...both, challengePassed: true }).outcome).toBe('bank_link')
    expect(decide({ ...both, hasDefaulted: true }).outcome).toBe('refuse')
  })

  it('follows the thresholds that the provider set', () => {
    const thresholds = {
      bankLinkFromCents: cents(50_000),
      maxRecentRequests: 1,
      maxLivePlans: 1,
      maxOwedCents: cents(70_000),
      minAgeYears: 21,
      reviewFromCents: cents(60_000),
    }
    const ruleOf = (given: Partial<DecisionFacts>) => decide({ ...plain, ...given }, thresholds).rule
    expect(ruleOf({ ageYears: 20 })).toBe('under_age')
    expect(ruleOf({ recentRequests: 1 })).toBe('too_many_requests')
    expect(ruleOf({ livePlans: 1, owedCents: cents(10_001) })).toBe('too_many_plans')
    expect(ruleOf({})).toBe('bank_needed')
    expect(decide({ ...plain, bank: 'enough' }, thresholds)).toEqual({ outcome: 'review', rule: 'review_amount' })
    expect(ruleOf({ bank: 'enough', reviewed: true })).toBe('none')
    expect(ruleOf({ bank: 'enough', amountCents: cents(59_999) })).toBe('none')
  })

  it('has unique rule names', () => {
    expect(new Set(decisionRules.map(([rule]) => rule)).size).toBe(decisionRules.length)
  })
})

it.each<[string, boolean, DecisionFacts['document']]>([
  ['12345678Z', false, 'valid'],
  ['X1234567L', false, 'valid'],
  ['12345678A', false, 'invalid'],
  ['A28015865', false, 'invalid'],
  ['99999998T', true, 'test_refused'],
  ['99999998T', false, 'valid'],
  ['99999995C', true, 'test_challenge'],
  ['99999995C', false, 'valid'],
])('documentFact of %s in sandbox %s is %s', (number, sandbox, fact) => {
  expect(documentFact(number, sandbox)).toBe(fact)
})

it('bankFact says whether the month leaves enough for the largest instalment', () => {
  const fact = (outgoingsCents: number) => bankFact({ incomeCents: cents(200_000), outgoingsCents: cents(outgoingsCents) }, cents(10_591))
  expect([fact(189_409), fact(189_410)]).toEqual(['enough', 'too_little'])
})

describe('fallbackDecision', () => {
  const thresholds = { ...builtInThresholds, reviewFromCents: cents(60_000) }
  it.each([
    ['rules', false, 'review', 'review_amount'],
    ['rules', true, 'refuse', 'review_unanswered'],
    ['review', false, 'review', 'fallback_review'],
    ['review', true, 'refuse', 'review_unanswered'],
    ['refuse', false, 'refuse', 'fallback_refuse'],
    ['refuse', true, 'refuse', 'fallback_refuse'],
  ] as const)('%s after a review %s is %s by %s', (fallback, reviewed, outcome, rule) => {
    expect(fallbackDecision(plain, { fallback, thresholds, reviewed })).toEqual({ outcome, rule })
  })
})

it('an engine asks neither for a check that was passed nor for a bank that answered', () => {
  expect(isPossible('challenge', plain)).toBe(true)
  expect(isPossible('challenge', { ...plain, challengePassed: true })).toBe(false)
  expect(isPossible('bank_link', plain)).toBe(true)
  expect(isPossible('bank_link', { ...plain, bank: 'enough' })).toBe(false)
})
