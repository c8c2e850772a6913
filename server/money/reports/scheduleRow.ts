import type { ReportSchedule } from '#contract/money/reports'
import type { LocalDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** A schedule as the database keeps it. */
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

/** Its columns, over `s`; the last run is the last report that it asked for. */
export const storedScheduleColumns: Sql = sql`s.id, s.type, s.format, s.frequency, s.recipients, s.next_run_on, s.version, s.created_at,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = s.created_by) as creator,
  (select r.status from reports r where r.merchant_id = s.merchant_id and r.mode = s.mode and r.schedule_id = s.id order by r.from_on desc limit 1) as last_status`

/** What a shop's schedule is found by. */
export const thisSchedule = ({ merchantId, mode }: Scope, id: string): Sql =>
  sql`s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${id}`

/** A schedule as the contract says it. */
export const scheduleOf = (stored: StoredSchedule): ReportSchedule => ({
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
