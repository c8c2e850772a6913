import { z } from 'zod/mini'
import { creditStates } from '#domain/money/customerCredit'
import { staffRoles } from '#domain/provider/staff'
import { amount, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** What is owed to customers, over all shops; live only. */
const path = '/console/v1/credits'
const itemPath = `${path}/{creditId}` as const
const acting = { roles: ['finance', 'admin'], secondPerson: 'never' } as const

const credit = z.strictObject({
  id: hexId,
  accountId: hexId,
  merchant: z.strictObject({ id: hexId, name: z.string() }),
  operationId: hexId,
  amount,
  /** Not paid yet. */
  left: amount,
  state: z.enum(creditStates),
  createdAt: instant,
  /** Since when staff must look at it; null: they need not. */
  taskSince: z.nullable(instant),
  /** When a worker does the next thing; null: it waits for the customer, the bank or staff. */
  nextAt: z.nullable(instant),
})
export type ListedCredit = z.output<typeof credit>

export const creditLists = ['open', 'tasks', 'paid'] as const

/** `open`: not paid, oldest first; `tasks`: those that staff must look at; `paid`: of the last thirty days, newest first. At most 200. */
export const consoleCreditList = consoleCall({
  name: 'consoleCreditList',
  method: 'GET',
  path,
  summary: 'Ver lo que se debe a los clientes',
  policy: { roles: staffRoles, secondPerson: 'never' },
  query: z.strictObject({ list: z._default(z.enum(creditLists), 'open') }),
  answers: {
    200: z.strictObject({
      credits: z.array(credit),
      /** Of all: how many and how much is not paid, and how many of them staff must look at. */
      open: z.int(),
      left: amount,
      tasks: z.int(),
    }),
  },
  refusals: [],
})

const payment = z.strictObject({
  kind: z.enum(['card', 'transfer', 'manual']),
  amount,
  state: z.enum(['asked', 'pending', 'succeeded', 'declined']),
  /** The partner's of a card's refund, ours of a transfer. */
  reference: z.nullable(z.string()),
  accountLast4: z.nullable(z.string()),
  /** Why it was declined or returned, or what was written when it was settled by hand. */
  reason: z.nullable(z.string()),
  retryAt: z.nullable(instant),
  /** Who settled it by hand. */
  by: z.nullable(z.string()),
  createdAt: instant,
  doneAt: z.nullable(instant),
})

/** A credit of an operation with all attempts to pay it, oldest first. */
export const creditDetail = z.strictObject({
  id: hexId,
  amount,
  paid: amount,
  underWay: amount,
  state: z.enum(creditStates),
  createdAt: instant,
  askedAt: z.nullable(instant),
  taskSince: z.nullable(instant),
  payments: z.array(payment),
})
export type CreditDetail = z.output<typeof creditDetail>

/** Asks the cards again, also those that declined for good. */
export const consoleCreditRetry = consoleCall({
  name: 'consoleCreditRetry',
  method: 'POST',
  path: `${itemPath}/retry`,
  summary: 'Volver a intentar una devolución a un cliente',
  policy: acting,
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Sends the customer a new link to give an account; earlier ones no longer work. */
export const consoleCreditAskAccount = consoleCall({
  name: 'consoleCreditAskAccount',
  method: 'POST',
  path: `${itemPath}/ask-account`,
  summary: 'Pedir otra vez a un cliente su cuenta',
  policy: { roles: ['support', 'finance', 'admin'], secondPerson: 'never' },
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Marks what is neither paid nor under way as paid in another way, for a reason. */
export const consoleCreditSettle = consoleCall({
  name: 'consoleCreditSettle',
  method: 'POST',
  path: `${itemPath}/settle`,
  summary: 'Dar por pagada a mano una devolución a un cliente',
  policy: { roles: ['finance', 'admin'], secondPerson: 'configured' },
  body: z.strictObject({ reason: typedText(300).check(z.minLength(1)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
