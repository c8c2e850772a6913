import { decisionOutcomes } from '#domain/sales/operations/decision'
import { channels, products } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { address } from './offlineCheckout.ts'
import { amount, date, hexId, instant, rate } from '../platform/values.ts'

/** What an external engine is asked, version 1 (docs/decision.md#the-request). Amounts in euro cents, rates in basis points of a percent. */
export const decisionRequest = z.strictObject({
  version: z.literal(1),
  /** The same at every attempt. */
  id: hexId,
  askedAt: instant,
  /** Until when an engine that answers `later` may answer; then the provider's fallback decides. */
  answerBy: instant,
  operationId: hexId,
  channel: z.enum(channels),
  amounts: z.strictObject({
    total: amount,
    firstPayment: amount,
    /** The largest amount due in any month. */
    monthly: amount,
    totalPrice: amount,
  }),
  plan: z.strictObject({
    product: z.enum(products),
    numInstalments: z.int(),
    tin: rate,
    tae: rate,
    waitingMonths: z.int(),
  }),
  merchant: z.strictObject({
    id: hexId,
    name: z.string(),
    url: z.nullable(z.string()),
    liveOn: z.nullable(date),
    /** Limits of the chosen product at this shop. */
    minAmount: amount,
    maxAmount: amount,
    /** Orders created in the last 90 days, by what became of them. */
    history: z.strictObject({ days: z.int(), accepted: z.int(), inProcess: z.int(), stopped: z.int(), rejected: z.int() }),
  }),
  customer: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    documentId: z.string(),
    birthday: z.nullable(date),
    email: z.string(),
    phone: z.nullable(z.string()),
    address: z.nullable(address),
  }),
  /** How the customer came. `phoneCorrections`: how often the mobile was corrected; `codesSent`: one-time codes before the right one was entered. */
  device: z.strictObject({ ip: z.string(), userAgent: z.string(), phoneCorrections: z.int(), codesSent: z.int() }),
  consents: z.strictObject({ givenAt: z.nullable(instant), confirmedAt: z.nullable(instant) }),
  /** Other requests and plans of the document at this shop. */
  earlier: z.strictObject({ requestsLastDay: z.int(), livePlans: z.int(), owed: amount, hasDefaulted: z.boolean() }),
  /** What was proved during this sale. */
  checks: z.strictObject({ challengePassed: z.boolean(), reviewed: z.boolean() }),
  /** What the customer's bank said: null when it was not asked. Sums of a month; null when it confirmed earlier and the figures are gone. */
  bank: z.nullable(z.strictObject({ income: z.nullable(amount), outgoings: z.nullable(amount) })),
})
export type DecisionRequest = z.output<typeof decisionRequest>

/** What an external engine answers, version 1 (docs/decision.md#the-answer). Fields that are not listed are ignored. */
export const decisionAnswer = z.object({
  version: z.literal(1),
  /** The request's. */
  id: hexId,
  outcome: z.enum(decisionOutcomes),
  /** Why, as a code for the provider: never disclosed to shop or customer. */
  rule: z.string().check(z.regex(/^[\w.:-]{1,60}$/)),
  /** Of the engine. */
  engineVersion: z.string().check(z.minLength(1), z.maxLength(40)),
})
export type DecisionAnswer = z.output<typeof decisionAnswer>
