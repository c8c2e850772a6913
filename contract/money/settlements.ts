import { payAgainSteps, payoutReturns } from '#domain/money/payoutReturn'
import { claimStates, MAX_CLAIM_TEXT } from '#domain/money/settlementClaim'
import { z } from 'zod/mini'
import { endpoint, type AnswerOf } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { changesShop, ofAccount, operators, owners, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, rate, typedText } from '../platform/values.ts'

/** The provider's payments to a shop: one settlement per value date, with its equation and lines (docs/domain.md#settlements). */
const path = '/v2/merchants/{merchantId}/settlements'

/** `compensated`: nothing was paid, the balance is carried forward; `returned`: the bank returned the payment. */
export const settlementState = z.enum(['closed', 'paid', 'compensated', 'returned'])

export const settlementRow = z.strictObject({
  id: hexId,
  /** Also on the bank statement. */
  reference: z.string(),
  /** First and last day in Madrid of its lines. */
  periodFrom: date,
  periodTo: date,
  valueOn: date,
  status: settlementState,
  /** The payment; never negative. */
  netAmount: amount,
  /** Balance carried forward: negative is the shop's debt, positive is below the minimum payment. */
  closingBalance: amount,
  lineCount: z.int(),
  /** Last four digits of the paid account; null in test mode and when nothing is paid. */
  ibanLast4: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  /** The day on which the payment was found on the shop's bank statement; null: not recorded. */
  collectedOn: z.nullable(date),
  /** Of a returned payment: why, the next step, and the last four digits of the account for the next attempt. */
  returned: z.nullable(z.strictObject({ why: z.enum(payoutReturns), next: z.enum(payAgainSteps), ibanLast4: z.nullable(z.string()) })),
})
export type SettlementRow = z.output<typeof settlementRow>

/** Terms of the equation, signed as they enter it: opening + sales + … = net + closing. */
export const settlement = z.strictObject({
  ...settlementRow.shape,
  openingBalance: amount,
  /** The shop's repayments of its debt, less reversed ones. */
  repayments: amount,
  /** Gross by kind of line, refunds and cancellations negative. */
  sales: amount,
  refunds: amount,
  cancellations: amount,
  /** Lost card disputes that the shop bears, and their fees, both negative; the VAT of these is in `vat`. */
  chargebacks: amount,
  disputeFees: amount,
  /** Charged (negative) and refunded (positive). */
  fees: amount,
  feeRefunds: amount,
  /** Minimum fees of months, negative; their VAT is in `vat`. */
  minimumFees: amount,
  vat: amount,
  vatRefunds: amount,
  subsidies: amount,
  subsidyRefunds: amount,
  reserveHeld: amount,
  reserveReleased: amount,
  /** Number of lines of each kind. */
  counts: z.strictObject({
    order: z.int(),
    refund: z.int(),
    cancel: z.int(),
    feeMinimum: z.int(),
    repayment: z.int(),
    vatRounding: z.int(),
    chargeback: z.int(),
  }),
  cutOffAt: instant,
  createdAt: instant,
  /** Name of the user who recorded it. */
  collectedBy: z.nullable(z.string()),
})
export type Settlement = z.output<typeof settlement>

/** `no`: only those with a payment that was not found on the bank statement. */
const collected = z.optional(z.enum(['no']))

export const settlementList = endpoint({
  name: 'settlementList',
  method: 'GET',
  path,
  summary: 'Liquidaciones',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object({ from: z.optional(date), to: z.optional(date), collected, page: pageNumber }),
  answers: {
    200: z.strictObject({
      results: z.array(settlementRow),
      current: z.int(),
      /** Number of pages. */
      total: z.int(),
      next: z.nullable(z.int()),
      /** Sums over all pages. */
      sums: z.strictObject({ count: z.int(), netAmount: amount }),
    }),
  },
  refusals: [],
})

/** Money due to the shop. */
export const settlementBalance = endpoint({
  name: 'settlementBalance',
  method: 'GET',
  path: `${path}/balance`,
  summary: 'Saldo y próximo pago',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      /** In a closed settlement, not yet paid. */
      available: amount,
      /** Unsettled lines, net. */
      pending: amount,
      reserve: amount,
      /** What the shop owes, positive. */
      debt: amount,
      /** The value date since which it has owed without interruption, and the day from which the rest is claimed; null: no debt. */
      debtSince: z.nullable(date),
      debtClaimedOn: z.nullable(date),
      next: z.nullable(z.strictObject({ valueOn: date, netAmount: amount, closingBalance: amount, lineCount: z.int() })),
      ibanLast4: z.nullable(z.string()),
      frequency: z.enum(['daily', 'weekly']),
    }),
  },
  refusals: [],
})

