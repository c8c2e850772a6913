import { madridDay } from '#domain/platform/dates'
import { nextRunDay, runInstant, SCHEDULES_PER_SHOP } from '#domain/money/report'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { columnsVersion } from './queueReport.ts'
import { readScheduled } from './readRequest.ts'
import { assertMayHave } from './reportAccess.ts'
import { scheduleOf, storedScheduleColumns, thisSchedule, type StoredSchedule } from './scheduleRow.ts'

/** Asks for a file again and again; the first is of the period that is under way now. Refuses with TooManyRequests past the shop's limit, with PermissionDenied what is withheld. */
export const reportScheduleCreate: Handler<'reportScheduleCreate'> = async ({ db, scope, body, caller, now, audit }) => {
  const recipients = readScheduled(body)
  const { merchantId, mode } = scope
  const { type, format, frequency } = body
  assertMayHave(caller, type)
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`report_schedules/${merchantId}/${mode}`}, 0))`)
  const counted = await db.first<{ many: number }>(
    sql`select count(*)::integer as many from report_schedules s where s.merchant_id = ${merchantId} and s.mode = ${mode}`,
  )
  if ((counted?.many ?? 0) >= SCHEDULES_PER_SHOP) throw new Refusal('TooManyRequests', { why: 'schedules' })
  const id = newId(now)
  const nextRunOn = nextRunDay(frequency, madridDay(now))
  await db.run(sql`insert into report_schedules (merchant_id, mode, id, type, format, frequency, recipients, next_run_on, version, created_at, created_by)
    values (${merchantId}, ${mode}, ${id}, ${type}, ${format}, ${frequency}, ${recipients}, ${nextRunOn}, ${columnsVersion}, ${now}, ${caller.userId})`)
  await db.run(
    sql`insert into report_dues (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${id}, 'run', ${runInstant(nextRunOn)})`,
  )
  audit({ entity: 'report_schedule', entityId: id, after: { type, format, frequency, recipients: recipients.length } })
  const stored = await db.first<StoredSchedule>(
    sql`select ${storedScheduleColumns} from report_schedules s where ${thisSchedule(scope, id)}`,
  )
  if (!stored) throw new Error('an insert that wrote nothing')
  return scheduleOf(stored)
}
