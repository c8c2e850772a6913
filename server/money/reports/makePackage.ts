import { createHash } from 'node:crypto'
import { localDate, type LocalDate, startOfNextMadridDay } from '#domain/platform/dates'
import { text } from '../../platform/calls/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { csvFile } from '../../platform/files/csvLine.ts'
import { type ZipEntry, zipFile } from '../../platform/files/zipFile.ts'
import { fail, finish, type MakingServices, type PackedFile } from './finish.ts'
import { type Journal, journalBatches, journalColumns, readJournal } from './journalRows.ts'
import { storeParts } from './storeParts.ts'
import { type FileSets, type FileSetType, readFileChoice } from './readRequest.ts'
import { nothingWritten, reportFile } from './reportFile.ts'
import type { StoredReport } from './reportRow.ts'
import { taxInFiles } from '../../sales/lifecycle/taxInFiles.ts'
import { headingsOver } from './rowSource.ts'
import { sourceOf } from './sourceOf.ts'

/** Generates one zip of a shop's documents. Its rows are the files; their number is known before they are read. */
export async function makeFiles<T extends FileSetType>(
  services: MakingServices,
  scope: Scope,
  report: StoredReport & { type: T },
  sets: FileSets,
): Promise<void> {
  const { id, run, type } = report
  const choice = readFileChoice(type, report.filters)
  if (!choice) throw new Error(`report ${report.id} of type ${type} has invalid filters`)
  const days = { from: localDate(report.from_on), to: localDate(report.to_on) }
  const { count, entries } = await sets[type](services, scope, { ...choice, ...days })
  let papers = 0
  const watched = async function* (): AsyncGenerator<ZipEntry> {
    for await (const entry of entries) {
      if (!entry.isList) papers += 1
      yield entry
    }
  }
  const making = { database: services.database, scope, id, run, partBytes: services.reportPartBytes, isCompressed: false }
  const stored = await storeParts(making, zipFile(watched()), () => (100 * papers) / Math.max(1, count))
  await finish(services, scope, report, { ...stored, rows: papers, totalCents: null })
}

/**
 * What a month's package still lacks: the month must have ended with all settlements created and, except in test mode, its invoice issued or not
 * needed.
 */
async function packageLacks(database: Database, scope: Scope, to: LocalDate, now: Date): Promise<StoredReport['missing']> {
  if (now < startOfNextMadridDay(to)) return ['month_end']
  const turns = await database.read(null, (db) =>
    db.first<{ settled: boolean | null; invoiced: boolean | null }>(
      sql`select (select t.settled_until >= ${to}::date from settlement_runs t where ${inScope(scope, 't')}) as settled,
        (select t.invoiced_until >= ${to}::date from invoice_runs t where t.merchant_id = ${scope.merchantId}) as invoiced`,
    ),
  )
  if (turns?.settled !== true) return ['month_end']
  return scope.mode === 'live' && turns.invoiced !== true ? ['invoice'] : []
}

/** Generates the files of invoices; passed in by the invoices room. */
export type InvoiceEntries = (
  services: MakingServices,
  scope: Scope,
  ids: readonly string[],
  format: 'pdf' | 'facturae',
) => AsyncIterable<ZipEntry>

type Package = {
  services: MakingServices
  scope: Scope
  from: LocalDate
  to: LocalDate
  version: number
  journal: Journal
  /** The name of the tax on fees. */
  tax: string
  invoiceEntries: InvoiceEntries
  /** The files of the previous version; null for the first. */
  earlier: PackedFile[] | null
}

/**
 * The files of a month for the accountant: invoices (PDF and electronic), settlements and their lines, accounting entries; last a manifest with checksums,
 * totals, and the changes since the previous version. `packed` grows as they are written.
 */
async function* packageEntries(source: Package, packed: PackedFile[]): AsyncGenerator<ZipEntry> {
  const { services, scope, from, journal } = source
  const invoices = await services.database.read(scope, (db) =>
    db.rows<{ id: string; total: bigint }>(
      sql`select i.id, i.total_cents as total from invoices i where ${inScope(scope, 'i')} and i.period_from = ${from}::date order by i.issued_on, i.number`,
    ),
  )
  const ids = invoices.map(({ id }) => id)
  const folder = text('reports.file.package.invoices')
  for (const format of ['pdf', 'facturae'] as const)
    for await (const entry of source.invoiceEntries(services, scope, ids, format))
      yield withChecksum({ ...entry, name: `${folder}/${entry.name}` }, packed)
  yield withChecksum(sheet('settlements', source), packed)
  yield withChecksum(sheet('reconciliation', source), packed)
  const entries = csvFile(
    journalColumns,
    headingsOver(journalColumns, source.tax),
    journalBatches(journal, { accounts: services.config.journalAccounts, tax: source.tax }),
  )
  yield withChecksum({ name: nameIn(scope.mode, text('reports.file.package.journal')), isPacked: false, pieces: entries }, packed)
  const invoicedCents = invoices.reduce((sum, { total }) => sum + Number(total), 0)
  yield { name: 'manifest.json', isPacked: false, pieces: once(() => manifest(source, packed, invoicedCents)) }
}

