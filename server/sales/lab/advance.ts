import { madridDay } from '#domain/platform/dates'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import type { Services } from '../../platform/calls/call.ts'
import { withClockOffset, readClockOffset } from '../../platform/calls/shopTime.ts'
import type { DeadlineKind, Work } from '../../platform/jobs/jobs.ts'
import { campaignDeadlinesOf } from '../lifecycle/campaignDeadlines.ts'
import { deadlinesOf } from '../lifecycle/operationDeadlines.ts'
import type { LabVerbs } from './labVerbs.ts'

/** Grace period after which everything settled at midnight is assumed finished. */
const graceMs = 60_000
/** A busy shop's month has fewer due moments than this; the rest falls due without this function. */
const maxMoments = 2_000

type ClockAdvance = { days: number; userId: string; verbs: LabVerbs }
type Taken = { aheadMs: number; works: Work['deadline'][] }

/**
 * Advances a shop's sandbox clock: it steps from one due moment to the next, and everything due is done by the regular verbs at that time, then moves to the
 * end of the days. `services` use wall-clock time. Returns the clock's resulting offset, in ms.
 */
export async function advance(services: Services, scope: Scope, { days, userId, verbs }: ClockAdvance): Promise<number> {
  const { aheadMs: before, target } = await begin(services, scope, days)
  const moved = { userId, target }
  let aheadMs = before
  for (let moment = 0; moment < maxMoments; moment += 1) {
    const taken = await advanceToNext(services, scope, moved)
    if (taken === null) break
    if (madridDay(withClockOffset(services, taken.aheadMs).now()) !== madridDay(withClockOffset(services, aheadMs).now()))
      await settle(services, scope, aheadMs, verbs)
    aheadMs = taken.aheadMs
    for (const work of taken.works) await verbs.handleDeadline(withClockOffset(services, aheadMs), work)
  }
  aheadMs = target.getTime() - services.now().getTime()
  await services.database.write(null, async (db) => {
    await db.run(setClock(scope, aheadMs, userId, services.now()))
    await db.run(requeueCallbacks(scope, services.now()))
  })
  services.shopTimes.forget(scope.merchantId)
  await settle(services, scope, aheadMs, verbs)
  services.changes.publish(shopTopic(scope))
  return aheadMs
}

/** The clock's current offset and target; what an interrupted earlier run took is requeued. */
function begin(services: Services, scope: Scope, days: number): Promise<{ aheadMs: number; target: Date }> {
  const { merchantId, mode } = scope
  return services.database.write(scope, async (db) => {
    const aheadMs = await readClockOffset(db, merchantId)
    await db.run(sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at)
      select ${merchantId}, ${mode}, w.id, w.kind, w.due_at from (
        select d.object_id, d.kind, d.due_at from (${deadlinesOf(sql`select * from operations o where ${inScope(scope, 'o')}`)}) d
        union all select d.object_id, d.kind, d.due_at from (${campaignDeadlinesOf(sql`select * from campaigns c where ${inScope(scope, 'c')}`)}) d
        union all select r.id, 'refund_release', r.release_at from refunds r where ${inScope(scope, 'r')} and r.state = 'held') w (id, kind, due_at)
      on conflict (merchant_id, mode, object_id, kind) do nothing`)
    return { aheadMs, target: new Date(services.now().getTime() + aheadMs + days * 86_400_000) }
  })
}

const setClock = ({ merchantId }: Scope, aheadMs: number, userId: string, now: Date) =>
  sql`insert into sandbox_clocks as c (merchant_id, ahead_ms, moved_at, moved_by) values (${merchantId}, ${Math.max(aheadMs, 1)}, ${now}, ${userId})
    on conflict (merchant_id) do update set ahead_ms = greatest(c.ahead_ms, excluded.ahead_ms), moved_at = excluded.moved_at, moved_by = excluded.moved_by`

/** Callbacks are scheduled by wall clock: they are made due again. */
const requeueCallbacks = (scope: Scope, now: Date) =>
  sql`update outbox o set due_at = ${now} where o.channel = 'callback' and o.state = 'pending' and o.lease is null and ${inScope(scope, 'o')}
    and o.due_at > ${now}`

/** Moves the clock to the next due moment and takes what is due; null when nothing is due before the end. */
async function advanceToNext(
  services: Services,
  scope: Scope,
  { userId, target }: { userId: string; target: Date },
): Promise<Taken | null> {
  const { merchantId, mode } = scope
  const taken = await services.database.write(scope, async (db) => {
    const next = await db.first<{ due_at: Date | null }>(
      sql`select min(d.due_at) as due_at from deadlines d where ${inScope(scope, 'd')} and d.due_at <= ${target}`,
    )
    if (!next?.due_at) return null
    const now = services.now()
    await db.run(setClock(scope, next.due_at.getTime() - now.getTime(), userId, now))
    const aheadMs = await readClockOffset(db, merchantId)
    const rows = await db.rows<{ object_id: string; kind: DeadlineKind }>(sql`delete from deadlines d
      where ${inScope(scope, 'd')} and d.due_at <= ${new Date(now.getTime() + aheadMs)} returning d.object_id, d.kind`)
    return { aheadMs, rows }
  })
  if (taken === null) return null
  services.shopTimes.forget(merchantId)
  const kinds = Map.groupBy(taken.rows, ({ kind }) => kind)
  const works = [...kinds].map(([kind, rows]) => ({ merchantId, mode, kind, objectIds: rows.map((row) => row.object_id).toSorted() }))
  return { aheadMs: taken.aheadMs, works }
}

const settle = (services: Services, scope: Scope, aheadMs: number, verbs: LabVerbs): Promise<void> => {
  const shopServices = withClockOffset(services, aheadMs)
  return verbs.settleUpTo(shopServices, scope, madridDay(new Date(shopServices.now().getTime() - graceMs)))
}
