import { allOf, sql, type Sql } from '../db/sql.ts'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { cellEnd, keysetBatches, type LineBatch } from '../files/keysetBatches.ts'

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
]

const cells = (
  clean: (column: Sql) => Sql,
): Sql => sql`concat_ws(${cellEnd}, o.created_at::text, o.id, (o.created_at at time zone 'Europe/Madrid')::text,
  coalesce(${clean(sql`o.mid`)}, ''), ${clean(sql`o.first_name || ' ' || o.last_name`)}, ${clean(sql`o.email`)}, o.category, o.substatus, o.channel, o.product,
  o.num_instalments, o.paid_instalments, o.total_cents, o.captured_cents, o.refunded_cents, o.fee_cents, o.vat_cents, o.subsidy_cents,
  coalesce(o.net_cents::text, ''), coalesce(o.settlement_reference, ''), coalesce(o.next_due_on::text, ''), coalesce(o.next_due_cents::text, ''))`

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
    { width: 22 },
  )
