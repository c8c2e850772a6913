import type { Services } from '../../platform/calls/call.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { tellShop } from './tellShop.ts'

/** An order of which there is something to tell; `version`: how often it had changed when it was taken. */
export type Due = { merchantId: string; mode: Mode; operationId: string; version: number }

/** Whoever took an order has so long; after that it is taken to have died on the way (above all time limits of telling). */
const leaseMs = 120_000

type Row = { merchant_id: string; mode: Mode; operation_id: string; version: number }

/** Calls to one shop in one mode under way at a time, by all processes together: one whose server hangs leaves room for the others. */
export const MOST_OF_A_SHOP = 8

/**
 * Takes orders whose shops are to be told now: real ones before those of test mode, then in turn each shop's longest waiting. Each is in the hands of
 * one worker at a time.
 */
export async function takeDues({ database, now }: Services, most: number): Promise<Due[]> {
  if (most === 0) return []
  const at = now()
  const isDue = sql`d.due_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at})`
  const rows = await database.write(null, (db) =>
    db.rows<Row>(sql`with busy as (
        select b.merchant_id, b.mode, count(*) as calls from callback_dues b where b.leased_until > ${at} group by b.merchant_id, b.mode
      ), queued as (
        select d.merchant_id, d.mode, d.operation_id,
          coalesce(b.calls, 0) + row_number() over (partition by d.merchant_id, d.mode order by d.due_at, d.operation_id) as turn
        from callback_dues d left join busy b on b.merchant_id = d.merchant_id and b.mode = d.mode where ${isDue}
      ), due as materialized (
        select d.merchant_id, d.mode, d.operation_id
        from queued q join callback_dues d on d.merchant_id = q.merchant_id and d.mode = q.mode and d.operation_id = q.operation_id
        where q.turn <= ${MOST_OF_A_SHOP} and ${isDue} order by d.mode, q.turn, d.due_at limit ${most} for update of d skip locked
      )
      update callback_dues d set leased_until = ${new Date(at.getTime() + leaseMs)} from due
      where d.merchant_id = due.merchant_id and d.mode = due.mode and d.operation_id = due.operation_id
      returning d.merchant_id, d.mode, d.operation_id, d.version`),
  )
  return rows.map((row) => ({ merchantId: row.merchant_id, mode: row.mode, operationId: row.operation_id, version: row.version }))
}

/** How many shops one process talks to at a time. */
const mostAtOnce = 48

/**
 * Tells shops what is due, many at a time. A round does not wait for those who are slow to answer: they go on by themselves and the next round fills
 * what is free, so that no shop waits for another. `settled` waits for all of them.
 */
export function callbackJob() {
  const running = new Set<Promise<void>>()

  async function tell(services: Services): Promise<number> {
    const dues = await takeDues(services, mostAtOnce - running.size)
    for (const due of dues) {
      const one = tellShop(services, due)
        // What broke off is taken up again when its lease is over.
        .catch((error: unknown) => services.log('error', 'callback_failed', {}, error))
        .finally(() => running.delete(one))
      running.add(one)
    }
    return dues.length
  }

  return { tell, settled: async () => void (await Promise.all(running)) }
}

/** Tells all that is due, here and now; returns how many states were told. */
export async function tellAll(services: Services): Promise<number> {
  const round = callbackJob()
  for (let all = 0; ;) {
    const told = await round.tell(services)
    await round.settled()
    if (told === 0) return all
    all += told
  }
}
