import { z } from 'zod/mini'
import { amount, date } from '../platform/values.ts'

/** A card payment without an answer: the customer's bank asks the customer at `url`, or the card provider is still deciding. */
export const waitingPayment = z.strictObject({ waitsFor: z.enum(['customer', 'provider']), url: z.nullable(z.string()) })

/** A payment of the running plan: at the signature (number 0) or an instalment with what it costs after refunds and early payments. */
const planPayment = z.strictObject({
  number: z.int(),
  dueOn: date,
  amount,
  state: z.enum(['paid', 'pending', 'overdue', 'refunded']),
  paidOn: z.nullable(date),
})
export type PlanPayment = z.output<typeof planPayment>

/** What an early repayment costs today, and the interest and fees that it saves. */
const earlyOffer = z.strictObject({ amount, saved: amount })

/** The running plan, and what the customer can do about it. */
export const repayment = z.strictObject({
  payments: z.array(planPayment),
  paidAmount: amount,
  leftAmount: amount,
  /** Why nothing is collected now: a payment is disputed at the customer's bank, was given back by it, or the provider has stopped the plan; null: it is. */
  stopped: z.nullable(z.enum(['disputed', 'dispute_lost', 'held'])),
  /** Repaying before it is due: the next instalment, and all that is left; null while nothing can be. `next` is null when all that is left is one instalment. */
  early: z.nullable(z.strictObject({ number: z.int(), next: z.nullable(earlyOffer), all: earlyOffer })),
  /** An early repayment without an answer. */
  payment: z.nullable(z.strictObject({ ...waitingPayment.shape, number: z.int(), all: z.boolean(), amount })),
  /** Whether the customer may replace the card that pays. */
  canChangeCard: z.boolean(),
})
export type Repayment = z.output<typeof repayment>

/** What is owed to the customer after refunds: being sent to their card or account, or waiting for them to say to which account. */
export const owedToCustomer = z.strictObject({ amount, needsAccount: z.boolean() })
