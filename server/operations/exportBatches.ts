import { allOf, sql, type Sql } from '../db/sql.ts'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'

/** One operation as the export reads it; days are Madrid days as YYYY-MM-DD, amounts cents. */
export type ExportRow = readonly [
  createdAt: string,
  uuid: string,
  day: string,
  time: string,
  mid: string | null,
  customer: string,
  email: string,
  category: string,
  substatus: string,
  channel: string,
  product: string,
  instalments: number,
  paid: number,
  total: number,
  captured: number,
  refunded: number,
  fee: number,
  vat: number,
  subsidy: number,
  net: number | null,
  settlement: string | null,
  nextDueOn: string | null,
  nextDue: number | null,
]

const batchRows = 2_000

const cells: Sql = sql`json_build_array(o.created_at, o.id, (o.created_at at time zone 'Europe/Madrid')::date, to_char(o.created_at at time zone 'Europe/Madrid', 'HH24:MI'),
  o.mid, concat_ws(' ', o.first_name, o.last_name), o.email, o.category, o.substatus, o.channel, o.product, o.num_instalments, o.paid_instalments, o.total_cents,
  o.captured_cents, o.refunded_cents, o.fee_cents, o.vat_cents, o.subsidy_cents, o.net_cents, o.settlement_reference, o.next_due_on, o.next_due_cents)`

/**
 * All operations that pass the conditions (over `o`), newest first, in batches; each is read on its own, continued after the last row, while
 * the one before is written out, so that a slow reader holds no connection.
 */
export async function* exportBatches(database: Database, scope: Scope, conditions: readonly Sql[]): AsyncGenerator<ExportRow[]> {
  const read = async (last: ExportRow | undefined): Promise<ExportRow[]> => {
    const after = last ? sql`(o.created_at, o.id) < (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql`true`
    const row = await database.read(scope, (db) =>
      db.first<{ json: string | null }>(sql`select json_agg(b.line)::text as json from (select ${cells} as line from operations o
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf([...conditions, after])} order by o.created_at desc, o.id desc limit ${batchRows}) b`),
    )
    return JSON.parse(row?.json ?? '[]') as ExportRow[]
  }
  let next: Promise<ExportRow[]> | undefined = read(undefined)
  while (next) {
    const rows: ExportRow[] = await next
    next = rows.length === batchRows ? read(rows.at(-1)) : undefined
    // The reader may leave before this one is awaited.
    next?.catch(() => {})
    if (rows.length > 0) yield rows
  }
}
