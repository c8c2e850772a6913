import { localDate } from '#domain/platform/dates'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { taxInFiles } from '../../sales/lifecycle/taxInFiles.ts'
import { finish, type MakingServices } from './finish.ts'
import { type InvoiceEntries, makeFiles, makePackage } from './makePackage.ts'
import { type FileSets, isFileSet, isPackedFormat, readFilters } from './readRequest.ts'
import { nothingWritten, reportFile } from './reportFile.ts'
import { type StoredReport, storedReportColumns, thisReport } from './reportRow.ts'
import { sourceOf, type TableType } from './sourceOf.ts'
import { storeParts, Superseded } from './storeParts.ts'

/** Files of other rooms. */
type Papers = FileSets & { invoiceEntries: InvoiceEntries }

/**
 * Generates a report's file from the start, also after an interrupted run, and marks it as ready in one statement. No effect when it is ready, failed or
 * deleted. Throws on failure, so that the job is retried.
 */
export async function make(services: MakingServices, { merchantId, mode, reportId }: Work['report'], papers: Papers): Promise<void> {
  const scope = mintScope(merchantId, mode)
  const report = await begin(services, scope, reportId)
  if (!report) return
  try {
    const { type } = report
    if (type === 'month_package') await makePackage(services, scope, report, papers.invoiceEntries)
    else if (isFileSet(type)) await makeFiles(services, scope, { ...report, type }, papers)
    else await makeRows(services, scope, report, type)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

/** Starts a run with a new number; the parts of earlier runs are deleted. */
const begin = ({ database }: MakingServices, scope: Scope, id: string): Promise<StoredReport | undefined> =>
  database.write(scope, async (db) => {
    const report = await db.first<StoredReport>(sql`update reports r set status = 'processing', run = r.run + 1, progress = 0
      where ${thisReport(scope, id)} and r.status in ('queued', 'processing') returning ${storedReportColumns}`)
    if (report) await db.run(sql`delete from report_parts p where ${inScope(scope, 'p')} and p.report_id = ${id}`)
    return report
  })

async function makeRows(services: MakingServices, scope: Scope, report: StoredReport, type: TableType): Promise<void> {
  const { database, reportPartBytes: partBytes } = services
  const { id, run, format, version } = report
  if (format === 'zip') throw new Error(`report ${report.id} of type ${type} cannot be a zip`)
  const [from, to] = [localDate(report.from_on), localDate(report.to_on)]
  const filters = readFilters(report.filters) ?? {}
  const tax = await database.read(scope, (db) => taxInFiles(db, scope.merchantId))
  const source = sourceOf[type]({ database, scope, from, to, filters, tax })
  const counted = await database.read(scope, (db) => db.first<{ many: number }>(source.count))
  const written = nothingWritten(source)
  const pieces = reportFile(format, source, { type, version, from, to, mode: scope.mode }, written)
  const making = { database, scope, id, run, partBytes, isCompressed: isPackedFormat(format) }
  const stored = await storeParts(making, pieces, () => (100 * written.done) / Math.max(1, counted?.many ?? 0))
  const totalCents = source.total === null ? null : (written.sums.get(source.total) ?? 0n)
  await finish(services, scope, report, { ...stored, rows: written.rows, totalCents })
}
