import type { Report, ReportSchedule } from '#contract/money/reports'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { nextRunDay, runInstant, SCHEDULES_PER_SHOP } from '#domain/money/report'
import { normaliseText } from '#domain/sales/operations/search'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readScheduled } from './readRequest.ts'
import { assertMayHave, typesFor } from './reportRow.ts'

/** Current version of the files' columns. */
const columnsVersion = 1

type Order = Pick<Report, 'type' | 'format' | 'filters' | 'recipients'> & {
  from: LocalDate
  to: LocalDate
  /** The user who requested it, or the schedule. */
  by: { userId: string } | { scheduleId: string }
}

/** Stores a report and queues its job, in the caller's transaction. Returns its id. */
export async function queueReport(db: Connection, scope: Scope, order: Order, services: { jobs: Jobs; now: Date }): Promise<string> {
  const { merchantId, mode } = scope
  const { type, format, from, to, filters, recipients, by } = order
  const id = newId(services.now)
  const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${merchantId}`)
  const name = fileName(scope, order, shop?.name ?? '')
  await db.run(sql`insert into reports (merchant_id, mode, id, type, format, name, from_on, to_on, filters, recipients, version, created_at, created_by, schedule_id)
    values (${merchantId}, ${mode}, ${id}, ${type}, ${format}, ${name}, ${from}, ${to}, ${JSON.stringify(filters)}, ${recipients}, ${columnsVersion}, ${services.now},
      ${'userId' in by ? by.userId : null}, ${'scheduleId' in by ? by.scheduleId : null})`)
  await services.jobs.send(db, 'report', { merchantId, mode, reportId: id })
  return id
}

/** The file's name: type, shop and days; marked as not real in sandbox. */
function fileName({ mode }: Scope, { type, from, to }: Order, shopName: string): string {
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const prefix = mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : ''
  return `${prefix}${text('reports.file.name', { what: text(`reports.file.slug.${type}`), shop, from, to })}`
}

/** A schedule's row. */
export type StoredSchedule = {
  id: string
  type: ReportSchedule['type']
  format: ReportSchedule['format']
  frequency: ReportSchedule['frequency']
  recipients: string[]
  next_run_on: LocalDate
  version: number
  created_at: Date
  creator: string
  last_status: ReportSchedule['lastStatus']
}

/** Its columns, of `s`; the last run is its last report. */
const storedScheduleColumns: Sql = sql`s.id, s.type, s.format, s.frequency, s.recipients, s.next_run_on, s.version, s.created_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = s.created_by) as creator,
  (select r.status from reports r where r.merchant_id = s.merchant_id and r.mode = s.mode and r.schedule_id = s.id order by r.from_on desc limit 1) as last_status`

/** SQL condition: the schedule `s` of a shop by its id. */
export const thisSchedule = (scope: Scope, id: string): Sql => sql`${inScope(scope, 's')} and s.id = ${id}`

/** A schedule in the contract's shape. */
const scheduleOf = (stored: StoredSchedule): ReportSchedule => ({
  id: hexOf(stored.id),
  type: stored.type,
  format: stored.format,
  frequency: stored.frequency,
  recipients: stored.recipients,
  nextRunOn: stored.next_run_on,
  version: stored.version,
  created: stored.created_at.toISOString(),
  createdBy: stored.creator,
  lastStatus: stored.last_status,
})

type NewSchedule = Pick<StoredSchedule, 'type' | 'format' | 'frequency' | 'recipients'> & { by: string; now: Date }

/** Stores a schedule and its first run; returns its id. */
export async function insertSchedule(
  db: Connection,
  scope: Scope,
  { type, format, frequency, recipients, by, now }: NewSchedule,
): Promise<string> {
  const { merchantId, mode } = scope
  const id = newId(now)
  const nextRunOn = nextRunDay(frequency, madridDay(now))
  await db.run(sql`insert into report_schedules (merchant_id, mode, id, type, format, frequency, recipients, next_run_on, version, created_at, created_by)
    values (${merchantId}, ${mode}, ${id}, ${type}, ${format}, ${frequency}, ${recipients}, ${nextRunOn}, ${columnsVersion}, ${now}, ${by})`)
  await db.run(
    sql`insert into report_queue (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${id}, 'run', ${runInstant(nextRunOn)})`,
  )
  return id
}

/** Creates a schedule; its first report is of the current period. Refuses with TooManyRequests beyond the shop's limit, with PermissionDenied a withheld type. */
export const reportScheduleCreate: Handler<'reportScheduleCreate'> = async ({ db, scope, body, caller, now, audit }) => {
  const recipients = readScheduled(body)
  const { merchantId, mode } = scope
  const { type, format, frequency } = body
  assertMayHave(caller, type)
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`report_schedules/${merchantId}/${mode}`}, 0))`)
  const counted = await db.first<{ many: number }>(
    sql`select count(*)::integer as many from report_schedules s where ${inScope(scope, 's')}`,
  )
  if ((counted?.many ?? 0) >= SCHEDULES_PER_SHOP) throw new Refusal('TooManyRequests', { why: 'schedules' })
  const id = await insertSchedule(db, scope, { type, format, frequency, recipients, by: caller.userId, now })
  audit({ entity: 'report_schedule', entityId: id, after: { type, format, frequency, recipients: recipients.length } })
  const stored = await db.first<StoredSchedule>(
    sql`select ${storedScheduleColumns} from report_schedules s where ${thisSchedule(scope, id)}`,
  )
  if (!stored) throw new Error(`schedule of merchant ${scope.merchantId}: the insert returned no row`)
  return scheduleOf(stored)
}

/** The shop's schedules, newest first, without types that are withheld from the caller. */
export const reportScheduleList: Handler<'reportScheduleList'> = async ({ db, scope, caller }) => {
  const rows = await db.rows<StoredSchedule>(sql`select ${storedScheduleColumns} from report_schedules s
    where ${inScope(scope, 's')} and s.type = any(${typesFor(caller)}) order by s.created_at desc, s.id desc`)
  return rows.map(scheduleOf)
}

/** Deletes a schedule; its reports stay. Refuses with PermissionDenied a type that is withheld from the caller. */
export const reportScheduleDelete: Handler<'reportScheduleDelete'> = async ({ db, scope, caller, params, audit }) => {
  const id = idFrom(params.scheduleId)
  const gone = await db.first<Pick<StoredSchedule, 'type' | 'frequency'>>(
    sql`delete from report_schedules s where ${thisSchedule(scope, id)} returning s.type, s.frequency`,
  )
  if (!gone) throw notFound(params.scheduleId)
  assertMayHave(caller, gone.type)
  await db.run(sql`delete from report_queue d where ${inScope(scope, 'd')} and d.object_id = ${id} and d.kind = 'run'`)
  audit({ entity: 'report_schedule', entityId: id, before: gone })
  return undefined
}
