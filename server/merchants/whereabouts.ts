import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { hexOf, uuidOf } from '../http/wire.ts'

type Row = { id: string; name: string; mode: 'live' | 'sandbox' }

/**
 * In which of the caller's shops and modes an operation is. It asks the search table, which holds ids and hashes of every
 * operation outside the row-level wall, bound to the caller's own shops: one query, however many shops there are.
 */
export const whereabouts: Handler<'objectWhereabouts'> = async ({ db, caller, params }) => {
  const objectId = uuidOf(params.objectId)
  if (objectId === undefined) throw notFound(params.objectId)
  const row = await db.first<Row>(sql`
    select m.id, m.name, g.mode from unnest(enum_range(null::mode)) as known (mode) cross join merchants m
      join operation_grams g on g.merchant_id = m.id and g.mode = known.mode and g.operation_id = ${objectId}
    where m.account_id = ${caller.accountId} and m.id = any(${[...caller.merchantIds]}::uuid[])`)
  if (!row) throw notFound(params.objectId)
  return { merchantId: hexOf(row.id), merchantName: row.name, mode: row.mode }
}
