import { addDays, startOfMadridDay } from '#domain/dates'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { CellKind } from '../files/cells.ts'
import { cleanText } from '../files/keysetBatches.ts'
import { customerNameInFiles } from '../operation/customerName.ts'
import type { LineColumn } from './lineSource.ts'
import type { Wanted } from './rowSource.ts'

const column = (kind: CellKind, name: string, from: Sql, words?: LineColumn['words']): LineColumn => ({
  name,
  kind,
  from,
  ...(words === undefined ? {} : { words }),
})
export const amount = (name: string, from: Sql): LineColumn => column('amount', name, from)
export const count = (name: string, from: Sql): LineColumn => column('count', name, from)
export const day = (name: string, from: Sql): LineColumn => column('day', name, from)
/** What people typed. */
export const typed = (name: string, from: Sql): LineColumn => column('text', name, cleanText(from))
// Where the words for codes stand.
export const kindKey = (kind: string): string => `reports.file.kind.${kind}`
export const settlementKey = (state: string): string => `reports.file.settlement.${state}`
export const refundKey = (state: string): string => `reports.file.refund.${state}`
export const instalmentKey = (state: string): string => `reports.file.instalment.${state}`
const productKey = (product: string) => `download.product.${product}`
/** A code, and the key of its words. */
export const code = (name: string, from: Sql, words: (code: string) => string): LineColumn => column('word', name, from, words)
/** The day in Madrid of an instant. */
export const madridDate = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/Madrid')::date`
/** An id as it is shown: 32 characters. */
export const id = (name: string, from: Sql): LineColumn => column('word', name, sql`replace((${from})::text, '-', '')`)
export const currency: LineColumn = column('word', 'currency', sql`'EUR'`)
export const customer: LineColumn = typed('customer', sql`case when o.id is not null then ${customerNameInFiles()} end`)
export const operation: LineColumn = id('operation', sql`o.id`)
export const mid: LineColumn = typed('mid', sql`o.mid`)
export const product: LineColumn = code('product', sql`o.product`, productKey)
/** Instants of the wanted days in Madrid. */
export const inDays = (instant: Sql, { from, to }: Wanted): Sql =>
  sql`${instant} >= ${startOfMadridDay(from)} and ${instant} < ${startOfMadridDay(addDays(to, 1))}`
/** A table's rows of the shop and mode. */
export const ours = (alias: Sql, { merchantId, mode }: Scope): Sql => sql`${alias}.merchant_id = ${merchantId} and ${alias}.mode = ${mode}`
/** The operation that a row hangs from, if it has one: a month's minimum fee has none. */
export const itsOperation = (alias: Sql): Sql =>
  sql`left join operations o on o.merchant_id = ${alias}.merchant_id and o.mode = ${alias}.mode and o.id = ${alias}.operation_id`
