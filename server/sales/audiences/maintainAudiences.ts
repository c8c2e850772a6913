import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { keptUntil, readAudiences, thisAudience } from './audienceRow.ts'
import { eraseMembers } from './audiences.ts'

/** What tending needs of the services. */
type TendingServices = Pick<Services, 'database' | 'now' | 'jobs' | 'log'> & { config: Pick<Services['config'], 'sessionSecret'> }

type Due = { merchant_id: string; mode: Mode; audience_id: string }

const atATime = 200
/** How soon one that a campaign without end uses is looked at again: far sooner than its time can be over. */
const againMs = 30 * 86_400_000

/**
 * Erases the members of audiences whose time is over, each in one transaction under its lock, so that a crash leaves it whole or done. One that was
 * used or filled again since is looked at later; one that still waits to be filled is queued again. Returns how many were erased.
 */
export async function maintainAudiences(services: TendingServices): Promise<number> {
  const failed = new Set<string>()
  let erased = 0
  for (;;) {
    const dues = await services.database.read(null, (db) =>
      db.rows<Due>(sql`select d.merchant_id, d.mode, d.audience_id from audience_dues d
        where d.due_at <= ${services.now()} and d.audience_id <> all(${[...failed]}::uuid[]) order by d.due_at limit ${atATime}`),
    )
    let taken = 0
    for (const due of dues)
      try {
        const outcome = await takeDue(services, due)
        if (outcome !== 'busy') taken += 1
        if (outcome === 'erased') erased += 1
      } catch (error) {
        failed.add(due.audience_id)
        services.log('error', 'audience_due_failed', {}, error)
      }
    if (taken === 0) return erased
  }
}

/** `busy`: somebody else has it, or it is not due any more. */
const takeDue = (services: TendingServices, { merchant_id, mode, audience_id: id }: Due): Promise<'busy' | 'later' | 'erased'> => {
  const scope = mintScope(merchant_id, mode)
  const now = services.now()
  return services.database.write(scope, async (db) => {
    const mine = sql`d.merchant_id = ${merchant_id} and d.mode = ${mode} and d.audience_id = ${id}`
    const taken = await db.first(sql`select from audience_dues d where ${mine} and d.due_at <= ${now} for update skip locked`)
    if (!taken) return 'busy'
    db.send(sql`select from audiences a where ${thisAudience(scope, id)} for update`)
    const [audience] = await readAudiences(db, scope, { now, secret: services.config.sessionSecret }, sql`a.id = ${id}`, sql``)
    if (!audience) throw new Error('an audience is due that is not there')
    if (audience.state === 'processing') await services.jobs.send(db, 'audience', { merchantId: merchant_id, mode, audienceId: id })
    const until = keptUntil(audience)
    if (until !== null && until <= now) {
      await eraseMembers(db, scope, id, { userId: null, now })
      return 'erased'
    }
    await db.run(sql`update audience_dues d set due_at = ${until ?? new Date(now.getTime() + againMs)} where ${mine}`)
    return 'later'
  })
}
