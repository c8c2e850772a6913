import { disputeAnswers, disputeBearers, disputeReasons, disputeStates, MAX_EVIDENCE_TEXT } from '#domain/money/cardDispute'
import { z } from 'zod/mini'
import { shopCall, shopInstant, shopList, shopPage } from '../../platform/shopCall.ts'
import { amount, hexId, typedText } from '../../platform/values.ts'

/** What customers dispute at their bank (docs/domain.md#card-disputes). Files are given as evidence in the panel, and there a dispute is accepted. */
const moment = z.nullable(shopInstant)

const dispute = z.strictObject({
  id: hexId,
  orderId: hexId,
  /** The shop's own order number. */
  mid: z.nullable(z.string()),
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  amount,
  openedAt: shopInstant,
  /** Until when the shop should answer, and until when the customer's bank accepts evidence; null: it does not. */
  answerBy: moment,
  evidenceDueAt: moment,
  answer: z.nullable(z.enum(disputeAnswers)),
  answeredAt: moment,
  /** The shop's evidence as text, and how many files were given with it. */
  text: z.string(),
  files: z.int(),
  /** When the customer's bank had the evidence. */
  submittedAt: moment,
  closedAt: moment,
  /** Who bears a lost dispute, and what it costs the shop: amount, fee and VAT. */
  bearer: z.nullable(z.enum(disputeBearers)),
  charged: z.strictObject({ amount, fee: amount, vat: amount }),
  /** Whether evidence may still be given. */
  answerable: z.boolean(),
})

export const orderDisputeList = shopCall({
  name: 'orderDisputeList',
  method: 'GET',
  path: '/disputes',
  summary: 'Disputas de tarjeta de la tienda, la más reciente primero',
  policy: { key: 'privateKey', right: null },
  query: z.object({ state: z.optional(z.enum(disputeStates)), page: shopPage }),
  answers: { 200: shopList(dispute) },
  refusals: [],
})

export const orderDisputes = shopCall({
  name: 'orderDisputes',
  method: 'GET',
  path: '/orders/{ref}/disputes',
  summary: 'Las disputas de tarjeta de una operación',
  policy: { key: 'privateKey', right: null },
  answers: { 200: z.strictObject({ results: z.array(dispute) }) },
  refusals: [],
})

/** Can be changed until it was sent to the customer's bank. */
export const orderDisputeEvidence = shopCall({
  name: 'orderDisputeEvidence',
  method: 'POST',
  path: '/orders/{ref}/disputes/{disputeId}/evidence',
  summary: 'Contestar a una disputa de tarjeta con un texto',
  policy: { key: 'privateKey', right: 'refund' },
  body: z.strictObject({ text: typedText(MAX_EVIDENCE_TEXT).check(z.minLength(1)) }),
  answers: { 200: dispute },
  refusals: ['DisputeNotAllowed'],
})
