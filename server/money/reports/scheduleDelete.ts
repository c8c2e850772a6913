import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { assertMayHave } from './reportAccess.ts'
import { thisSchedule, type StoredSchedule } from './scheduleRow.ts'

/** Asks no more for a file; those that were made stay. Refuses with PermissionDenied one of what is withheld from who asks. */
export const reportScheduleDelete: Handler<'reportScheduleDelete'> = async ({ db, scope, caller, params, audit }) => {
  const id = uuidOf(params.scheduleId)
  const gone =
    id === undefined
      ? undefined
      : await db.first<Pick<StoredSchedule, 'type' | 'frequency'>>(
          sql`delete from report_schedules s where ${thisSchedule(scope, id)} returning s.type, s.frequency`,
        )
  if (id === undefined || !gone) throw notFound(params.scheduleId)
  assertMayHave(caller, gone.type)
  await db.run(
    sql`delete from report_dues d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.object_id = ${id} and d.kind = 'run'`,
  )
  audit({ entity: 'report_schedule', entityId: id, before: gone })
  return undefined
}
