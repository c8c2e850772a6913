import { isNie, isNif } from '../../platform/identifiers.ts'
import type { Cents } from '../../platform/money.ts'

/** The facts of a decision, about this request and other requests of the document in this shop and mode. Amounts in cents. */
export interface DecisionFacts {
  sandbox: boolean
  documentNumber: string
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
  /** The bank's answer, if any; monthly sums. */
  bank: { incomeCents: Cents; outgoingsCents: Cents } | 'confirmed' | null
}

type DecisionOutcome = 'accept' | 'refuse' | 'challenge' | 'bank_link'

/** The rule that decided, as a code for the log only: it is never disclosed to shop or customer. */
export interface Decision {
  outcome: DecisionOutcome
  rule: string
}

/** Amount from which a bank check is required, in cents (docs/domain.md#bank-check). */
export const BANK_LINK_FROM_CENTS = 100_000
/** Refused from this many other requests of a document in 24 hours. */
const MAX_RECENT_REQUESTS = 3
/** A third plan is refused when the total debt, including this request, is above this, in cents. */
const MAX_OWED_CENTS = 300_000
/** Years (Código Civil, art. 240). */
export const ADULT_YEARS = 18

type Rule = readonly [rule: string, outcome: DecisionOutcome, applies: (facts: DecisionFacts) => boolean]

const tooLittleLeft = ({ bank, monthlyCents }: DecisionFacts) =>
  bank !== null && bank !== 'confirmed' && bank.incomeCents - bank.outgoingsCents < monthlyCents

/** In order: the first matching rule decides (docs/decisions/0011-deciding.md). */
export const decisionRules: readonly Rule[] = [
  ['sandbox_refused', 'refuse', ({ sandbox, documentNumber }) => sandbox && documentNumber === '99999998T'],
  ['document_invalid', 'refuse', ({ documentNumber }) => !isNif(documentNumber) && !isNie(documentNumber)],
  ['under_age', 'refuse', ({ ageYears }) => ageYears < ADULT_YEARS],
  ['outside_limits', 'refuse', ({ amountCents, minCents, maxCents }) => amountCents < minCents || amountCents > maxCents],
  ['earlier_default', 'refuse', ({ hasDefaulted }) => hasDefaulted],
  ['too_many_requests', 'refuse', ({ recentRequests }) => recentRequests >= MAX_RECENT_REQUESTS],
  ['too_many_plans', 'refuse', ({ livePlans, owedCents, amountCents }) => livePlans >= 2 && owedCents + amountCents > MAX_OWED_CENTS],
  [
    'sandbox_challenge',
    'challenge',
    ({ sandbox, documentNumber, challengePassed }) => sandbox && documentNumber === '99999995C' && !challengePassed,
  ],
  ['means_too_low', 'refuse', tooLittleLeft],
  ['bank_needed', 'bank_link', ({ amountCents, bank }) => amountCents >= BANK_LINK_FROM_CENTS && bank === null],
]

/** Whether a request is accepted, refused, or needs more information. A pure function. */
export function decide(facts: DecisionFacts): Decision {
  const found = decisionRules.find(([, , applies]) => applies(facts))
  return found ? { rule: found[0], outcome: found[1] } : { rule: 'none', outcome: 'accept' }
}
