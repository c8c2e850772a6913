import type { Services } from '../../platform/calls/call.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { notifyShop } from './notifyShop.ts'

/** An order with something to send; `version`: its change counter when it was taken. */
export type Due = { merchantId: string; mode: Mode; operationId: string; version: number }

/** Lease on a taken order: after that the worker is assumed dead (longer than all time limits of a call together). */
const leaseMs = 120_000

type Row = { merchant_id: string; mode: Mode; operation_id: string; version: number }

/** Maximum concurrent calls to one shop in one mode, over all processes: a server that hangs leaves capacity for the others. */
export const MAX_CALLS_PER_SHOP = 8

/**
 * Leases orders whose callbacks are due: live mode before sandbox, then round-robin over shops, longest waiting first. An order is leased by one worker at a
 * time.
 */
export async function leaseDueCallbacks({ database, now }: Services, most: number): Promise<Due[]> {
  if (most === 0) return []
  const at = now()
  const isDue = sql`d.due_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at})`
  const rows = await database.write(null, (db) =>
    db.rows<Row>(sql`with busy as (
        select b.merchant_id, b.mode, count(*) as calls from callback_queue b where b.leased_until > ${at} group by b.merchant_id, b.mode
      ), queued as (
        select d.merchant_id, d.mode, d.operation_id,
          coalesce(b.calls, 0) + row_number() over (partition by d.merchant_id, d.mode order by d.due_at, d.operation_id) as turn
        from callback_queue d left join busy b on b.merchant_id = d.merchant_id and b.mode = d.mode where ${isDue}
      ), due as materialized (
        select d.merchant_id, d.mode, d.operation_id
        from queued q join callback_queue d on d.merchant_id = q.merchant_id and d.mode = q.mode and d.operation_id = q.operation_id
        where q.turn <= ${MAX_CALLS_PER_SHOP} and ${isDue} order by d.mode, q.turn, d.due_at limit ${most} for update of d skip locked
      )
      update callback_queue d set leased_until = ${new Date(at.getTime() + leaseMs)} from due
      where d.merchant_id = due.merchant_id and d.mode = due.mode and d.operation_id = due.operation_id
      returning d.merchant_id, d.mode, d.operation_id, d.version`),
  )
  return rows.map((row) => ({ merchantId: row.merchant_id, mode: row.mode, operationId: row.operation_id, version: row.version }))
}

/** When the next order is due; one that a worker has leased stays due. */
export const nextCallback = (): Sql => sql`select min(d.due_at) from callback_queue d`

/** Maximum concurrent calls of one process. */
const maxConcurrent = 48

/**
 * Sends due callbacks, many at a time. A run does not wait for slow servers: their calls continue and the next run uses the free capacity, so that no shop
 * delays another. `settled` waits for all of them.
 */
export function callbackJob() {
  const running = new Set<Promise<void>>()

  async function send(services: Services): Promise<number> {
    const dues = await leaseDueCallbacks(services, maxConcurrent - running.size)
    for (const due of dues) {
      const one = notifyShop(services, due)
        // A failed call is retried when its lease expires.
        .catch((error: unknown) => services.log('error', 'callback_failed', { operation: due.operationId }, error))
        .finally(() => running.delete(one))
      running.add(one)
    }
    return dues.length
  }

  return { send, settled: async () => void (await Promise.all(running)) }
}

/** Sends everything that is due, synchronously; returns how many states were sent. */
export async function sendAllDue(services: Services): Promise<number> {
  const job = callbackJob()
  for (let all = 0; ;) {
    const sent = await job.send(services)
    await job.settled()
    if (sent === 0) return all
    all += sent
  }
}
