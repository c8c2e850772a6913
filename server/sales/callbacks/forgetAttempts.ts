import { CALLBACKS_KEPT_DAYS } from '#domain/sales/shopsApi/callback'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

const dayMs = 86_400_000
/** At most this many tries go at a time, so that no sweep holds locks for long. */
const mostAtATime = 5_000

type Services = { database: Database; now: () => Date }
type DueShop = { merchant_id: string; mode: Mode }

/** Removes, once a day for each shop, the tries that have had their time; when it first answered is kept. Returns how many went. */
export async function forgetAttempts(services: Services): Promise<number> {
  for (let gone = 0; ;) {
    const due = await services.database.read(null, (db) =>
      db.first<DueShop>(
        sql`select s.merchant_id, s.mode from callback_sweeps s where s.due_at <= ${services.now()} order by s.due_at limit 1`,
      ),
    )
    if (!due) return gone
    gone += await forgetThere(services, due)
  }
}

/** One step for one shop, in a transaction. */
function forgetThere({ database, now }: Services, { merchant_id: merchantId, mode }: DueShop): Promise<number> {
  const scope = mintScope(merchantId, mode)
  const before = new Date(now().getTime() - CALLBACKS_KEPT_DAYS * dayMs)
  const old = sql`a.merchant_id = ${merchantId} and a.mode = ${mode} and a.at < ${before}`
  return database.write(scope, async (db) => {
    const gone = await db.run(
      sql`delete from callback_attempts t where ctid = any(array(select a.ctid from callback_attempts a where ${old} order by a.at limit ${mostAtATime}))`,
    )
    if (gone < mostAtATime)
      db.send(
        sql`update callback_sweeps s set due_at = ${new Date(now().getTime() + dayMs)} where s.merchant_id = ${merchantId} and s.mode = ${mode}`,
      )
    return gone
  })
}
