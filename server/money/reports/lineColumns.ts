import { startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { CellKind } from '../../platform/files/cells.ts'
import type { TableColumn } from '../../platform/files/table.ts'
import { customerNameInFiles } from '../../sales/operation/customerName.ts'
import { documentWords } from '../../sales/operation/documentWords.ts'
import type { Wanted } from './rowSource.ts'

const column = (kind: CellKind, name: string, from: Sql): TableColumn => ({ name, kind, from })
export const amount = (name: string, from: Sql): TableColumn => column('amount', name, from)
export const count = (name: string, from: Sql): TableColumn => column('count', name, from)
export const day = (name: string, from: Sql): TableColumn => column('day', name, from)
/** What people typed. */
export const typed = (name: string, from: Sql): TableColumn => column('text', name, from)
/** A code, and its words. */
export const code = (name: string, from: Sql, words: TableColumn['words'] & object): TableColumn => ({
  ...column('word', name, from),
  words,
})
export const kindWords = documentWords('reports.file.kind')
export const settlementWords = documentWords('settlements.state')
export const refundWords = documentWords('reports.file.refund')
export const instalmentWords = documentWords('reports.file.instalment')
/** The day in Madrid of an instant. */
export const madridDate = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/Madrid')::date`
/** An id as it is shown: 32 characters. */
export const id = (name: string, from: Sql): TableColumn => column('word', name, sql`replace((${from})::text, '-', '')`)
export const currency: TableColumn = column('word', 'currency', sql`'EUR'`)
export const customer: TableColumn = typed('customer', sql`case when o.id is not null then ${customerNameInFiles()} end`)
export const operation: TableColumn = id('operation', sql`o.id`)
export const mid: TableColumn = typed('mid', sql`o.mid`)
export const product: TableColumn = code('product', sql`o.product`, documentWords('operations.product'))
/** Instants of the wanted days in Madrid. */
export const inDays = (instant: Sql, { from, to }: Wanted): Sql =>
  sql`${instant} >= ${startOfMadridDay(from)} and ${instant} < ${startOfNextMadridDay(to)}`
/** A table's rows of the shop and mode. */
export const ours = (alias: Sql, { merchantId, mode }: Scope): Sql => sql`${alias}.merchant_id = ${merchantId} and ${alias}.mode = ${mode}`
/** The operation that a row hangs from, if it has one: a month's minimum fee has none. */
export const itsOperation = (alias: Sql): Sql =>
  sql`left join operations o on o.merchant_id = ${alias}.merchant_id and o.mode = ${alias}.mode and o.id = ${alias}.operation_id`
