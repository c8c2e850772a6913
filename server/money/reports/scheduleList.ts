import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { typesFor } from './reportAccess.ts'
import { scheduleOf, storedScheduleColumns, type StoredSchedule } from './scheduleRow.ts'

/** The shop's schedules, the newest first; of what is withheld from who asks, none. */
export const reportScheduleList: Handler<'reportScheduleList'> = async ({ db, scope, caller }) => {
  const rows = await db.rows<StoredSchedule>(sql`select ${storedScheduleColumns} from report_schedules s
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.type = any(${typesFor(caller)}) order by s.created_at desc, s.id desc`)
  return rows.map(scheduleOf)
}