/** A shop's claim about a settlement's amount, and its outcome. */
export const settlementClaim = z.strictObject({
  id: hexId,
  /** `lines`: they do not add up to its amount; `bank`: the shop's bank statement shows another amount. */
  about: z.enum(['lines', 'bank']),
  /** `answered`: by the provider; `closed`: by the shop, also before an answer. */
  state: z.enum(claimStates),
  /** Negative: missing. */
  difference: amount,
  /** The amount on the shop's bank statement, 0 when nothing arrived; null for `lines`. */
  bankAmount: z.nullable(amount),
  bankOn: z.nullable(date),
  note: z.nullable(z.string()),
  openedAt: instant,
  /** Names of users, until they are erased. */
  openedBy: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.string()),
})
export type SettlementClaim = z.output<typeof settlementClaim>

/** A link to another settlement. */
const reference = z.strictObject({ id: hexId, reference: z.string() })

export const settlementDetail = endpoint({
  name: 'settlementDetail',
  method: 'GET',
  path: `${path}/{settlementId}`,
  summary: 'Una liquidación, con su ecuación',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      ...settlement.shape,
      /** The invoice of its charges; null before its month is invoiced, and in test mode. */
      invoice: z.nullable(z.strictObject({ id: hexId, number: z.string() })),
      /** The sum of its lines, computed from them; the terms above were stored when it was created. */
      linesNet: amount,
      /** Number of lines with a subsidy. */
      subsidisedCount: z.int(),
      /** The previous and next settlement, whose balances are carried over, and the reserves: when due, and held or released by which settlement. */
      carried: z.strictObject({
        previous: z.nullable(reference),
        following: z.nullable(reference),
        /** When the reserve that it held is due, and the settlement that released it. */
        reserveDueOn: z.nullable(date),
        reserveFreedIn: z.nullable(reference),
        /** The settlements whose reserve it released. */
        reservesFreed: z.array(z.strictObject({ ...reference.shape, amount })),
      }),
      /** Its last claim; null: there never was one. */
      claim: z.nullable(settlementClaim),
    }),
  },
  refusals: [],
})

export type WholeSettlement = AnswerOf<typeof settlementDetail>

/** A sale, a refund or cancellation, a month's minimum fee, a repayment of the shop's debt, a rounding of VAT, or a lost card dispute. */
const lineKind = z.enum(['order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding', 'chargeback'])
const lineSums = { count: z.int(), grossAmount: amount, feeAmount: amount, vatAmount: amount, subsidyAmount: amount, netAmount: amount }

export const settlementLines = endpoint({
  name: 'settlementLines',
  method: 'GET',
  path: `${path}/{settlementId}/lines`,
  summary: 'Las líneas de una liquidación',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  /** `subsidised`: only lines with a subsidy of a campaign. `grouped`: by kind, and within each by time. */
  query: z.object({
    kind: z.optional(lineKind),
    subsidised: z.optional(z.enum(['yes'])),
    grouped: z.optional(z.enum(['yes'])),
    page: pageNumber,
  }),
  answers: {
    200: z.strictObject({
      ...visiblePage(
        z.strictObject({
          id: hexId,
          kind: lineKind,
          /** Null for a line without an operation, like all fields of the operation. */
          operationId: z.nullable(hexId),
          mid: z.nullable(z.string()),
          customerName: z.nullable(z.string()),
          product: z.nullable(product),
          numInstalments: z.nullable(z.int()),
          /** First day of the month of a minimum fee; null for other lines. */
          monthFrom: z.nullable(date),
          /** Kind of repayment or reversal, and the bank's reference; null for other lines. */
          repayment: z.nullable(
            z.strictObject({ of: z.enum(['debit', 'debit_return', 'transfer', 'transfer_back']), reference: z.string() }),
          ),
          occurredAt: instant,
          grossAmount: amount,
          feeRate: z.nullable(rate),
          feeAmount: amount,
          vatAmount: amount,
          subsidyAmount: amount,
          netAmount: amount,
        }),
      ),
      /** With `grouped`: the sums of each kind over all pages, in the order of the lines; else null. */
      subtotals: z.nullable(z.array(z.strictObject({ kind: lineKind, ...lineSums }))),
    }),
  },
  refusals: [],
})

