import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockAudience, thisAudience } from './audienceRow.ts'
import { showAudience } from './view.ts'

/** Looks at the operations again, in the background; until then its members stay and campaigns go on. Refuses with AudienceNotAllowed one of a file. */
export const audienceRefresh: Handler<'audienceRefresh'> = async ({ db, scope, params, now, services, audit }) => {
  const { id, source, state } = await lockAudience(db, scope, params.uuid, { now, secret: services.config.sessionSecret })
  if (source === 'csv') throw new Refusal('AudienceNotAllowed', { why: 'file' })
  if (state !== 'processing') {
    await db.run(sql`update audiences a set status = 'processing', problem = null, progress = 0 where ${thisAudience(scope, id)}`)
    await services.jobs.send(db, 'audience', { merchantId: scope.merchantId, mode: scope.mode, audienceId: id })
  }
  audit({ entity: 'audience', entityId: id, after: { refreshed: true } })
  return showAudience(db, scope, params.uuid, { now, services })
}
