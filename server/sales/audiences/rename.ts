import { normaliseText } from '#domain/sales/operations/search'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { assertSeen, countedSave } from '../../platform/calls/revision.ts'
import { lockAudience, thisAudience } from './audienceRow.ts'
import { showAudience } from './view.ts'
import { assertNameFree } from './writeAudience.ts'

/** Gives an audience another name; campaigns know it by its id and keep it. Refuses with SettingsStale. */
export const audienceRename: Handler<'audienceRename'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  const { id, name } = await lockAudience(db, scope, params.uuid, { now, secret: services.config.sessionSecret })
  await assertSeen(db, body.revision, sql`select a.revision, a.changed_by from audiences a where ${thisAudience(scope, id)}`)
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`audiences/${scope.merchantId}/${scope.mode}`}, 0))`)
  await assertNameFree(db, scope, body.name, id)
  await db.run(
    sql`update audiences a set name = ${body.name}, name_key = ${normaliseText(body.name)}, ${countedSave(caller.userId)} where ${thisAudience(scope, id)}`,
  )
  audit({ entity: 'audience', entityId: id, before: { name }, after: { name: body.name } })
  return showAudience(db, scope, params.uuid, { now, services })
}