/** `csv` is for Spanish spreadsheets; `raw` is machine-readable: commas, decimal points, ISO dates. */
export const settlementFormat = z.enum(['csv', 'xlsx', 'pdf', 'raw', 'json'])

export const settlementDownload = endpoint({
  name: 'settlementDownload',
  method: 'GET',
  path: `${path}/{settlementId}/download`,
  summary: 'Descargar una liquidación',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  // Without a connection of the gateway: it writes its own audit entry.
  longPoll: true,
  query: z.object({ format: settlementFormat }),
  answers: { 200: 'file' },
  refusals: [],
})

/** A zip of the settlements in a date range, or of given ids (comma-separated, at most 400), with a list of its contents. */
export const settlementDownloadMany = endpoint({
  name: 'settlementDownloadMany',
  method: 'GET',
  path: `${path}/download`,
  summary: 'Descargar varias liquidaciones',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  // Without a connection of the gateway: it writes its own audit entry.
  longPoll: true,
  query: z.object({
    from: z.optional(date),
    to: z.optional(date),
    collected,
    ids: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,399}$/))),
    format: settlementFormat,
  }),
  answers: { 200: 'file' },
  refusals: [],
})

/** Records that paid settlements were found on the shop's bank statement, and when; earlier records stay. All or none. */
export const settlementCollect = endpoint({
  name: 'settlementCollect',
  method: 'POST',
  path: `${path}/collected`,
  summary: 'Confirmar que se han cobrado liquidaciones',
  policy: { ...changesShop, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({
    settlements: z.array(z.strictObject({ id: hexId, collectedOn: date })).check(z.minLength(1), z.maxLength(400)),
  }),
  answers: { 200: z.strictObject({ results: z.array(settlementRow) }) },
  refusals: ['CollectNotAllowed'],
})

/** Undoes that record. */
export const settlementCollectUndo = endpoint({
  name: 'settlementCollectUndo',
  method: 'DELETE',
  path: `${path}/{settlementId}/collected`,
  summary: 'Deshacer que una liquidación se ha cobrado',
  policy: { ...changesShop, roles: operators, right: 'settlements', clock: 'shop' },
  answers: { 200: settlementRow },
  refusals: [],
})

/** Sends a returned payment again, to the shop's current account; to the same one only if the reason is temporary. */
export const settlementPayAgain = endpoint({
  name: 'settlementPayAgain',
  method: 'POST',
  path: `${path}/{settlementId}/pay-again`,
  summary: 'Enviar otra vez un pago devuelto por el banco',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied', clock: 'shop' },
  answers: { 200: settlementRow },
  refusals: ['PayAgainNotAllowed'],
})

/**
 * Opens a claim that a settlement's lines do not explain its amount (`bank` null), or that the shop's bank statement shows another amount: 0, without a
 * date, when nothing arrived. The current settlement is stored as evidence. One at a time: to contest an answer, `disagrees` names the answered claim,
 * which is then closed.
 */
export const settlementClaimOpen = endpoint({
  name: 'settlementClaimOpen',
  method: 'POST',
  path: `${path}/{settlementId}/claim`,
  summary: 'Reclamar una diferencia de una liquidación',
  policy: { ...ofAccount, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({
    bank: z.nullable(z.strictObject({ amount: z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)), on: z.nullable(date) })),
    note: typedText(MAX_CLAIM_TEXT),
    disagrees: z.optional(hexId),
  }),
  answers: { 201: settlementClaim },
  refusals: ['ClaimNotAllowed'],
})

/** Accepts the answer to a claim, or withdraws the claim; a closed claim stays as it is, and so does a newer one. */
export const settlementClaimClose = endpoint({
  name: 'settlementClaimClose',
  method: 'POST',
  path: `${path}/{settlementId}/claim/close`,
  summary: 'Cerrar la reclamación de una liquidación',
  policy: { ...ofAccount, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({ claim: hexId }),
  answers: { 200: settlementClaim },
  refusals: [],
})
