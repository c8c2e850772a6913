import { isNie, isNif } from '../../platform/identifiers.ts'
import type { Cents } from '../../platform/money.ts'

/** What a decision is made from: facts of this request and of the same document in this shop and mode. Amounts in cents. */
export interface DecisionFacts {
  sandbox: boolean
  documentNumber: string
  ageYears: number
  amountCents: Cents
  /** Limits of the product that was chosen. */
  minCents: Cents
  maxCents: Cents
  /** The largest amount that falls due in a month of this plan. */
  monthlyCents: Cents
  /** Other requests of the document in the last 24 hours. */
  recentRequests: number
  livePlans: number
  /** Principal that those plans still owe. */
  owedCents: Cents
  hasDefaulted: boolean
  challengePassed: boolean
  /** What the customer's bank told, once it was asked; a month's sums. */
  bank: { incomeCents: Cents; outgoingsCents: Cents } | 'confirmed' | null
}

type DecisionOutcome = 'accept' | 'refuse' | 'challenge' | 'bank_link'

/** The rule that decided, a code for the log alone: no shop and no customer is ever told it. */
export interface Decision {
  outcome: DecisionOutcome
  rule: string
}

/** From this amount the customer's bank is asked, in cents (docs/domain.md#bank-check). */
export const BANK_LINK_FROM_CENTS = 100_000
/** So many other requests of a document in 24 hours are too many. */
const MOST_RECENT_REQUESTS = 3
/** Two plans at once are too many when together with this one more than this is owed, in cents. */
const MOST_OWED_CENTS = 300_000
/** Years (Código Civil, art. 240). */
export const ADULT_YEARS = 18

type Rule = readonly [rule: string, outcome: DecisionOutcome, applies: (facts: DecisionFacts) => boolean]

const tooLittleLeft = ({ bank, monthlyCents }: DecisionFacts) =>
  bank !== null && bank !== 'confirmed' && bank.incomeCents - bank.outgoingsCents < monthlyCents

/** In their order: the first that applies decides (docs/decisions/0011-deciding.md). */
export const decisionRules: readonly Rule[] = [
  ['sandbox_refused', 'refuse', ({ sandbox, documentNumber }) => sandbox && documentNumber === '99999998T'],
  ['document_invalid', 'refuse', ({ documentNumber }) => !isNif(documentNumber) && !isNie(documentNumber)],
  ['under_age', 'refuse', ({ ageYears }) => ageYears < ADULT_YEARS],
  ['outside_limits', 'refuse', ({ amountCents, minCents, maxCents }) => amountCents < minCents || amountCents > maxCents],
  ['earlier_default', 'refuse', ({ hasDefaulted }) => hasDefaulted],
  ['too_many_requests', 'refuse', ({ recentRequests }) => recentRequests >= MOST_RECENT_REQUESTS],
  ['too_many_plans', 'refuse', ({ livePlans, owedCents, amountCents }) => livePlans >= 2 && owedCents + amountCents > MOST_OWED_CENTS],
  [
    'sandbox_challenge',
    'challenge',
    ({ sandbox, documentNumber, challengePassed }) => sandbox && documentNumber === '99999995C' && !challengePassed,
  ],
  ['means_too_low', 'refuse', tooLittleLeft],
  ['bank_needed', 'bank_link', ({ amountCents, bank }) => amountCents >= BANK_LINK_FROM_CENTS && bank === null],
]

/** Whether a request is accepted, refused, or needs to know more first. Pure: the same facts, the same answer. */
export function decide(facts: DecisionFacts): Decision {
  const found = decisionRules.find(([, , applies]) => applies(facts))
  return found ? { rule: found[0], outcome: found[1] } : { rule: 'none', outcome: 'accept' }
}
