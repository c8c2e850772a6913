import { allOf, sql, type Sql } from '../db/sql.ts'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { cellEnd, keysetBatches, type LineBatch } from '../files/keysetBatches.ts'
import { customerNameInFiles } from './customerName.ts'

/** One operation as the export reads it, all as text, nothing as ''; `madrid` is the wall clock there, amounts are cents. */
export type ExportRow = readonly [
  createdAt: string,
  uuid: string,
  madrid: string,
  mid: string,
  customer: string,
  email: string,
  category: string,
  substatus: string,
  channel: string,
  product: string,
  instalments: string,
  paid: string,
  total: string,
  captured: string,
  refunded: string,
  fee: string,
  vat: string,
  subsidy: string,
  net: string,
  settlement: string,
  nextDueOn: string,
  nextDue: string,
  notes: string,
]

/** Internal notes in one line, the oldest first. Whether the shop has any is asked once a batch: most have none, and a million rows would each be asked. */
const notes = sql`case when (select exists (select from operation_notes n where n.merchant_id = scope_merchant() and n.mode = scope_mode())) then
  coalesce((select string_agg(to_char(n.created_at at time zone 'Europe/Madrid', 'DD.MM.YYYY HH24:MI') || coalesce(' ' || u.first_name, '') || ': ' || replace(n.text, chr(10), ' '), ' | '
    order by n.created_at, n.id) from operation_notes n left join users u on u.id = n.created_by
    where n.merchant_id = o.merchant_id and n.mode = o.mode and n.operation_id = o.id), '') else '' end`

const cells = (
  clean: (column: Sql) => Sql,
): Sql => sql`concat_ws(${cellEnd}, o.created_at::text, o.id, (o.created_at at time zone 'Europe/Madrid')::text,
  coalesce(${clean(sql`o.mid`)}, ''), ${clean(customerNameInFiles())}, ${clean(sql`o.email`)}, o.category, o.substatus, o.channel, o.product,
  o.num_instalments, o.paid_instalments, o.total_cents, o.captured_cents, o.refunded_cents, o.fee_cents, o.vat_cents, o.subsidy_cents,
  coalesce(o.net_cents::text, ''), coalesce(o.settlement_reference, ''), coalesce(o.next_due_on::text, ''), coalesce(o.next_due_cents::text, ''), ${clean(notes)})`

/** All operations that pass the conditions (over `o`), newest first, in batches. */
export const exportBatches = (database: Database, scope: Scope, conditions: readonly Sql[]): AsyncGenerator<LineBatch<ExportRow>> =>
  keysetBatches<ExportRow>(
    database,
    scope,
    (last, limit, clean) => {
      const after = last ? sql`(o.created_at, o.id) < (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql`true`
      return sql`select ${cells(clean)} as line from operations o
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf([...conditions, after])}
      order by o.created_at desc, o.id desc limit ${limit}`
    },
    { width: 23 },
  )
