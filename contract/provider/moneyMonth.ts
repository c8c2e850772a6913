import { z } from 'zod/mini'
import { journalKinds, ledgerAccounts } from '#domain/money/ledger'
import { amount, date, hexId, instant } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, moneyShop, next, readsMoney } from './moneyParts.ts'

const account = z.enum(ledgerAccounts)
const kind = z.enum(journalKinds)

/** Debits and credits of one account in one kind of journal, both positive. */
const sum = z.strictObject({ kind, account, debit: amount, credit: amount })
export type LedgerSum = z.output<typeof sum>

const day = { month: z.optional(date) }

/** The ledger of one month over all live shops: the provider's figures, each day, and the sums by account. `month`: any day of it, this one by default. */
export const consoleLedgerMonth = consoleCall({
  name: 'consoleLedgerMonth',
  method: 'GET',
  path: `${moneyPath}/ledger`,
  summary: 'Ver el mes del proveedor',
  policy: readsMoney,
  query: z.strictObject(day),
  answers: {
    200: z.strictObject({
      from: date,
      to: date,
      sums: z.array(sum),
      /** Of the month before, to compare. */
      before: z.array(sum),
      days: z.array(z.strictObject({ on: date, sums: z.array(sum) })),
    }),
  },
  refusals: [],
})

/** The sums of one day by shop, those with the most movement first. */
export const consoleLedgerDay = consoleCall({
  name: 'consoleLedgerDay',
  method: 'GET',
  path: `${moneyPath}/ledger/{day}`,
  summary: 'Ver un día del proveedor',
  policy: readsMoney,
  query: z.strictObject({ cursor }),
  answers: {
    200: z.strictObject({
      on: date,
      sums: z.array(sum),
      shops: z.array(z.strictObject({ shop: moneyShop, lines: z.int(), sums: z.array(sum) })),
      next,
    }),
  },
  refusals: [],
})

/** The journals of one shop and day, in their order. */
export const consoleLedgerJournals = consoleCall({
  name: 'consoleLedgerJournals',
  method: 'GET',
  path: `${moneyPath}/ledger/{day}/shops/{merchantId}`,
  summary: 'Ver los asientos de una tienda',
  policy: readsMoney,
  query: z.strictObject({ cursor }),
  answers: {
    200: z.strictObject({
      on: date,
      shop: moneyShop,
      journals: z.array(
        z.strictObject({
          id: hexId,
          kind,
          at: instant,
          operationId: z.nullable(hexId),
          lines: z.array(z.strictObject({ account, debit: amount, credit: amount })),
        }),
      ),
      next,
    }),
  },
  refusals: [],
})

/** A line for each day, shop, kind and account of a month, as CSV. */
export const consoleLedgerExport = consoleCall({
  name: 'consoleLedgerExport',
  method: 'GET',
  path: `${moneyPath}/ledger-export`,
  summary: 'Descargar el mes del proveedor',
  policy: readsMoney,
  query: z.strictObject(day),
  answers: { 200: 'file' },
  refusals: [],
})
