import { formatDate, localDate } from '#domain/platform/dates'
import { REPORT_KEPT_DAYS } from '#domain/money/report'
import { queueWebhooks } from '../../merchants/notices/queueWebhooks.ts'
import { notify } from '../../merchants/notices/notify.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { csvAmount } from '../../platform/files/csvLine.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { type Stored, Superseded } from './storeParts.ts'
import { isFileSet } from './readRequest.ts'
import { queuePackageEmails } from './packageEmail.ts'
import { queueReportEmails } from './reportEmail.ts'
import { type StoredReport, thisReport } from './reportRow.ts'

/** A file of a package and its checksum. */
export type PackedFile = { name: string; sha256: string }

/** Dependencies of `make`. */
export type MakingServices = Pick<Services, 'database' | 'now' | 'reportPartBytes'> & {
  config: Pick<Services['config'], 'journalAccounts' | 'brand' | 'invoicing'>
}

type Finished = Stored & { rows: number; totalCents: bigint | null; contents?: PackedFile[] }

/**
 * Marks a report as ready, notifies its requester, and queues the e-mails, in one transaction. Rejects with Superseded when this run is not the report's
 * latest.
 */
export async function finish(services: MakingServices, scope: Scope, report: StoredReport, finished: Finished): Promise<void> {
  const { merchantId, mode } = scope
  const { id, run, recipients } = report
  const { rows, sizeBytes, checksum, parts, contents } = finished
  const now = services.now()
  const expiresAt = new Date(now.getTime() + REPORT_KEPT_DAYS * 86_400_000)
  await services.database.write(scope, async (db) => {
    const done =
      await db.run(sql`update reports r set status = 'ready', progress = 100, name = ${nameOf(report, finished)}, rows = ${rows}, size_bytes = ${sizeBytes},
        checksum = ${checksum}, parts = ${parts}, contents = ${contents === undefined ? null : JSON.stringify(contents)}::jsonb, ready_at = ${now}, expires_at = ${expiresAt}
      where ${thisReport(scope, id)} and r.run = ${run} and r.status = 'processing'`)
    if (done === 0) throw new Superseded('the report is no longer ours to finish')
    await db.run(
      sql`insert into report_queue (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${id}, 'expiry', ${expiresAt})`,
    )
    await notifyRequester(db, scope, report, { type: 'report_ready', level: 'success', now })
    const file = { rows, sha256: checksum.toString('hex'), expires_at: expiresAt.toISOString() }
    queueWebhooks(db, scope, { type: 'report.ready', at: now, data: { ...aboutReport(report), ...file } })
    queueReportEmails(db, scope, { reportId: id, recipients: recipients.length, now })
    if (report.type === 'month_package' && report.schedule_id !== null) queuePackageEmails(db, scope, { reportId: id, now })
  })
}

/** Marks a report as failed, with the reason, and deletes its parts. No effect when it is ready or deleted. */
export async function fail(
  services: Pick<MakingServices, 'database' | 'now'>,
  scope: Scope,
  id: string,
  why: { problem: 'failed' } | { problem: 'missing'; missing: StoredReport['missing'] },
): Promise<void> {
  const missing = 'missing' in why ? why.missing : []
  const now = services.now()
  await services.database.write(scope, async (db) => {
    const report =
      await db.first<Requested>(sql`update reports r set status = 'failed', problem = ${why.problem}, missing = ${missing}, failed_at = ${now}
      where ${thisReport(scope, id)} and r.status in ('queued', 'processing') returning r.id, r.type, r.format, r.from_on, r.to_on, r.created_by, r.schedule_id`)
    if (!report) return
    await db.run(sql`delete from report_parts p where ${inScope(scope, 'p')} and p.report_id = ${id}`)
    const type = why.problem === 'missing' ? 'report_missing' : 'report_failed'
    await notifyRequester(db, scope, report, { type, level: 'error', now, missing })
    queueWebhooks(db, scope, { type: 'report.failed', at: now, data: { ...aboutReport(report), problem: why.problem, missing } })
  })
}

/** A report in the body of its webhook event. */
const aboutReport = ({ id, schedule_id, type, format, from_on, to_on }: Requested) => ({
  report_id: hexOf(id),
  schedule_id: schedule_id && hexOf(schedule_id),
  type,
  format,
  from: from_on,
  to: to_on,
})

/** The file's name, with the number of rows or files and the total, as in its last line. */
function nameOf({ name, type }: StoredReport, { rows, totalCents }: Finished): string {
  const counted = text(isFileSet(type) ? 'reports.file.countedFiles' : 'reports.file.counted', { name, count: rows })
  return totalCents === null ? counted : text('reports.file.summed', { name: counted, total: csvAmount(String(totalCents)) })
}

/** For whom a report was made, and about what. */
type Requested = Pick<StoredReport, 'id' | 'type' | 'format' | 'from_on' | 'to_on' | 'created_by' | 'schedule_id'>

type Notification = { type: string; level: 'success' | 'error'; now: Date; missing?: StoredReport['missing'] }

/** Notifies the requester, or the creator of the schedule. */
async function notifyRequester(
  db: Connection,
  scope: Scope,
  { type, from_on, to_on, created_by, schedule_id }: Requested,
  { type: notice, level, now, missing = [] }: Notification,
): Promise<void> {
  const userId = created_by ?? (schedule_id === null ? undefined : await creatorOf(db, scope, schedule_id))
  const days = { from: formatDate(localDate(from_on)), to: formatDate(localDate(to_on)) }
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: notice,
    level,
    values: [
      { key: 'report', said: [{ of: `reports.type.${type}` }, { of: 'reports.notice.days', values: days }] },
      ...(missing.length === 0 ? [] : [{ key: 'missing', said: missing.map((one) => ({ of: `reports.notice.missing.${one}` })) }]),
    ],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/reports${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    ...(userId === undefined ? {} : { userId }),
    now,
  })
}

async function creatorOf(db: Connection, scope: Scope, scheduleId: string): Promise<string | undefined> {
  const schedule = await db.first<{ created_by: string }>(
    sql`select s.created_by from report_schedules s where ${inScope(scope, 's')} and s.id = ${scheduleId}`,
  )
  return schedule?.created_by
}

/** Called when the job has failed for good: marks the report as failed and deletes its parts. */
export const onReportFailed = (
  services: Pick<Services, 'database' | 'now'>,
  { merchantId, mode, reportId }: Work['report'],
): Promise<void> => fail(services, mintScope(merchantId, mode), reportId, { problem: 'failed' })
