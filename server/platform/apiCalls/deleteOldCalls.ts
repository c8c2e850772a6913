import { DAY_MS, HOUR_MS } from '#domain/platform/dates'
import { API_CALLS_KEPT_DAYS } from '#domain/merchants/apiCallLog'
import type { Database } from '../database/database.ts'
import { firstIdAt } from '../database/newId.ts'
import { mintScope, type Mode } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'

type Services = { database: Database; now: () => Date }
type DueShop = { merchant_id: string; mode: Mode }

/** Batch size, so that no run holds locks for long. */
const batchSize = 5_000

/** Deletes calls past their retention, with their counters. Returns how many calls were deleted. */
export async function deleteOldCalls({ database, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - API_CALLS_KEPT_DAYS * DAY_MS)
  // The hour in which the retention ends still has calls to keep.
  const hours = new Date(before.getTime() - HOUR_MS)
  for (let deleted = 0; ;) {
    const due = await database.read(null, (db) =>
      db.first<DueShop>(sql`select h.merchant_id, h.mode from api_call_hours h where h.hour < ${hours} order by h.hour limit 1`),
    )
    if (!due) return deleted
    deleted += await deleteBatch(database, due, { before, hours })
  }
}

/** One batch for one shop, in a transaction; its counters last, because they say that there is something to delete. */
function deleteBatch(
  database: Database,
  { merchant_id: merchantId, mode }: DueShop,
  { before, hours }: { before: Date; hours: Date },
): Promise<number> {
  const scope = mintScope(merchantId, mode)
  return database.write(scope, async (db) => {
    const deleted = await db.run(sql`delete from api_calls t where ${inScope(scope, 't')} and t.id = any(array(
      select c.id from api_calls c where ${inScope(scope, 'c')} and c.id < ${firstIdAt(before)} order by c.id limit ${batchSize}))`)
    if (deleted < batchSize) db.send(sql`delete from api_call_hours h where ${inScope(scope, 'h')} and h.hour < ${hours}`)
    return deleted
  })
}
