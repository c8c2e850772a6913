import { disputeAnswers, disputeBearers, disputeReasons, disputeStates, evidenceKinds } from '#domain/money/cardDispute'
import { staffRoles } from '#domain/provider/staff'
import { z } from 'zod/mini'
import { amount, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** Card disputes over all shops; live only. */
const path = '/console/v1/disputes'
const itemPath = `${path}/{disputeId}` as const
const acting = { roles: ['finance', 'risk', 'admin'], secondPerson: 'never' } as const
const readers = ['reviewer', 'finance', 'risk', 'admin'] as const

const listed = z.strictObject({
  id: hexId,
  accountId: hexId,
  merchant: z.strictObject({ id: hexId, name: z.string() }),
  operationId: hexId,
  /** The card provider's id of it. */
  reference: z.string(),
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  amount,
  openedAt: instant,
  evidenceDueAt: z.nullable(instant),
  answer: z.nullable(z.enum(disputeAnswers)),
  submittedAt: z.nullable(instant),
  bearer: z.nullable(z.enum(disputeBearers)),
  closedAt: z.nullable(instant),
})
export type ListedDispute = z.output<typeof listed>

export const disputeLists = ['open', 'closed'] as const

/** `open`: earliest deadline first; `closed`: newest first. At most 200. */
export const consoleDisputeList = consoleCall({
  name: 'consoleDisputeList',
  method: 'GET',
  path,
  summary: 'Ver las disputas de tarjeta',
  policy: { roles: staffRoles, secondPerson: 'never' },
  query: z.strictObject({ list: z._default(z.enum(disputeLists), 'open') }),
  answers: {
    200: z.strictObject({
      disputes: z.array(listed),
      /** Of all: how many are open, for how much, and how many of them wait for staff. */
      open: z.int(),
      amount,
      waiting: z.int(),
    }),
  },
  refusals: [],
})

/** With the shop's evidence and where the money stands. */
export const consoleDispute = consoleCall({
  name: 'consoleDispute',
  method: 'GET',
  path: itemPath,
  summary: 'Ver una disputa de tarjeta con sus pruebas',
  policy: { roles: readers, secondPerson: 'never' },
  answers: {
    200: z.strictObject({
      ...listed.shape,
      reasonCode: z.string(),
      answerBy: z.nullable(instant),
      answeredAt: z.nullable(instant),
      text: z.string(),
      files: z.array(z.strictObject({ id: hexId, kind: z.enum(evidenceKinds), fileName: z.string(), mimeType: z.string(), size: z.int() })),
      soldByRules: z.boolean(),
      note: z.string(),
      /** What the card provider is being told. */
      act: z.nullable(z.enum(['submit', 'accept'])),
      /** Withdrawn by the customer's bank less what came back, the card provider's fee, and who bears how much of it. */
      withdrawn: amount,
      fee: amount,
      held: amount,
      lostByProvider: amount,
      chargedToMerchant: amount,
      /** Why it was ended by hand. */
      closedReason: z.nullable(z.string()),
      submittable: z.boolean(),
      acceptable: z.boolean(),
      closable: z.boolean(),
    }),
  },
  refusals: [],
})

export const consoleDisputeFile = consoleCall({
  name: 'consoleDisputeFile',
  method: 'GET',
  path: `${itemPath}/files/{fileId}`,
  summary: 'Abrir una prueba de una disputa de tarjeta',
  policy: { roles: readers, secondPerson: 'never' },
  answers: { 200: 'file' },
  refusals: [],
})

/** Sends the shop's evidence, with what staff adds, to the card provider. `soldByRules` false: the shop bears the dispute if it is lost. */
export const consoleDisputeSubmit = consoleCall({
  name: 'consoleDisputeSubmit',
  method: 'POST',
  path: `${itemPath}/submit`,
  summary: 'Enviar las pruebas de una disputa de tarjeta',
  policy: acting,
  body: z.strictObject({ note: typedText(5_000), soldByRules: z.boolean() }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Accepts the dispute: it is lost, and borne as the rule says. */
export const consoleDisputeAccept = consoleCall({
  name: 'consoleDisputeAccept',
  method: 'POST',
  path: `${itemPath}/accept`,
  summary: 'Aceptar una disputa de tarjeta',
  policy: acting,
  body: z.strictObject({ reason: typedText(300).check(z.minLength(1)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Marks how a dispute ended that the card provider does not tell of. */
export const consoleDisputeClose = consoleCall({
  name: 'consoleDisputeClose',
  method: 'POST',
  path: `${itemPath}/close`,
  summary: 'Cerrar a mano una disputa de tarjeta',
  policy: { roles: ['finance', 'admin'], secondPerson: 'configured' },
  body: z.strictObject({ outcome: z.enum(['won', 'lost', 'dismissed']), reason: typedText(300).check(z.minLength(1)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
