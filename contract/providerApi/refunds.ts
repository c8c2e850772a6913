import { z } from 'zod/mini'
import { creditStates } from '#domain/money/customerCredit'
import { amount, date, hexId, instant, mode } from '../platform/values.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

/** What goes back: refunds, what customers are owed beyond their debt, and what merchants claim of settlements. Without the customers' data. */
const refunds = '/provider/v1/refunds'
const credits = '/provider/v1/credits'
const claims = '/provider/v1/claims'
const operations = { scope: 'operations', secondPerson: 'never' } as const
const money = { scope: 'money:read', secondPerson: 'never' } as const

const ofShop = { id: hexId, merchantId: hexId }
/** The order of a list: by the last change, the oldest first; those changed meanwhile come again at the end. */
const changes = { changedSince: z.optional(instant), cursor: z.optional(cursorText) }

export const providerRefundView = z.strictObject({
  ...ofShop,
  mode,
  operationId: hexId,
  /** `cancel`: of all that was left. */
  kind: z.enum(['refund', 'cancel']),
  amount,
  state: z.enum(['held', 'completed', 'undone']),
  /** Of a held one: it can be undone until then. */
  releaseAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  merchantReference: z.nullable(z.string()),
  /** Beyond what the customer still owed: the credit of the same id. */
  creditToCustomer: amount,
  /** Given back to the merchant. */
  feeBack: amount,
  vatBack: amount,
  subsidyBack: amount,
  createdAt: instant,
  completedAt: z.nullable(instant),
  changedAt: instant,
})
export type ProviderRefundView = z.output<typeof providerRefundView>

export const providerRefundList = providerCall({
  name: 'providerRefundList',
  method: 'GET',
  path: refunds,
  summary: 'Listar devoluciones por su último cambio',
  policy: operations,
  query: z.strictObject({ mode: z._default(mode, 'live'), ...changes }),
  answers: { 200: cursorPage(providerRefundView) },
  refusals: [],
})

export const providerRefund = providerCall({
  name: 'providerRefund',
  method: 'GET',
  path: `${refunds}/{refundId}`,
  summary: 'Leer una devolución',
  policy: operations,
  answers: { 200: providerRefundView },
  refusals: [],
})

export const providerCreditView = z.strictObject({
  ...ofShop,
  mode,
  operationId: hexId,
  amount,
  paid: amount,
  /** Asked of a card or of the bank, without a final answer. */
  underWay: amount,
  state: z.enum(creditStates),
  createdAt: instant,
  /** When the customer was last asked for an account. */
  askedAt: z.nullable(instant),
  paidAt: z.nullable(instant),
  /** The attempts to pay it, the oldest first. */
  payments: z.array(
    z.strictObject({
      id: hexId,
      kind: z.enum(['card', 'transfer', 'manual']),
      amount,
      state: z.enum(['asked', 'pending', 'succeeded', 'declined']),
      /** The partner's of a card's refund; ours of a transfer, by which the bank knows it. */
      reference: z.nullable(z.string()),
      /** The partner's code of a declined or returned one. */
      reason: z.nullable(z.string()),
      createdAt: instant,
      doneAt: z.nullable(instant),
    }),
  ),
  changedAt: instant,
})
export type ProviderCreditView = z.output<typeof providerCreditView>

export const providerCreditList = providerCall({
  name: 'providerCreditList',
  method: 'GET',
  path: credits,
  summary: 'Listar lo que se debe a clientes por su último cambio',
  policy: money,
  query: z.strictObject({ mode: z._default(mode, 'live'), ...changes }),
  answers: { 200: cursorPage(providerCreditView) },
  refusals: [],
})

export const providerCredit = providerCall({
  name: 'providerCredit',
  method: 'GET',
  path: `${credits}/{creditId}`,
  summary: 'Leer lo que se debe a un cliente',
  policy: money,
  answers: { 200: providerCreditView },
  refusals: [],
})

export const providerClaimView = z.strictObject({
  ...ofShop,
  settlementId: hexId,
  /** The settlement's lines, or what the bank shows. */
  about: z.enum(['lines', 'bank']),
  state: z.enum(['open', 'answered', 'closed']),
  /** What the merchant sees less what the settlement says; negative: money is missing. */
  difference: amount,
  bankAmount: z.nullable(amount),
  bankOn: z.nullable(date),
  note: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  openedAt: instant,
  answeredAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  changedAt: instant,
})
export type ProviderClaimView = z.output<typeof providerClaimView>

/** Live claims. */
export const providerClaimList = providerCall({
  name: 'providerClaimList',
  method: 'GET',
  path: claims,
  summary: 'Listar reclamaciones por su último cambio',
  policy: money,
  query: z.strictObject(changes),
  answers: { 200: cursorPage(providerClaimView) },
  refusals: [],
})

export const providerClaim = providerCall({
  name: 'providerClaim',
  method: 'GET',
  path: `${claims}/{claimId}`,
  summary: 'Leer una reclamación',
  policy: money,
  answers: { 200: providerClaimView },
  refusals: [],
})
