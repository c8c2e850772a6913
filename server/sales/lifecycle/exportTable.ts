import { columnsWithheldFromGuests } from '#domain/sales/operations/guestView'
import type { Role } from '#domain/access/roles'
import { text } from '../../platform/calls/messages.ts'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { CellKind, Column, TableColumn } from '../../platform/files/csvLine.ts'
import { type Table, timeKey } from '../../platform/files/table.ts'
import { customerNameInFiles, documentLabels } from './customerName.ts'
import { lostDisputes, operationNet } from './operationNet.ts'

const ownNotes = sql`operation_notes n where n.merchant_id = scope_merchant() and n.mode = scope_mode()`
/** Most shops have so few notes that a batch can read all of them: a lookup for each of a million operations costs as much as half its row. */
const maxNotes = 1_000
const mayHaveNotes = sql`case when (select count(*) <= ${maxNotes} from (select from ${ownNotes} limit ${maxNotes + 1}) few)
  then o.id in (select n.operation_id from ${ownNotes}) else true end`
/** Internal notes on one line, oldest first. */
const notes = sql`case when ${mayHaveNotes} then
  coalesce((select string_agg(to_char(n.created_at at time zone 'Europe/Madrid', 'DD.MM.YYYY HH24:MI') || coalesce(' ' || u.first_name, '') || ': ' || replace(n.text, chr(10), ' '), ' | '
    order by n.created_at, n.id) from operation_notes n left join users u on u.id = n.created_by
    where n.merchant_id = o.merchant_id and n.mode = o.mode and n.operation_id = o.id), '') else '' end`

const madrid = sql`o.created_at at time zone 'Europe/Madrid'`
const returned = sql`case o.refunded_cents when 0 then 'none' when o.captured_cents then 'whole' else 'part' end`

const column = (name: string, kind: CellKind, from: Sql): TableColumn => ({ name, kind, from })
const code = (name: string, from: Sql, words: TableColumn['words']): TableColumn => ({ ...column(name, 'word', from), words })

/** The columns of an export, in order: a new one comes last, because macros read by position. Documents and phones are left out: accounts do not need them. */
export const exportColumns: readonly TableColumn[] = [
  column('created', 'day', sql`(${madrid})::date`),
  column('time', 'word', sql`left((${madrid})::time::text, 5)`),
  column('id', 'word', sql`replace(o.id::text, '-', '')`),
  column('mid', 'text', sql`o.mid`),
  column('customer', 'text', customerNameInFiles()),
  column('email', 'text', sql`o.email`),
  code('category', sql`o.category`, documentLabels('download.category')),
  code('substatus', sql`o.substatus`, documentLabels('operations.substatus')),
  code('returned', returned, documentLabels('download.returned')),
  code('channel', sql`o.channel`, documentLabels('operations.channel')),
  code('product', sql`o.product`, documentLabels('operations.product')),
  column('instalments', 'count', sql`o.num_instalments`),
  column('paid', 'count', sql`o.paid_instalments`),
  column('total', 'amount', sql`o.total_cents`),
  column('captured', 'amount', sql`o.captured_cents`),
  column('refunded', 'amount', sql`o.refunded_cents`),
  column('fee', 'amount', sql`o.fee_cents`),
  column('vat', 'amount', sql`o.vat_cents`),
  column('subsidy', 'amount', sql`o.subsidy_cents`),
  column('net', 'amount', operationNet),
  column('settlement', 'text', sql`o.settlement_reference`),
  column('nextDueOn', 'day', sql`o.next_due_on`),
  column('nextDue', 'amount', sql`o.next_due_cents`),
  column('currency', 'word', sql`'EUR'`),
  column('notes', 'text', notes),
  column('disputes', 'amount', lostDisputes),
]

/** The columns of an export for a role. */
export const exportColumnsFor = (role: Role): readonly TableColumn[] =>
  role === 'guest' ? exportColumns.filter(({ name }) => !columnsWithheldFromGuests.has(name)) : exportColumns

/** The column headings; `tax`: the name of the tax on fees. */
export const headingsOf = (columns: readonly TableColumn[], tax: string): string[] =>
  columns.map(({ name }) => text(`download.column.${name}`, { tax }))

/** All operations that match the conditions (over `o`), newest first. */
export const exportTable = (scope: Scope, conditions: readonly Sql[], columns = exportColumns): Table => ({
  columns,
  from: sql`operations o`,
  where: sql`${inScope(scope, 'o')} and ${allOf(conditions)}`,
  key: timeKey(sql`o.created_at`, sql`o.id`),
  newestFirst: true,
})

/**
 * The total row: number of operations, and the sum of their amounts, in cents, under the amount column; its first cell is a text, which in sandbox says that
 * the figures are not real.
 */
export function totalCells(columns: readonly TableColumn[], operations: number, totalCents: bigint, mode: Mode): string[] {
  const total = text('download.total', { count: operations })
  return columns.map(({ name }) => {
    if (name === 'created') return mode === 'sandbox' ? text('download.sandboxTotal', { total }) : total
    return name === 'total' ? String(totalCents) : ''
  })
}

/** The cell types of the total row. */
export const totalColumnsOf = (columns: readonly TableColumn[]): readonly Column[] =>
  columns.map((one) => (one.name === 'created' ? { ...one, kind: 'text' } : one))
