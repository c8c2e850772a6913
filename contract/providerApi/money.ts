import { z } from 'zod/mini'
import { settlement } from '../money/settlements.ts'
import { amount, date, hexId, instant, mode } from '../platform/values.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

/** Settlements, their payouts, and the ledger. */
const reading = { scope: 'money:read', secondPerson: 'never' } as const
const writing = { scope: 'money:write', secondPerson: 'never' } as const
const settlements = '/provider/v1/settlements'
const payouts = '/provider/v1/payouts'
const payout = `${payouts}/{reference}` as const

export const providerSettlementView = z.extend(z.omit(settlement, { collectedOn: true, collectedBy: true, returned: true }), {
  merchantId: hexId,
  mode,
  changedAt: instant,
})
export type ProviderSettlementView = z.output<typeof providerSettlementView>

/** Live settlements in the order of their last change, the oldest first. */
export const providerSettlementList = providerCall({
  name: 'providerSettlementList',
  method: 'GET',
  path: settlements,
  summary: 'Listar liquidaciones por su último cambio',
  policy: reading,
  query: z.strictObject({ changedSince: z.optional(instant), cursor: z.optional(cursorText) }),
  answers: { 200: cursorPage(providerSettlementView) },
  refusals: [],
})

export const providerSettlement = providerCall({
  name: 'providerSettlement',
  method: 'GET',
  path: `${settlements}/{settlementId}`,
  summary: 'Leer una liquidación',
  policy: reading,
  answers: { 200: providerSettlementView },
  refusals: [],
})

export const providerPayoutView = z.strictObject({
  /** The end-to-end id of the transfer. */
  reference: z.string(),
  merchantId: hexId,
  settlementId: hexId,
  amount,
  iban: z.string(),
  holderName: z.string(),
  state: z.enum(['queued', 'sent', 'confirmed', 'returned']),
  valueOn: date,
  sentAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** Of a returned one: the bank's code (ISO 20022). */
  returnCode: z.nullable(z.string()),
})
export type ProviderPayoutView = z.output<typeof providerPayoutView>

/** Transfers that are not final: to be sent, without the bank's answer, or executed lately and still returnable. The oldest first. */
export const providerPayoutList = providerCall({
  name: 'providerPayoutList',
  method: 'GET',
  path: payouts,
  summary: 'Listar las transferencias pendientes',
  policy: reading,
  query: z.strictObject({ cursor: z.optional(cursorText) }),
  answers: { 200: cursorPage(providerPayoutView) },
  refusals: [],
})

export const providerPayout = providerCall({
  name: 'providerPayout',
  method: 'GET',
  path: payout,
  summary: 'Leer una transferencia',
  policy: reading,
  answers: { 200: providerPayoutView },
  refusals: [],
})

/** The bank executed it: the settlement is paid, the ledger posted, the shop told. */
export const providerPayoutExecuted = providerCall({
  name: 'providerPayoutExecuted',
  method: 'POST',
  path: `${payout}/executed`,
  summary: 'Anotar que el banco ejecutó una transferencia',
  policy: writing,
  body: z.strictObject({ at: instant }),
  answers: { 200: providerPayoutView },
  refusals: ['ProviderActionNotAllowed'],
})

/** The bank returned it: the amount is owed again, and staff sees it in their queue. */
export const providerPayoutReturned = providerCall({
  name: 'providerPayoutReturned',
  method: 'POST',
  path: `${payout}/returned`,
  summary: 'Anotar que el banco devolvió una transferencia',
  policy: writing,
  body: z.strictObject({ at: instant, code: z.string().check(z.regex(/^[A-Z0-9]{4}$/)) }),
  answers: { 200: providerPayoutView },
  refusals: ['ProviderActionNotAllowed'],
})

const journal = z.strictObject({
  id: hexId,
  merchantId: hexId,
  kind: z.string(),
  operationId: z.nullable(hexId),
  at: instant,
  /** Debit positive, credit negative; they sum to zero. */
  lines: z.array(z.strictObject({ account: z.string(), amount })),
})

/**
 * The journals of a day of Madrid in live mode, by shop: what the provider's general ledger takes over. A page may be empty before the end: go on while `next`
 * is given. Refuses with ApiValidationException a day that has not ended.
 */
export const providerLedgerDay = providerCall({
  name: 'providerLedgerDay',
  method: 'GET',
  path: '/provider/v1/ledger/{day}',
  summary: 'Leer los asientos de un día',
  policy: { scope: 'ledger:read', secondPerson: 'never' },
  query: z.strictObject({ cursor: z.optional(cursorText) }),
  answers: { 200: cursorPage(journal) },
  refusals: [],
})