const nameIn = (mode: Mode, name: string) => `${mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : ''}${name}.csv`

function sheet(type: 'settlements' | 'reconciliation', { services: { database }, scope, from, to, version, tax }: Package): ZipEntry {
  const source = sourceOf[type]({ database, scope, from, to, filters: {}, tax })
  const pieces = reportFile('csv', source, { type, version, from, to, mode: scope.mode }, nothingWritten(source))
  return { name: nameIn(scope.mode, text(`reports.file.slug.${type}`)), isPacked: false, pieces }
}

/** The same file; its checksum is added to `packed` once it is written. */
function withChecksum({ name, isPacked, pieces }: ZipEntry, packed: PackedFile[]): ZipEntry {
  const hashed = async function* () {
    const hash = createHash('sha256')
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
    packed.push({ name, sha256: hash.digest('hex') })
  }
  return { name, isPacked, pieces: hashed() }
}

async function* once(content: () => string): AsyncGenerator<string> {
  yield content()
}

function manifest({ from, to, scope, journal, earlier, version }: Package, packed: PackedFile[], invoicedCents: number): string {
  const { totals, entries } = journal
  const changes = earlier === null ? null : changesSince(earlier, packed)
  const charged = { fees_amount: totals.fees, vat_amount: totals.vat, interest_amount: totals.interest }
  const facts = { from, to, mode: scope.mode, zone: 'Europe/Madrid', currency: 'EUR', amounts: 'cents', columns_version: version }
  const sums = {
    settlements: entries.length,
    gross_amount: -totals.customers,
    ...charged,
    paid_amount: totals.bank,
    invoiced_amount: invoicedCents,
  }
  return `${JSON.stringify({ package: facts, totals: sums, files: packed, changes }, null, 2)}\n`
}

/** Files added, changed and removed since the previous version. */
export function changesSince(
  earlier: readonly PackedFile[],
  now: readonly PackedFile[],
): { added: string[]; changed: string[]; removed: string[] } {
  const before = new Map(earlier.map(({ name, sha256 }) => [name, sha256]))
  const names = new Set(now.map(({ name }) => name))
  return {
    added: now.filter(({ name }) => !before.has(name)).map(({ name }) => name),
    changed: now.filter(({ name, sha256 }) => before.has(name) && before.get(name) !== sha256).map(({ name }) => name),
    removed: earlier.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  }
}

/** Generates a month's package, or fails with what it lacks. A ready package never changes: a later one of the month is a new version. */
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
  const [journal, versions, tax] = await Promise.all([
    readJournal(database, scope, { from, to }),
    earlierVersions(services, scope, from),
    database.read(scope, (db) => taxInFiles(db, scope.merchantId)),
  ])
  const packed: PackedFile[] = []
  const earlier = versions.at(-1)?.contents ?? null
  const source = {
    services,
    scope,
    from,
    to,
    version: report.version,
    journal,
    tax,
    invoiceEntries,
    earlier,
  }
  const making = { database, scope, id: report.id, run: report.run, partBytes: services.reportPartBytes, isCompressed: false }
  const stored = await storeParts(making, zipFile(packageEntries(source, packed)), () => 50)
  const name =
    versions.length === 0 ? report.name : text('reports.file.package.version', { name: report.name, version: versions.length + 1 })
  const rows = journal.entries.reduce((sum, { lines }) => sum + lines.length, 0)
  await finish(services, scope, { ...report, name }, { ...stored, rows, totalCents: BigInt(journal.totals.bank), contents: packed })
}

/** Earlier packages of the same month, oldest first. */
const earlierVersions = ({ database }: MakingServices, scope: Scope, from: string): Promise<{ contents: PackedFile[] }[]> =>
  database.read(scope, (db) =>
    db.rows(sql`select r.contents from reports r where ${inScope(scope, 'r')} and r.type = 'month_package' and r.from_on = ${from}::date
      and r.contents is not null order by r.ready_at`),
  )
