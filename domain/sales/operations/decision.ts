import { isNie, isNif } from '../../platform/identifiers.ts'
import { cents, type Cents } from '../../platform/money.ts'
import { isChallenged, TEST_DOCUMENTS } from './sandbox.ts'

/** What a decision says: three that end the request or let it go on, two that ask the customer for more, and two that let the customer wait. */
export const decisionOutcomes = ['accept', 'refuse', 'challenge', 'bank_link', 'review', 'later'] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]

/**
 * The facts of a decision, about this request and other requests of the document in this shop and mode. Amounts in cents. They name nobody and hold no
 * figure of a bank, so that they may be kept and decided again (docs/decision.md#what-is-kept).
 */
export interface DecisionFacts {
  /** Whether it is a NIF or a NIE by its control letter; in test mode also the documents with a fixed outcome. */
  document: 'valid' | 'invalid' | 'test_refused' | 'test_challenge'
  ageYears: number
  amountCents: Cents
  /** Limits of the chosen product. */
  minCents: Cents
  maxCents: Cents
  /** The largest amount due in any month of this plan. */
  monthlyCents: Cents
  /** Other requests of the document in the last 24 hours. */
  recentRequests: number
  livePlans: number
  /** Outstanding principal of those plans. */
  owedCents: Cents
  hasDefaulted: boolean
  challengePassed: boolean
  /** What the customer's bank said: that the month leaves enough for this plan, or too little; or that it was asked and the figures are gone. */
  bank: 'not_asked' | 'confirmed' | 'enough' | 'too_little'
  /** A person of the provider accepted this request, for payments as large. */
  reviewed: boolean
}

/** The rule that decided, as a code for the log and the provider only: it is never disclosed to shop or customer. */
export interface Decision {
  outcome: DecisionOutcome
  rule: string
}

/** What the provider may set in the rules. Amounts in cents. */
export interface DecisionThresholds {
  /** A bank check is required from this amount (docs/domain.md#bank-check). */
  bankLinkFromCents: Cents
  /** Refused from this many other requests of a document in 24 hours. */
  maxRecentRequests: number
  /** From this many live plans on, their debt with this request is limited. */
  maxLivePlans: number
  maxOwedCents: Cents
  /** Years. */
  minAgeYears: number
  /** A person decides from this amount; null: never. */
  reviewFromCents: Cents | null
}

/** Years (Código Civil, art. 240). */
export const ADULT_YEARS = 18

/** The thresholds of an installation that has set none. */
export const builtInThresholds: DecisionThresholds = /* @__PURE__ */ Object.freeze({
  bankLinkFromCents: cents(100_000),
  maxRecentRequests: 3,
  maxLivePlans: 2,
  maxOwedCents: cents(300_000),
  minAgeYears: ADULT_YEARS,
  reviewFromCents: null,
})

type Rule = readonly [rule: string, outcome: DecisionOutcome, applies: (facts: DecisionFacts, thresholds: DecisionThresholds) => boolean]

/** In order: the first matching rule decides (docs/decisions/0011-deciding.md). */
export const decisionRules: readonly Rule[] = [
  ['sandbox_refused', 'refuse', ({ document }) => document === 'test_refused'],
  ['document_invalid', 'refuse', ({ document }) => document === 'invalid'],
  ['under_age', 'refuse', ({ ageYears }, { minAgeYears }) => ageYears < minAgeYears],
  ['outside_limits', 'refuse', ({ amountCents, minCents, maxCents }) => amountCents < minCents || amountCents > maxCents],
  ['earlier_default', 'refuse', ({ hasDefaulted }) => hasDefaulted],
  ['too_many_requests', 'refuse', ({ recentRequests }, { maxRecentRequests }) => recentRequests >= maxRecentRequests],
  [
    'too_many_plans',
    'refuse',
    ({ livePlans, owedCents, amountCents }, { maxLivePlans, maxOwedCents }) =>
      livePlans >= maxLivePlans && owedCents + amountCents > maxOwedCents,
  ],
  ['sandbox_challenge', 'challenge', ({ document, challengePassed }) => document === 'test_challenge' && !challengePassed],
  ['means_too_low', 'refuse', ({ bank }) => bank === 'too_little'],
  ['bank_needed', 'bank_link', ({ amountCents, bank }, { bankLinkFromCents }) => amountCents >= bankLinkFromCents && bank === 'not_asked'],
  [
    'review_amount',
    'review',
    ({ amountCents, reviewed }, { reviewFromCents }) => reviewFromCents !== null && amountCents >= reviewFromCents && !reviewed,
  ],
]

/** Whether a request is accepted, refused, or needs more information. A pure function. */
export function decide(facts: DecisionFacts, thresholds: DecisionThresholds = builtInThresholds): Decision {
  const found = decisionRules.find(([, , applies]) => applies(facts, thresholds))
  return found ? { rule: found[0], outcome: found[1] } : { rule: 'none', outcome: 'accept' }
}

/** The fact about a document number. */
export function documentFact(documentNumber: string, sandbox: boolean): DecisionFacts['document'] {
  if (sandbox && documentNumber === TEST_DOCUMENTS.refused) return 'test_refused'
  if (!isNif(documentNumber) && !isNie(documentNumber)) return 'invalid'
  return sandbox && isChallenged(documentNumber) ? 'test_challenge' : 'valid'
}

/** The fact about the bank's monthly sums, for a plan's largest month. */
export const bankFact = (means: { incomeCents: Cents; outgoingsCents: Cents }, monthlyCents: Cents): DecisionFacts['bank'] =>
  means.incomeCents - means.outgoingsCents < monthlyCents ? 'too_little' : 'enough'

/** What decides when the engine does not answer, or nobody does in time. */
export const decisionFallbacks = ['rules', 'review', 'refuse'] as const
export type DecisionFallback = (typeof decisionFallbacks)[number]

const decideByFallback: Readonly<Record<DecisionFallback, typeof decide>> = {
  rules: decide,
  review: () => ({ outcome: 'review', rule: 'fallback_review' }),
  refuse: () => ({ outcome: 'refuse', rule: 'fallback_refuse' }),
}

/**
 * The decision when nobody answered in time. `reviewed`: it waited for a person already, and is refused rather than waits again. Never `later`.
 */
export function fallbackDecision(
  facts: DecisionFacts,
  { fallback, thresholds, reviewed }: { fallback: DecisionFallback; thresholds: DecisionThresholds; reviewed: boolean },
): Decision {
  const decision = decideByFallback[fallback](facts, thresholds)
  return decision.outcome === 'review' && reviewed ? { outcome: 'refuse', rule: 'review_unanswered' } : decision
}

/** Whether an engine may give this answer now: what was given already is not asked for again. */
export const isPossible = (
  outcome: DecisionOutcome,
  { challengePassed, bank }: Pick<DecisionFacts, 'challengePassed' | 'bank'>,
): boolean => (outcome === 'challenge' ? !challengePassed : outcome === 'bank_link' ? bank === 'not_asked' : true)
