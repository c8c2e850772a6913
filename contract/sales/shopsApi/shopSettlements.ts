import { MAX_STATEMENT_CREDITS } from '#domain/money/bankStatement/bankStatement'
import { z } from 'zod/mini'
import { settlementState } from '../../money/settlements.ts'
import { shopCall, shopInstant, shopList, shopPage } from '../../platform/shopCall.ts'
import { amount, date, hexId } from '../../platform/values.ts'

/** The provider's settlements to the key's shop, for its accounting (docs/domain.md#settlements); ids are those of the panel and never change. */
const settlement = z.strictObject({
  id: hexId,
  /** Also the text on the bank statement. */
  reference: z.string(),
  status: settlementState,
  valueOn: date,
  /** First and last Madrid day of its lines. */
  periodFrom: date,
  periodTo: date,
  /** The amount paid; never negative. */
  netAmount: amount,
  /** Carried forward: negative is owed. */
  closingBalance: amount,
  lineCount: z.int(),
  paidAt: z.nullable(shopInstant),
})

export const settlementList = shopCall({
  name: 'settlementList',
  method: 'GET',
  path: '/settlements',
  summary: 'Liquidaciones de la tienda, por fecha valor',
  policy: { key: 'privateKey', right: 'settlements' },
  query: z.object({ from: z.optional(date), to: z.optional(date), page: shopPage }),
  answers: { 200: shopList(settlement) },
  refusals: [],
})

const line = z.strictObject({
  id: hexId,
  kind: z.enum(['order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding', 'chargeback']),
  /** Null for a month's minimum fee and for the shop's debt repayments. */
  orderId: z.nullable(hexId),
  /** The shop's own order number. */
  mid: z.nullable(z.string()),
  occurredAt: shopInstant,
  grossAmount: amount,
  feeAmount: amount,
  vatAmount: amount,
  subsidyAmount: amount,
  netAmount: amount,
})

/** The orders, refunds and cancellations it pays: each is a line of exactly one settlement. */
export const settlementLines = shopCall({
  name: 'settlementLines',
  method: 'GET',
  path: '/settlements/{settlementId}/lines',
  summary: 'Las líneas de una liquidación',
  policy: { key: 'privateKey', right: 'settlements' },
  query: z.object({ page: shopPage }),
  answers: { 200: shopList(line) },
  refusals: [],
})

/** The number of a column in a CSV, from 1. */
const column = z.int().check(z.positive())

/**
 * Matches the payments of a bank statement to settlements. The file is text: Norma 43, camt.052, camt.053, camt.054, MT940 or CSV. It is parsed and
 * discarded; none of the bank's text is returned or stored.
 */
export const settlementReconcile = shopCall({
  name: 'settlementReconcile',
  method: 'POST',
  path: '/settlements/reconcile',
  summary: 'Cuadrar un extracto del banco con las liquidaciones',
  policy: { key: 'privateKey', right: 'settlements' },
  body: z.object({
    statement: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
    /**
     * For a CSV whose columns are ambiguous, which is which: `date` and either a signed `amount`, or `debit` and `credit`, or `amount` and `mark`, the column
     * that says debit or credit.
     */
    columns: z.optional(
      z.object({
        date: column,
        amount: z.optional(column),
        debit: z.optional(column),
        credit: z.optional(column),
        mark: z.optional(column),
      }),
    ),
  }),
  // The same number of characters, each up to six bytes as JSON.
  maxBytes: 6_000_000 + 1_000,
  reads: true,
  answers: {
    200: z.strictObject({
      format: z.enum(['norma43', 'camt052', 'camt053', 'camt054', 'mt940', 'csv']),
      /** Lines that could not be parsed. */
      unread: z.int(),
      /** Payments that do not count: announced and not booked yet, in another currency, reversed in the same file. */
      pending: z.int(),
      otherCurrency: z.int(),
      reversed: z.int(),
      /** Settlements with a payment in the file's period: differences first, then missing or pending ones, then matched ones. */
      settlements: z.array(
        z.strictObject({
          id: hexId,
          reference: z.string(),
          status: settlementState,
          valueOn: date,
          netAmount: amount,
          /**
           * `collected`: matched to the cent; `different`: found by its reference with another amount; `missing`: expected in the file's period or before and
           * not found; `open`: expected later, or announced and not booked yet.
           */
          found: z.enum(['collected', 'different', 'missing', 'open']),
          /** How the payment was matched; null when it was not found. */
          by: z.nullable(z.enum(['reference', 'amount'])),
          /** The payment: its position among the file's payments from 1, its value date and amount. */
          credit: z.nullable(z.strictObject({ place: z.int(), on: date, amount })),
          /** Amount paid beyond the settlement; negative: missing. */
          difference: z.nullable(amount),
        }),
      ),
      /** Payments in the file that match no settlement. */
      unknown: z.array(z.strictObject({ place: z.int(), on: date, amount })).check(z.maxLength(MAX_STATEMENT_CREDITS)),
    }),
  },
  refusals: [],
})
