import { sql } from '../db/sql.ts'
import { mintScope, type Mode } from '../db/scope.ts'
import type { House } from '../http/call.ts'
import { completeRefund } from '../operation/completeRefund.ts'
import { readStanding } from '../operation/standing.ts'

type Due = { refund_id: string; merchant_id: string; mode: Mode; release_at: Date }

const batch = 100

/**
 * Sends out every held refund whose time to undo is over, each once, in its own scope and transaction; returns how many. Any number of
 * processes may run it at once, and one that dies half-way leaves its refund held and queued.
 */
export async function releaseRefunds(house: House): Promise<number> {
  const now = house.now()
  let released = 0
  let last: Due | undefined
  do {
    const after = last ? sql`and (due_at, object_id) > (${last.release_at}, ${last.refund_id})` : sql``
    const due: Due[] = await house.database.read(null, (db) =>
      db.rows<Due>(sql`select object_id as refund_id, merchant_id, mode, due_at as release_at from deadlines
      where kind = 'refund_release' and due_at <= ${now} ${after} order by due_at, object_id limit ${batch}`),
    )
    for (const one of due) if (await releaseOne(house, one, now)) released += 1
    last = due.length === batch ? due.at(-1) : undefined
  } while (last)
  return released
}

/** Refuses nothing: one that fails is logged, stays queued, and does not hold up the others. */
async function releaseOne(house: House, due: Due, now: Date): Promise<boolean> {
  const scope = mintScope(due.merchant_id, due.mode)
  try {
    return await house.database.write(scope, async (db) => {
      // The operation first, as whoever undoes a refund does; what another process works on is left to it.
      const locked = await db.first<{
        id: string
      }>(sql`select o.id from operations o join refunds r on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
        where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = ${due.refund_id} for update of o skip locked`)
      if (!locked) return false
      const taken = await db.run(sql`delete from deadlines d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.object_id = ${due.refund_id} and d.kind = 'refund_release'`)
      if (taken === 0) return false
      const standing = await readStanding(db, scope, locked.id, false)
      return completeRefund(db, scope, { standing, refundId: due.refund_id, atOnce: false, now })
    })
  } catch (error) {
    house.log('error', 'release_failed', { refund: due.refund_id, error: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}
