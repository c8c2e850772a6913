import { z } from 'zod/mini'
import { channels, products } from '#domain/sales/operations/states'
import { amount, date, hexId, instant, mode, rate, typedText } from '../platform/values.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

/** Operations of all shops: amounts and states, without the customer's data. */
const path = '/provider/v1/operations'
const itemPath = `${path}/{operationId}` as const
const policy = { scope: 'operations', secondPerson: 'never' } as const
/** Why, for the audit log. */
const reason = typedText(300).check(z.minLength(1))

export const providerOperationView = z.strictObject({
  id: hexId,
  accountId: hexId,
  merchantId: hexId,
  mode,
  /** The shop's number of the order. */
  mid: z.nullable(z.string()),
  category: z.enum(['accepted', 'in_process', 'rejected', 'stopped']),
  substatus: z.string(),
  statusReason: z.nullable(z.string()),
  /** Why collection is held. */
  suspensionReason: z.nullable(z.string()),
  channel: z.enum(channels),
  product: z.enum(products),
  total: amount,
  voided: amount,
  captured: amount,
  refunded: amount,
  /** What the customer paid at once, and their opening fee. */
  downpayment: amount,
  openingFee: amount,
  numInstalments: z.int(),
  paidInstalments: z.int(),
  nextDueOn: z.nullable(date),
  nextDue: z.nullable(amount),
  tin: rate,
  tae: rate,
  /** Charged to the shop so far. */
  fee: amount,
  vat: amount,
  subsidy: amount,
  /** What the shop gets, less lost disputes that it pays; before capture what is expected, null when nothing will be paid. */
  net: z.nullable(amount),
  settlementStatus: z.enum(['none', 'pending', 'settled', 'reversed']),
  settlementReference: z.nullable(z.string()),
  createdAt: instant,
  confirmedAt: z.nullable(instant),
  concludedAt: z.nullable(instant),
  changedAt: instant,
})
export type ProviderOperationView = z.output<typeof providerOperationView>

/** In the order of their last change, the oldest first; those changed meanwhile come again at the end. */
export const providerOperationList = providerCall({
  name: 'providerOperationList',
  method: 'GET',
  path,
  summary: 'Listar operaciones por su último cambio',
  policy,
  query: z.strictObject({
    mode: z._default(mode, 'live'),
    changedSince: z.optional(instant),
    cursor: z.optional(cursorText),
  }),
  answers: { 200: cursorPage(providerOperationView) },
  refusals: [],
})

export const providerOperation = providerCall({
  name: 'providerOperation',
  method: 'GET',
  path: itemPath,
  summary: 'Leer una operación',
  policy,
  answers: { 200: providerOperationView },
  refusals: [],
})

/** Suspends collection. */
export const providerOperationHold = providerCall({
  name: 'providerOperationHold',
  method: 'POST',
  path: `${itemPath}/hold`,
  summary: 'Detener los cobros de una operación',
  policy,
  body: z.strictObject({ hold: z.enum(['fraud_hold', 'dispute', 'default']), reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Resumes collection, at once for what fell due meanwhile. */
export const providerOperationLift = providerCall({
  name: 'providerOperationLift',
  method: 'POST',
  path: `${itemPath}/lift`,
  summary: 'Retomar los cobros de una operación',
  policy,
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
