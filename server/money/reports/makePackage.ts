import { localDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { zipFile } from '../../platform/files/zipFile.ts'
import { text } from '../../platform/calls/messages.ts'
import { fail, finish } from './finish.ts'
import { readJournal } from './journalRows.ts'
import { ours } from './lineColumns.ts'
import type { MakingServices } from './make.ts'
import { packageEntries, type InvoiceEntries, type PackedFile } from './packageEntries.ts'
import { packageLacks } from './packageLacks.ts'
import type { StoredReport } from './reportRow.ts'
import { storeParts } from './storeParts.ts'

/** Makes a month's package, or says what it lacks. Once ready it is never written again: a later one of the month is a version of its own. */
export async function makePackage(
  services: MakingServices,
  scope: Scope,
  report: StoredReport,
  invoiceEntries: InvoiceEntries,
): Promise<void> {
  const { database } = services
  const [from, to] = [localDate(report.from_on), localDate(report.to_on)]
  const missing = await packageLacks(database, scope, to, services.now())
  if (missing.length > 0) return fail(services, scope, report.id, { problem: 'missing', missing })
  const [journal, versions] = await Promise.all([readJournal(database, scope, { from, to }), earlierVersions(services, scope, from)])
  const packed: PackedFile[] = []
  const earlier = versions.at(-1)?.contents ?? null
  const wanted = {
    database,
    scope,
    from,
    to,
    version: report.version,
    journal,
    accounts: services.config.journalAccounts,
    invoiceEntries,
    earlier,
  }
  const making = { database, scope, id: report.id, run: report.run, isPacked: false }
  const stored = await storeParts(making, zipFile(packageEntries(wanted, packed)), () => 50)
  const name =
    versions.length === 0 ? report.name : text('reports.file.package.version', { name: report.name, version: versions.length + 1 })
  const rows = journal.entries.reduce((sum, { lines }) => sum + lines.length, 0)
  await finish(services, scope, { ...report, name }, { ...stored, rows, totalCents: BigInt(journal.totals.bank), contents: packed })
}

/** Packages of the same month that were made before, the oldest first. */
const earlierVersions = ({ database }: MakingServices, scope: Scope, from: string): Promise<{ contents: PackedFile[] }[]> =>
  database.read(scope, (db) =>
    db.rows(sql`select r.contents from reports r where ${ours(sql`r`, scope)} and r.type = 'month_package' and r.from_on = ${from}::date
      and r.contents is not null order by r.ready_at`),
  )
