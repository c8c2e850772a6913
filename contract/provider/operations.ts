import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { amount, date, hexId, instant, mode, typedText } from '../platform/values.ts'
import { messagePurposes } from '../sales/customerMessages.ts'
import { operation, operationList, substatus } from '../sales/operations.ts'
import { consoleCall } from './consoleCall.ts'
import { creditDetail } from './credits.ts'

/** The operations of one shop, as the provider's staff sees them: customers' data is masked until it is opened. */
const path = '/console/v1/accounts/{accountId}/shops/{merchantId}/operations'
const itemPath = `${path}/{operationId}` as const
const reading = { roles: staffRoles, secondPerson: 'never' } as const
const deciding = { roles: ['risk', 'admin'], secondPerson: 'never' } as const
/** Why, for the audit log. */
const reason = typedText(300).check(z.minLength(1))

/** The newest 25 that match: by our id, the shop's order, or the customer's name, phone or document, also a part of them. */
export const consoleOperationList = consoleCall({
  name: 'consoleOperationList',
  method: 'GET',
  path,
  summary: 'Buscar operaciones de una tienda',
  policy: reading,
  query: z.object({ search: z.optional(typedText(120)), mode: z._default(mode, 'live') }),
  answers: { 200: z.pick(operationList.answers[200], { results: true }) },
  refusals: [],
})

/** An operation of any shop: nothing of its customer. */
const foundOperation = z.strictObject({
  id: hexId,
  createdAt: instant,
  substatus,
  amount,
  accountId: hexId,
  merchant: z.strictObject({ id: hexId, name: z.string() }),
})
export type FoundOperation = z.output<typeof foundOperation>

/**
 * Operations of all shops, newest first, 50 an answer: by our id, the shop's order number, or the customer's whole e-mail, phone, document or at least two
 * words of the name. `next` is the `cursor` of the following ones.
 */
export const consoleOperationSearch = consoleCall({
  name: 'consoleOperationSearch',
  method: 'GET',
  path: '/console/v1/operations',
  summary: 'Buscar operaciones de todas las tiendas',
  policy: reading,
  query: z.object({
    search: z.optional(typedText(120)),
    /** A part of the names of the shop. */
    merchant: z.optional(typedText(120)),
    substatus: z.optional(substatus),
    /** In cents. */
    amount: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    /** Days of Madrid, both included. */
    since: z.optional(date),
    until: z.optional(date),
    mode: z._default(mode, 'live'),
    cursor: z.optional(hexId),
  }),
  answers: { 200: z.strictObject({ results: z.array(foundOperation), next: z.nullable(hexId) }) },
  refusals: [],
})

const charge = z.strictObject({
  /** Null: the first payment. */
  instalment: z.nullable(z.int()),
  attempt: z.int(),
  amount,
  state: z.enum(['asked', 'authorised', 'captured', 'declined', 'released']),
  /** The card processor's. */
  reference: z.nullable(z.string()),
  createdAt: instant,
})
export const notedWays = ['transfer', 'cash'] as const
const notedPayment = z.strictObject({
  instalment: z.int(),
  amount,
  way: z.enum(notedWays),
  receivedOn: date,
  reason: z.string(),
  /** Who noted it. */
  by: z.nullable(z.string()),
  createdAt: instant,
})
const message = z.strictObject({
  channel: z.enum(['sms', 'email']),
  purpose: z.enum(messagePurposes),
  state: z.enum(['queued', 'sent', 'delivered', 'failed', 'not_sent']),
  createdAt: instant,
})

export const consoleOperationDetail = z.strictObject({
  mode,
  shopName: z.string(),
  /** Whether the customer's data is masked. */
  masked: z.boolean(),
  operation,
  charges: z.array(charge),
  /** Instalments paid outside the card, newest first. */
  notedPayments: z.array(notedPayment),
  /** What the customer is or was owed, oldest first. */
  credits: z.array(creditDetail),
  /** Messages to the customer, newest first. */
  messages: z.array(message),
})
export type ConsoleOperationDetail = z.output<typeof consoleOperationDetail>

