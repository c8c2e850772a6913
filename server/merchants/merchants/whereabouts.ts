import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

type Row = { kind: 'operation' | 'checkout'; id: string; name: string; mode: 'live' | 'sandbox' }

/**
 * In which of the caller's shops and modes an operation or a link is. It asks the tables that hold ids of every one outside the row-level wall,
 * bound to the caller's own shops: one query, however many shops there are.
 */
export const objectWhereabouts: Handler<'objectWhereabouts'> = async ({ db, caller, params }) => {
  const objectId = uuidOf(params.objectId)
  if (objectId === undefined) throw notFound(params.objectId)
  const mine = sql`m.account_id = ${caller.accountId} and m.id = any(${[...caller.merchantIds]}::uuid[])`
  const row = await db.first<Row>(sql`
    select 'operation' as kind, m.id, m.name, g.mode from unnest(enum_range(null::mode)) as known (mode) cross join merchants m
      join operation_grams g on g.merchant_id = m.id and g.mode = known.mode and g.operation_id = ${objectId}
    where ${mine}
    union all
    select 'checkout' as kind, m.id, m.name, d.mode from checkout_doors d join merchants m on m.id = d.merchant_id where d.checkout_id = ${objectId} and ${mine}`)
  if (!row) throw notFound(params.objectId)
  return { kind: row.kind, merchantId: hexOf(row.id), merchantName: row.name, mode: row.mode }
}
