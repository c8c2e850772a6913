import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { uuidOf } from '../http/wire.ts'
import { thisSchedule } from './scheduleRow.ts'

/** Asks no more for a file; those that were made stay. */
export const scheduleDelete: Handler<'reportScheduleDelete'> = async ({ db, scope, params, audit }) => {
  const id = uuidOf(params.scheduleId)
  const gone =
    id === undefined
      ? undefined
      : await db.first<{ type: string; frequency: string }>(
          sql`delete from report_schedules s where ${thisSchedule(scope, id)} returning s.type, s.frequency`,
        )
  if (id === undefined || !gone) throw notFound(params.scheduleId)
  await db.run(
    sql`delete from report_dues d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.object_id = ${id} and d.kind = 'run'`,
  )
  audit({ entity: 'report_schedule', entityId: id, before: gone })
  return undefined
}
