import { disputeAnswers, disputeBearers, disputeReasons, disputeStates, MAX_EVIDENCE_TEXT, evidenceKinds } from '#domain/money/cardDispute'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { admins, changesShop, operators, readsShop } from '../platform/policy.ts'
import { amount, hexId, instant, typedText } from '../platform/values.ts'
import { operationPath } from './operations.ts'

/** What customers dispute at their bank (docs/domain.md#card-disputes), and the shop's evidence. */
const path = `${operationPath}/disputes` as const
const itemPath = `${path}/{disputeId}` as const

const file = z.strictObject({
  id: hexId,
  kind: z.enum(evidenceKinds),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.int(),
  uploadedAt: instant,
})

export const dispute = z.strictObject({
  id: hexId,
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  amount,
  openedAt: instant,
  /** Until when the shop should answer, and until when the customer's bank accepts evidence; null: it does not. */
  answerBy: z.nullable(instant),
  evidenceDueAt: z.nullable(instant),
  /** What the shop answered, and when last. */
  answer: z.nullable(z.enum(disputeAnswers)),
  answeredAt: z.nullable(instant),
  text: z.string(),
  files: z.array(file),
  /** When the customer's bank had the evidence. */
  submittedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  /** Who bears a lost dispute, and what it costs the shop: amount, fee and VAT. */
  bearer: z.nullable(z.enum(disputeBearers)),
  charged: z.strictObject({ amount, fee: amount, vat: amount }),
  /** Whether the shop may still give evidence, or accept it. */
  answerable: z.boolean(),
  acceptable: z.boolean(),
})
export type Dispute = z.output<typeof dispute>

export const disputeList = endpoint({
  name: 'disputeList',
  method: 'GET',
  path,
  summary: 'Disputas de tarjeta de una operación',
  policy: { ...readsShop, roles: operators, right: null, clock: 'shop', apiKey: 'allowed' },
  providerApi: true,
  answers: { 200: z.strictObject({ results: z.array(dispute) }) },
  refusals: [],
})

/** Text and the files uploaded before; can be changed until it was sent to the customer's bank. */
export const disputeAnswer = endpoint({
  name: 'disputeAnswer',
  method: 'POST',
  path: `${itemPath}/evidence`,
  summary: 'Aportar pruebas en una disputa de tarjeta',
  policy: { ...changesShop, roles: operators, right: 'refund', afterEnd: 'allowed', clock: 'shop', apiKey: 'allowed' },
  providerApi: true,
  body: z.strictObject({ text: typedText(MAX_EVIDENCE_TEXT) }),
  answers: { 200: dispute },
  refusals: ['DisputeNotAllowed'],
})

/** Does not contest it: the shop pays the amount and the fee. */
export const disputeAccept = endpoint({
  name: 'disputeAccept',
  method: 'POST',
  path: `${itemPath}/accept`,
  summary: 'No discutir una disputa de tarjeta',
  policy: { ...changesShop, roles: admins, right: 'refund:approve', afterEnd: 'allowed', clock: 'shop' },
  money: true,
  answers: { 200: dispute },
  refusals: ['DisputeNotAllowed'],
})

/** Replaces an earlier file of the same kind. */
export const disputeFileUpload = endpoint({
  name: 'disputeFileUpload',
  method: 'POST',
  path: `${itemPath}/files`,
  summary: 'Subir un archivo como prueba de una disputa',
  policy: { ...changesShop, roles: operators, right: 'refund', afterEnd: 'allowed', clock: 'shop' },
  body: z.strictObject({ kind: z.enum(evidenceKinds) }),
  file: { name: 'file', maxBytes: 4_500_000 },
  answers: { 201: dispute },
  refusals: ['FileTooLarge', 'FileNotAccepted', 'DisputeNotAllowed'],
})

export const disputeFile = endpoint({
  name: 'disputeFile',
  method: 'GET',
  path: `${itemPath}/files/{fileId}`,
  summary: 'Ver un archivo de una disputa',
  policy: { ...readsShop, roles: operators, right: null, clock: 'shop' },
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})

export const disputeFileDelete = endpoint({
  name: 'disputeFileDelete',
  method: 'DELETE',
  path: `${itemPath}/files/{fileId}`,
  summary: 'Quitar un archivo de una disputa',
  policy: { ...changesShop, roles: operators, right: 'refund', afterEnd: 'allowed', clock: 'shop' },
  answers: { 200: dispute },
  refusals: ['DisputeNotAllowed'],
})
