import { pageSize } from '#contract/platform/page'
import { REPORTS_UNDER_WAY } from '#domain/money/report'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readParts, readRequest } from './readRequest.ts'
import { assertMayHave, readReport, reportOf, statusOf, type StoredReport, storedReportColumns, thisReport, typesFor } from './reportRow.ts'
import { queueReport } from './schedules.ts'

const retryAfterSeconds = 15

/**
 * Requests a report, generated in the background. Refuses with TooManyRequests while the maximum number is in progress, and with PermissionDenied a type
 * that is withheld from the caller.
 */
export const reportCreate: Handler<'reportCreate'> = async ({ db, scope, body, caller, services, now, audit }) => {
  const { from, to, recipients } = readRequest(body)
  const { type, format, filters } = body
  assertMayHave(caller, type)
  await assertRoom(db, scope)
  const order = { type, format, filters, recipients, from, to, by: { userId: caller.userId } }
  const id = await queueReport(db, scope, order, { jobs: services.jobs, now })
  audit({
    entity: 'report',
    entityId: id,
    after: { type, format, from, to, filters: filters.map(({ key }) => key), recipients: recipients.length },
  })
  return reportOf(await readReport(db, { scope, caller }, hexOf(id)), now)
}

/** Checks the limit under a lock. Scheduled reports do not count, so that they never block users. */
async function assertRoom(db: Connection, scope: Scope): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reports/${scope.merchantId}/${scope.mode}`}, 0))`)
  const counted = await db.first<{ many: number }>(sql`select count(*)::integer as many from reports r
    where ${inScope(scope, 'r')} and r.status in ('queued', 'processing') and r.schedule_id is null`)
  if ((counted?.many ?? 0) >= REPORTS_UNDER_WAY) throw new Refusal('TooManyRequests', { why: 'reports', retryAfterSeconds })
}

/** The shop's reports, newest first, without types that are withheld from the caller. */
export const reportList: Handler<'reportList'> = async ({ db, scope, caller, query, now }) => {
  const { page } = query
  const visibleReports = sql`${inScope(scope, 'r')} and r.type = any(${typesFor(caller)})`
  const [counted, rows] = await Promise.all([
    db.first<{ many: number }>(sql`select count(*)::integer as many from reports r where ${visibleReports}`),
    db.rows<StoredReport>(sql`select ${storedReportColumns} from reports r where ${visibleReports}
      order by r.created_at desc, r.id desc offset ${(page - 1) * pageSize} limit ${pageSize}`),
  ])
  const pages = Math.max(1, Math.ceil((counted?.many ?? 0) / pageSize))
  return { results: rows.map((row) => reportOf(row, now)), current: page, total: pages, next: page < pages ? page + 1 : null }
}

/** One report and its progress. */
export const reportDetail: Handler<'reportDetail'> = async ({ db, scope, caller, params, now }) =>
  reportOf(await readReport(db, { scope, caller }, params.reportId), now)

/** Deletes a report and its file. A run in progress stops, because it finds no row to write to. */
export const reportDelete: Handler<'reportDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { id, type, status, name } = await readReport(db, { scope, caller }, params.reportId)
  await db.run(sql`delete from reports r where ${thisReport(scope, id)}`)
  await db.run(sql`delete from report_queue d where ${inScope(scope, 'd')} and d.object_id = ${id} and d.kind = 'expiry'`)
  audit({ entity: 'report', entityId: id, before: { type, status, name } })
  return undefined
}

const mediaTypes: Readonly<Record<StoredReport['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
}

/** Downloads a ready report's file, or the rest of it after an interrupted download. Refuses with ReportNotReady before it is ready and after it has expired. */
export const reportDownload: Handler<'reportDownload'> = async (call) => {
  const { services, scope, params, now } = call
  const stored = await services.database.read(scope, (db) => readReport(db, call, params.reportId))
  if (statusOf(stored, now) !== 'ready') throw new Refusal('ReportNotReady')
  await auditDownload(call, stored)
  const { checksum, size_bytes: sizeBytes } = stored
  return {
    download: readParts(services.database, scope, stored),
    ...(checksum !== null && sizeBytes !== null && { storedFile: { checksum: checksum.toString('hex'), sizeBytes: Number(sizeBytes) } }),
    fileName: `${stored.name}.${stored.format}`,
    mediaType: mediaTypes[stored.format],
  }
}

/** Audits the download before the first byte is sent. */
const auditDownload = (call: Call<'reportDownload'>, { id, type, name }: StoredReport): Promise<void> =>
  call.services.database.write(call.scope, (db) =>
    recordReading(db, call, 'reportDownload', { after: { type, name }, entity: 'report', entityId: id }),
  )
