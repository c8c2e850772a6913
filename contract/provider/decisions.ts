import { z } from 'zod/mini'
import { ADULT_YEARS, decisionOutcomes } from '#domain/sales/operations/decision'
import { channels, products } from '#domain/sales/operations/states'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

// Credit decisions: those that wait for a person, and the thresholds of the rules (docs/decision.md).
const path = '/console/v1/decisions'
const readers = { roles: ['support', 'risk'], secondPerson: 'never' } as const
const outcome = z.enum(decisionOutcomes)
const verdict = z.enum(['accept', 'refuse', 'challenge', 'bank_link', 'review'])
const person = z.strictObject({ id: hexId, name: z.string() })

const waitingDecision = z.strictObject({
  id: hexId,
  /** `review`: a person decides; `later`: the external engine said that it answers later. */
  kind: z.enum(['review', 'later']),
  merchant: person,
  amount,
  product: z.enum(products),
  /** Why it waits, as a code. */
  rule: z.string(),
  since: instant,
  /** The fallback decides from here on. */
  until: instant,
  closedAt: z.nullable(instant),
  /** Null while it waits, and when the sale ended without it. */
  verdict: z.nullable(verdict),
  /** The member of staff who decided; null: the engine, the fallback, or nobody. */
  closedBy: z.nullable(z.string()),
})
export type WaitingDecision = z.output<typeof waitingDecision>

/** Decisions on live sales that wait, the earliest deadline first, at most 200; then the last 50 that waited. */
export const consoleDecisionList = consoleCall({
  name: 'consoleDecisionList',
  method: 'GET',
  path,
  summary: 'Ver las decisiones que esperan',
  policy: readers,
  answers: { 200: z.strictObject({ waiting: z.array(waitingDecision), closed: z.array(waitingDecision) }) },
  refusals: [],
  background: true,
})

const decisionFacts = z.strictObject({
  document: z.enum(['valid', 'invalid', 'test_refused', 'test_challenge']),
  ageYears: z.int(),
  amountCents: amount,
  minCents: amount,
  maxCents: amount,
  monthlyCents: amount,
  recentRequests: z.int(),
  livePlans: z.int(),
  owedCents: amount,
  hasDefaulted: z.boolean(),
  challengePassed: z.boolean(),
  bank: z.enum(['not_asked', 'confirmed', 'enough', 'too_little']),
  reviewed: z.boolean(),
})

const keptDecision = z.strictObject({
  id: hexId,
  askedAt: instant,
  engine: z.enum(['rules', 'external', 'fallback']),
  version: z.string(),
  /** Null while the external engine is being asked. */
  rule: z.nullable(z.string()),
  outcome: z.nullable(outcome),
  /** HMAC of what the engine was given, hexadecimal. */
  factsHash: z.string(),
  verdict: z.nullable(verdict),
  verdictRule: z.nullable(z.string()),
  verdictBy: z.nullable(z.enum(['staff', 'external', 'fallback'])),
  verdictStaff: z.nullable(z.string()),
  verdictReason: z.nullable(z.string()),
  verdictAt: z.nullable(instant),
})

/** One decision that waits or waited. Reading it leaves an entry in the provider's audit log. */
export const consoleDecision = consoleCall({
  name: 'consoleDecision',
  method: 'GET',
  path: `${path}/{decisionId}`,
  summary: 'Abrir una decisión',
  policy: readers,
  answers: {
    200: z.strictObject({
      decision: waitingDecision,
      operationId: hexId,
      channel: z.enum(channels),
      plan: z.strictObject({ numInstalments: z.int(), firstPayment: amount }),
      /** Masked for those who do not decide. */
      customer: z.strictObject({
        name: z.string(),
        documentId: z.string(),
        email: z.string(),
        phone: z.nullable(z.string()),
        city: z.nullable(z.string()),
        masked: z.boolean(),
      }),
      facts: decisionFacts,
      /** All decisions on this sale, the newest first. */
      history: z.array(keptDecision),
    }),
  },
  refusals: [],
})

