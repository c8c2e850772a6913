import { formatDate, localDate } from '#domain/platform/dates'
import { REPORT_KEPT_DAYS } from '#domain/money/report'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { csvAmount } from '../../platform/files/csvLine.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { isFileSet } from './fileSets.ts'
import type { MakingServices } from './make.ts'
import type { PackedFile } from './packageEntries.ts'
import { thisReport, type StoredReport } from './reportRow.ts'
import { Superseded, type Stored } from './storeParts.ts'

type Finished = Stored & { rows: number; totalCents: bigint | null; contents?: PackedFile[] }

/**
 * Calls a report ready, tells who asked for it, and queues the letters, in one transaction. Rejects with Superseded when this beginning is not
 * the report's last.
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
      sql`insert into report_dues (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${id}, 'expiry', ${expiresAt})`,
    )
    await tell(db, scope, report, { type: 'report_ready', level: 'success', now })
    for (const recipient of recipients.keys()) await services.jobs.send(db, 'report_letter', { merchantId, mode, reportId: id, recipient })
  })
}

/** Says that a report will not come, and why; what was written of it goes. Does nothing when it is ready or gone. */
export async function fail(
  services: Pick<MakingServices, 'database' | 'now'>,
  scope: Scope,
  id: string,
  why: { problem: 'failed' } | { problem: 'missing'; missing: StoredReport['missing'] },
): Promise<void> {
  const missing = 'missing' in why ? why.missing : []
  await services.database.write(scope, async (db) => {
    const report =
      await db.first<StoredReport>(sql`update reports r set status = 'failed', problem = ${why.problem}, missing = ${missing}, failed_at = ${services.now()}
      where ${thisReport(scope, id)} and r.status in ('queued', 'processing') returning r.type, r.from_on, r.to_on, r.created_by, r.schedule_id`)
    if (!report) return
    await db.run(
      sql`delete from report_parts p where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.report_id = ${id}`,
    )
    const type = why.problem === 'missing' ? 'report_missing' : 'report_failed'
    const what = missing.map((one) => text(`reports.file.missing.${one}`)).join(', ')
    await tell(db, scope, report, { type, level: 'error', now: services.now(), ...(what ? { missing: what } : {}) })
  })
}

/** How many rows or files, and how much, stand in the file's name, as in its last line. */
function nameOf({ name, type }: StoredReport, { rows, totalCents }: Finished): string {
  const counted = text(isFileSet(type) ? 'reports.file.countedFiles' : 'reports.file.counted', { name, count: rows })
  return totalCents === null ? counted : text('reports.file.summed', { name: counted, total: csvAmount(String(totalCents)) })
}

type Telling = { type: string; level: 'success' | 'error'; now: Date; missing?: string }

/** Tells the one who asked for it, or who set up its schedule. */
async function tell(
  db: Connection,
  scope: Scope,
  { type, from_on, to_on, created_by, schedule_id }: Pick<StoredReport, 'type' | 'from_on' | 'to_on' | 'created_by' | 'schedule_id'>,
  { type: notice, level, now, missing }: Telling,
): Promise<void> {
  const userId = created_by ?? (schedule_id === null ? undefined : await creatorOf(db, scope, schedule_id))
  const days = { from: formatDate(localDate(from_on)), to: formatDate(localDate(to_on)) }
  const report = text('reports.file.title', { what: text(`reports.type.${type}`), ...days })
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: notice,
    level,
    values: [{ key: 'report', value: report }, ...(missing === undefined ? [] : [{ key: 'missing', value: missing }])],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/reports${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    ...(userId === undefined ? {} : { userId }),
    now,
  })
}

async function creatorOf(db: Connection, { merchantId, mode }: Scope, scheduleId: string): Promise<string | undefined> {
  const schedule = await db.first<{ created_by: string }>(
    sql`select s.created_by from report_schedules s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${scheduleId}`,
  )
  return schedule?.created_by
}
