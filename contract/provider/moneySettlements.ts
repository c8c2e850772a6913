import { z } from 'zod/mini'
import { payoutReturns } from '#domain/money/payoutReturn'
import { settlement, settlementState } from '../money/settlements.ts'
import { amount, date, hexId, instant, mode, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, moneySearch, moneyShop, movesMoney, movesMoneyTogether, next, readsMoney } from './moneyParts.ts'

/** `waiting`: for the next file; `in_file`: not yet sent; `sent`: the bank has not answered; `paid`: executed. */
export const payoutState = z.enum(['waiting', 'in_file', 'sent', 'paid', 'returned'])
export type PayoutState = z.output<typeof payoutState>

export const moneySettlement = z.strictObject({
  id: hexId,
  shop: moneyShop,
  reference: z.string(),
  valueOn: date,
  status: settlementState,
  netAmount: amount,
  /** Carried over to the next one; negative: the shop owes it. */
  closingBalance: amount,
  /** Null: nothing is paid, or the shop cannot be paid yet. */
  payout: z.nullable(
    z.strictObject({
      state: payoutState,
      /** Also on the bank statement: another one each time that it is sent. */
      reference: z.string(),
      /** The file that it was last sent in. */
      file: z.nullable(z.string()),
      ibanLast4: z.nullable(z.string()),
      sentAt: z.nullable(instant),
      doneAt: z.nullable(instant),
      /** The bank's code of a return, and what it means. */
      returned: z.nullable(z.strictObject({ code: z.nullable(z.string()), why: z.enum(payoutReturns) })),
    }),
  ),
})
export type MoneySettlement = z.output<typeof moneySettlement>

const failure = z.strictObject({ shop: moneyShop, mode, failedAt: instant, error: z.string() })

/** The settlements of each value day over all shops, the newest first, and the shops that could not be settled. */
export const consoleSettlementDays = consoleCall({
  name: 'consoleSettlementDays',
  method: 'GET',
  path: `${moneyPath}/settlement-days`,
  summary: 'Ver las liquidaciones por día',
  policy: readsMoney,
  query: z.strictObject({ before: z.optional(date) }),
  answers: {
    200: z.strictObject({
      days: z.array(
        z.strictObject({
          on: date,
          count: z.int(),
          /** To be paid, in all. */
          netAmount: amount,
          /** Without a payment. */
          compensated: z.int(),
          paid: z.int(),
          returned: z.int(),
          /** What shops owe after it. */
          owed: amount,
        }),
      ),
      failures: z.array(failure),
      /** Shops with a day that is over and not settled. */
      due: z.int(),
      next: z.nullable(date),
    }),
  },
  refusals: [],
})

/** What would be settled now: live shops whose day is over, at most 100; `due` counts all. */
export const consoleSettlementDryRun = consoleCall({
  name: 'consoleSettlementDryRun',
  method: 'GET',
  path: `${moneyPath}/settlement-dry-run`,
  summary: 'Ver qué se liquidaría ahora',
  policy: readsMoney,
  answers: {
    200: z.strictObject({
      due: z.int(),
      settlements: z.array(
        z.strictObject({ shop: moneyShop, valueOn: date, netAmount: amount, closingBalance: amount, lineCount: z.int() }),
      ),
    }),
  },
  refusals: [],
})

/** Settles now, up to a day that has come (today by default). What is not done after some seconds goes on by itself. */
export const consoleSettlementRun = consoleCall({
  name: 'consoleSettlementRun',
  method: 'POST',
  path: `${moneyPath}/settlement-run`,
  summary: 'Liquidar ahora',
  policy: movesMoney,
  body: z.strictObject({ on: z.optional(date) }),
  answers: { 200: z.strictObject({ settlements: z.int(), lines: z.int(), failed: z.int(), complete: z.boolean() }) },
  refusals: [],
})

/** Live settlements of all shops, the newest value day first. With `payout`, only those with such a payment. */
export const consoleSettlementList = consoleCall({
  name: 'consoleSettlementList',
  method: 'GET',
  path: `${moneyPath}/settlements`,
  summary: 'Buscar liquidaciones y pagos',
  policy: readsMoney,
  query: z.strictObject({
    search: moneySearch,
    on: z.optional(date),
    payout: z.optional(payoutState),
    /** Only those with a payment. */
    paid: z.optional(z.enum(['yes'])),
    file: z.optional(z.string().check(z.maxLength(35))),
    cursor,
  }),
  answers: { 200: z.strictObject({ results: z.array(moneySettlement), next }) },
  refusals: [],
})

/** One settlement with its equation and its payment. */
export const consoleSettlement = consoleCall({
  name: 'consoleSettlement',
  method: 'GET',
  path: `${moneyPath}/shops/{merchantId}/settlements/{settlementId}`,
  summary: 'Ver una liquidación',
  policy: readsMoney,
  answers: { 200: z.strictObject({ listed: moneySettlement, settlement }) },
  refusals: [],
})

/** Sends a returned payment again, to the account that the shop has now, under a new reference. */
export const consolePayAgain = consoleCall({
  name: 'consolePayAgain',
  method: 'POST',
  path: `${moneyPath}/shops/{merchantId}/settlements/{settlementId}/pay-again`,
  summary: 'Enviar otra vez un pago devuelto',
  policy: movesMoneyTogether,
  answers: { 204: null },
  refusals: ['PayAgainNotAllowed'],
})

/** Notes what the bank did with a payment that it does not report itself. `on`: the day of Madrid; `code` (ISO 20022): why it was returned. */
export const consolePayoutMark = consoleCall({
  name: 'consolePayoutMark',
  method: 'POST',
  path: `${moneyPath}/shops/{merchantId}/settlements/{settlementId}/payout`,
  summary: 'Anotar lo que hizo el banco con un pago',
  policy: movesMoneyTogether,
  body: z.strictObject({ outcome: z.enum(['executed', 'returned']), on: date, code: z.optional(typedText(4)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})
