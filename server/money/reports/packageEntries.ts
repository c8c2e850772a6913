import { createHash } from 'node:crypto'
import type { LocalDate } from '#domain/platform/dates'
import type { Mode, Scope } from '../../platform/database/scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Config } from '../../platform/config/config.ts'
import { csvFile } from '../../platform/files/csvLine.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { text } from '../../platform/calls/messages.ts'
import { journalBatches, journalColumns, type Journal } from './journalRows.ts'
import { ours } from './lineColumns.ts'
import { headingsOver } from './tableSource.ts'
import { nothingWritten, reportFile } from './reportFile.ts'
import { sourceOf } from './sourceOf.ts'

/** How the provider's invoices become files; the room of reports does not know. */
export type InvoiceEntries = (
  database: Database,
  scope: Scope,
  ids: readonly string[],
  format: 'pdf' | 'facturae',
) => AsyncIterable<ZipEntry>

/** A file of a package and the checksum of its bytes. */
export type PackedFile = { name: string; sha256: string }

export type Package = {
  database: Database
  scope: Scope
  from: LocalDate
  to: LocalDate
  version: number
  journal: Journal
  accounts: Config['journalAccounts']
  invoiceEntries: InvoiceEntries
  /** What the version before held; null for the first. */
  earlier: PackedFile[] | null
}

/**
 * The files of a month for the accountant: invoices on paper and electronic, settlements and their lines, entries; last a manifest with checksums,
 * totals, and what changed since the version before. `packed` grows as they are written.
 */
export async function* packageEntries(wanted: Package, packed: PackedFile[]): AsyncGenerator<ZipEntry> {
  const { database, scope, from, journal } = wanted
  const invoices = await database.read(scope, (db) =>
    db.rows<{ id: string; total: bigint }>(
      sql`select i.id, i.total_cents as total from invoices i where ${ours(sql`i`, scope)} and i.period_from = ${from}::date order by i.issued_on, i.number`,
    ),
  )
  const ids = invoices.map(({ id }) => id)
  const folder = text('reports.file.package.invoices')
  for (const format of ['pdf', 'facturae'] as const)
    for await (const entry of wanted.invoiceEntries(database, scope, ids, format))
      yield noted({ ...entry, name: `${folder}/${entry.name}` }, packed)
  yield noted(sheet('settlements', wanted), packed)
  yield noted(sheet('reconciliation', wanted), packed)
  const entries = csvFile(journalColumns, headingsOver(journalColumns), journalBatches(journal, wanted.accounts))
  yield noted({ name: nameIn(scope.mode, text('reports.file.package.journal')), isPacked: false, pieces: entries }, packed)
  const invoicedCents = invoices.reduce((sum, { total }) => sum + Number(total), 0)
  yield { name: 'manifest.json', isPacked: false, pieces: once(() => manifest(wanted, packed, invoicedCents)) }
}

const nameIn = (mode: Mode, name: string) => `${mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : ''}${name}.csv`

function sheet(type: 'settlements' | 'reconciliation', { database, scope, from, to, version }: Package): ZipEntry {
  const source = sourceOf[type]({ database, scope, from, to, filters: {} })
  const pieces = reportFile('csv', source, { type, version, from, to, mode: scope.mode }, nothingWritten(source))
  return { name: nameIn(scope.mode, text(`reports.file.slug.${type}`)), isPacked: false, pieces }
}

/** The same file, its checksum noted once it is written. */
function noted({ name, isPacked, pieces }: ZipEntry, packed: PackedFile[]): ZipEntry {
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

async function* once(made: () => string): AsyncGenerator<string> {
  yield made()
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

/** Which files the version before did not have, had with other bytes, or had alone. */
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
