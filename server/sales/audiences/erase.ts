import { joinTexts } from '#domain/platform/direction'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { retainingUses, lockAudience, showAudience, whereAudience } from './audienceRow.ts'

/** Erases the members permanently; the receipt remains. `by` null: by the retention job. The row must be locked. */
export async function eraseMembers(db: Connection, scope: Scope, id: string, by: { userId: string | null; now: Date }): Promise<number> {
  const erased = await db.run(
    sql`delete from audience_members m where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.audience_id = ${id}`,
  )
  await db.run(sql`update audiences a set status = 'erased', problem = null, filters = case when a.filters is null then null else '{}'::jsonb end, size = 0, matched = null,
      run = a.run + 1, erased_at = ${by.now}, erased_by = ${by.userId}::uuid, erased_size = ${erased} where ${whereAudience(scope, id)}`)
  await db.run(
    sql`delete from audience_dues d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.audience_id = ${id}`,
  )
  return erased
}

/**
 * Erases an audience now and answers its receipt. Refuses with AudienceInUse, naming them, while published campaigns use it. A draft keeps its reference and
 * can no longer be published with it, so it never reaches everybody by mistake.
 */
export const audienceErase: Handler<'audienceErase'> = async ({ db, scope, params, caller, now, services, audit }) => {
  const audience = await lockAudience(db, scope, params.uuid, { now, secret: services.config.sessionSecret })
  const holding = retainingUses(audience)
  if (holding.length > 0) {
    const campaigns = joinTexts(
      holding.map(({ name }) => `«${name}»`),
      ', ',
    )
    throw new Refusal('AudienceInUse', { values: { campaigns } })
  }
  const erased = await eraseMembers(db, scope, audience.id, { userId: caller.userId, now })
  audit({ entity: 'audience', entityId: audience.id, before: { name: audience.name, size: audience.size }, after: { erased } })
  return showAudience(db, scope, params.uuid, { now, services })
}
