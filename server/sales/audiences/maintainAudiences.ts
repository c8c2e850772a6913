import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { keptUntil, readAudiences, whereAudience } from './audienceRow.ts'
import { eraseMembers } from './audiences.ts'

/** The services that maintenance needs. */
type MaintenanceServices = Pick<Services, 'database' | 'now' | 'jobs' | 'log'> & { config: Pick<Services['config'], 'sessionSecrets'> }

type Due = { merchant_id: string; mode: Mode; audience_id: string }

const batchSize = 200
/** Interval at which an audience used by a campaign without end is checked: far shorter than its retention. */
const checkIntervalMs = 30 * 86_400_000

/**
 * Erases the members of expired audiences, each in one transaction under its lock. One that was used or filled again since is rescheduled; one that still
 * waits to be filled is requeued. Returns how many were erased.
 */
export async function maintainAudiences(services: MaintenanceServices): Promise<number> {
  const failed = new Set<string>()
  let erased = 0
  for (;;) {
    const dues = await services.database.read(null, (db) =>
      db.rows<Due>(sql`select d.merchant_id, d.mode, d.audience_id from audience_queue d
        where d.due_at <= ${services.now()} and d.audience_id <> all(${[...failed]}::uuid[]) order by d.due_at limit ${batchSize}`),
    )
    let taken = 0
    for (const due of dues)
      try {
        const outcome = await lockDue(services, due)
        if (outcome !== 'busy') taken += 1
        if (outcome === 'erased') erased += 1
      } catch (error) {
        failed.add(due.audience_id)
        services.log('error', 'audience_due_failed', { audience: due.audience_id }, error)
      }
    if (taken === 0) return erased
  }
}

/** `busy`: another process has it, or it is no longer due. */
const lockDue = (services: MaintenanceServices, { merchant_id, mode, audience_id: id }: Due): Promise<'busy' | 'later' | 'erased'> => {
  const scope = mintScope(merchant_id, mode)
  const now = services.now()
  return services.database.write(scope, async (db) => {
    const thisEntry = sql`${inScope(scope, 'd')} and d.audience_id = ${id}`
    const taken = await db.first(sql`select from audience_queue d where ${thisEntry} and d.due_at <= ${now} for update skip locked`)
    if (!taken) return 'busy'
    db.send(sql`select from audiences a where ${whereAudience(scope, id)} for update`)
    const [audience] = await readAudiences(db, scope, { now, secrets: services.config.sessionSecrets }, sql`a.id = ${id}`, sql``)
    if (!audience) throw new Error(`audience ${id} is due for maintenance but does not exist`)
    if (audience.state === 'processing') await services.jobs.send(db, 'audience', { merchantId: merchant_id, mode, audienceId: id })
    const until = keptUntil(audience)
    if (until !== null && until <= now) {
      await eraseMembers(db, scope, id, { userId: null, now })
      return 'erased'
    }
    await db.run(sql`update audience_queue d set due_at = ${until ?? new Date(now.getTime() + checkIntervalMs)} where ${thisEntry}`)
    return 'later'
  })
}