export const consoleOperation = consoleCall({
  name: 'consoleOperation',
  method: 'GET',
  path: itemPath,
  summary: 'Ver una operación',
  policy: reading,
  answers: { 200: consoleOperationDetail },
  refusals: [],
})

/** The same with the customer's data; leaves an entry in the account's audit log, with the reason. Support must give one. */
export const consoleOperationReveal = consoleCall({
  name: 'consoleOperationReveal',
  method: 'POST',
  path: `${itemPath}/reveal`,
  summary: 'Ver los datos del cliente de una operación',
  policy: reading,
  body: z.strictObject({ reason: typedText(300) }),
  answers: { 200: consoleOperationDetail },
  refusals: [],
  neverStore: true,
})

/** Suspends collection. */
export const consoleOperationHold = consoleCall({
  name: 'consoleOperationHold',
  method: 'POST',
  path: `${itemPath}/hold`,
  summary: 'Detener los cobros de una operación',
  policy: deciding,
  body: z.strictObject({ hold: z.enum(['fraud_hold', 'dispute', 'default']), reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Resumes collection, at once for what fell due meanwhile. */
export const consoleOperationLift = consoleCall({
  name: 'consoleOperationLift',
  method: 'POST',
  path: `${itemPath}/lift`,
  summary: 'Retomar los cobros de una operación',
  policy: deciding,
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** The customer withdraws from the credit, or from the purchase too. */
export const consoleOperationWithdraw = consoleCall({
  name: 'consoleOperationWithdraw',
  method: 'POST',
  path: `${itemPath}/withdraw`,
  summary: 'Anotar que un cliente desiste',
  policy: { roles: ['support', 'risk', 'admin'], secondPerson: 'never' },
  body: z.strictObject({ withPurchase: z.boolean(), reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Charges the card for an overdue instalment now, before the next day of the retry schedule. */
export const consoleOperationCollect = consoleCall({
  name: 'consoleOperationCollect',
  method: 'POST',
  path: `${itemPath}/collect`,
  summary: 'Volver a cobrar una cuota vencida',
  policy: { roles: ['finance', 'risk', 'admin'], secondPerson: 'never' },
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** The instalment that money received on a day, outside the card, pays: the first unpaid one, whole. */
export const consoleOperationPayable = consoleCall({
  name: 'consoleOperationPayable',
  method: 'GET',
  path: `${itemPath}/payable`,
  summary: 'Ver qué cuota se puede anotar como pagada',
  policy: { roles: ['finance', 'admin'], secondPerson: 'never' },
  query: z.object({ receivedOn: date }),
  answers: {
    200: z.strictObject({
      instalment: z.int(),
      dueOn: date,
      amount,
      /** Interest left off because the money came before it was due; 0 also when the plan has none. */
      savedAmount: amount,
    }),
  },
  refusals: ['ProviderActionNotAllowed'],
})

/** Notes that the customer paid an instalment by transfer or in cash, and tells the customer. `instalment` and `amount`: as {@link consoleOperationPayable} says. */
export const consoleOperationNotePayment = consoleCall({
  name: 'consoleOperationNotePayment',
  method: 'POST',
  path: `${itemPath}/payments`,
  summary: 'Anotar una cuota pagada fuera de la tarjeta',
  policy: { roles: ['finance', 'admin'], secondPerson: 'configured' },
  body: z.strictObject({
    instalment: z.int().check(z.minimum(1)),
    amount: amount.check(z.minimum(1)),
    way: z.enum(notedWays),
    /** Day on which the provider had the money. */
    receivedOn: date,
    /** How staff knows: the reference of the transfer, the number of the receipt. */
    reason,
  }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Sends the customer a new link to the sale; the earlier one ends. The answer says by which ways. */
export const consoleOperationResend = consoleCall({
  name: 'consoleOperationResend',
  method: 'POST',
  path: `${itemPath}/link`,
  summary: 'Enviar otra vez el enlace de una compra',
  policy: { roles: ['support', 'risk', 'admin'], secondPerson: 'never' },
  answers: { 200: z.strictObject({ channels: z.array(z.enum(['sms', 'email'])) }) },
  refusals: ['ResendNotAllowed'],
})