/**
 * Accepts or refuses in the engine's or everybody's place. The reason stays with the provider. Refuses with DecisionNotAllowed when it was answered, its time
 * is over, or its sale ended.
 */
export const consoleDecisionAnswer = consoleCall({
  name: 'consoleDecisionAnswer',
  method: 'POST',
  path: `${path}/{decisionId}/answer`,
  summary: 'Decidir sobre una venta',
  policy: { roles: ['risk'], secondPerson: 'never' },
  body: z.strictObject({ verdict: z.enum(['accept', 'refuse']), reason: typedText(300).check(z.minLength(3)) }),
  answers: { 204: null },
  refusals: ['DecisionNotAllowed'],
})

const maxAmount = 100_000_000
/** Read from a body and from a query alike. */
const number = (minimum: number, maximum: number) => z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum))

const thresholdFields = {
  bankLinkFromCents: number(1, maxAmount),
  maxRecentRequests: number(1, 100),
  maxLivePlans: number(1, 100),
  maxOwedCents: number(0, maxAmount),
  minAgeYears: number(ADULT_YEARS, 99),
}
const thresholds = z.strictObject({ ...thresholdFields, reviewFromCents: z.nullable(number(1, maxAmount)) })

const rulesPath = '/console/v1/decision-rules'
const rulesVersion = z.strictObject({
  /** 0: those of the source. */
  version: z.int(),
  thresholds,
  effectiveAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  createdAt: z.nullable(instant),
  createdBy: z.nullable(z.string()),
  state: z.enum(['coming', 'in_force', 'past']),
})

/** The thresholds of the rules: those to come, in force and past, the latest first. */
export const consoleDecisionRules = consoleCall({
  name: 'consoleDecisionRules',
  method: 'GET',
  path: rulesPath,
  summary: 'Ver las reglas de decisión',
  policy: readers,
  answers: {
    200: z.strictObject({ versions: z.array(rulesVersion), fallback: z.enum(['rules', 'review', 'refuse']), external: z.boolean() }),
  },
  refusals: [],
})

const taken = z.strictObject({ outcome, rule: z.string() })

/** What thresholds would have changed in the live decisions of the last 90 days. Nothing is written. */
export const consoleDecisionRulesTry = consoleCall({
  name: 'consoleDecisionRulesTry',
  method: 'GET',
  path: `${rulesPath}/try`,
  summary: 'Probar reglas de decisión con lo ya decidido',
  policy: { roles: ['risk'], secondPerson: 'never' },
  query: z.strictObject({ ...thresholdFields, reviewFromCents: z.optional(number(1, maxAmount)) }),
  answers: {
    200: z.strictObject({
      /** The first decision that was looked at; null: there is none. */
      since: z.nullable(instant),
      decisions: z.int(),
      changes: z.array(z.strictObject({ before: outcome, after: outcome, decisions: z.int(), amountCents: amount })),
      /** At most a hundred of those that would change, by shop. */
      flipped: z.array(
        z.strictObject({ merchant: person, operationId: hexId, askedAt: instant, amountCents: amount, before: taken, after: taken }),
      ),
      /** There were more decisions than were looked at. */
      cut: z.boolean(),
    }),
  },
  refusals: [],
})

/** Adds a version of the thresholds, in force at once or from the beginning of a day of Madrid. Refuses with DecisionNotAllowed (`past`). */
export const consoleDecisionRulesChange = consoleCall({
  name: 'consoleDecisionRulesChange',
  method: 'POST',
  path: rulesPath,
  summary: 'Cambiar las reglas de decisión',
  policy: { roles: ['risk'], secondPerson: 'configured' },
  body: z.strictObject({ thresholds, effectiveOn: z.nullable(date), reason: typedText(300).check(z.minLength(3)) }),
  answers: { 201: z.strictObject({ version: z.int() }) },
  refusals: ['DecisionNotAllowed'],
})
