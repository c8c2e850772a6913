import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleInvoiceMonths } from '#contract/provider/moneyInvoices'
import { monthOf } from '#domain/money/invoice'
import { madridDay } from '#domain/platform/dates'
import { wholeColumns, type WholeInvoice } from '../../money/invoices/invoiceRow.ts'
import { type RecordWithInvoice, recordsXml } from '../../money/invoices/recordXml.ts'
import type { StoredRecord } from '../../money/invoices/writeRecord.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Verifactu } from '../../platform/config/invoicingConfig.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type ZipEntry, zipFile } from '../../platform/files/zipFile.ts'
import { dayOf } from './moneyRows.ts'

/** What the console shows of the register; null: no invoice was ever entered. */
export async function readRegister(db: Connection): Promise<AnswerOf<typeof consoleInvoiceMonths>['register']> {
  const last = await db.first<{ records: string; last_number: string | null; last_recorded_at: Date | null }>(
    sql`select sum(last_sequence) over () as records, last_number, last_recorded_at from invoice_record_chains where last_sequence > 0 order by last_recorded_at desc limit 1`,
  )
  return last ? { records: Number(last.records), lastNumber: last.last_number, lastAt: last.last_recorded_at?.toISOString() ?? null } : null
}

/** The format's most. */
const recordsPerFile = 1_000
/** A user's id for reading an invoice without a user. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** A record, and the number and day of the one before. */
type Row = StoredRecord & { before_number: string | null; before_issued_on: string | null }

/** The day by which a record is found: that of its invoice, or that of an annulment. */
const dayOfRecord = sql`case r.kind when 'annulment' then (r.recorded_at at time zone 'Europe/Madrid')::date else r.issued_on end`

/** The next records after one, of the invoices issued and the records annulled between two days. */
const nextRecords = (database: Database, from: string, to: string, after: Row | undefined): Promise<Row[]> =>
  database.read(null, (db) =>
    db.rows<Row>(sql`select r.*, b.invoice_number as before_number, b.issued_on as before_issued_on
      from invoice_records r left join invoice_records b on b.issuer_tax_id = r.issuer_tax_id and b.sequence = r.sequence - 1
      where ${dayOfRecord} between ${from}::date and ${to}::date and (r.issuer_tax_id, r.sequence) > (${after?.issuer_tax_id ?? ''}, ${after?.sequence ?? 0n}::bigint)
      order by r.issuer_tax_id, r.sequence limit ${recordsPerFile}`),
  )

/** A record's invoice, read in its shop's scope. */
async function withInvoice(database: Database, row: Row): Promise<RecordWithInvoice> {
  const scope = mintScope(row.merchant_id, 'live')
  const invoice = await database.read(scope, (db) =>
    db.first<WholeInvoice>(
      sql`select ${wholeColumns(anybody)} from invoices i where i.merchant_id = ${scope.merchantId} and i.mode = 'live' and i.id = ${row.invoice_id}`,
    ),
  )
  if (!invoice) throw new Error(`register: the invoice ${row.invoice_id} of record ${row.sequence} not found`)
  const before =
    row.before_number === null || row.before_issued_on === null ? null : { number: row.before_number, issuedOn: row.before_issued_on }
  return { record: row, invoice, before }
}

async function* files(database: Database, { from, to, system }: { from: string; to: string; system: Verifactu }): AsyncGenerator<ZipEntry> {
  let last: Row | undefined
  for (;;) {
    const rows = await nextRecords(database, from, to, last)
    const [first] = rows
    if (!first) return
    // A file is of one issuer.
    const own = rows.filter((row) => row.issuer_tax_id === first.issuer_tax_id)
    last = own.at(-1)
    const records: RecordWithInvoice[] = []
    for (const row of own) records.push(await withInvoice(database, row))
    const issuer = { name: records[0]?.invoice.issuer.name ?? '', taxId: first.issuer_tax_id }
    const name = `${text('invoices.file.registerName', { first: String(first.sequence), last: String(last?.sequence ?? first.sequence) })}.xml`
    yield { name, isPacked: false, pieces: once(recordsXml(issuer, records, system)) }
  }
}

async function* once(piece: string): AsyncGenerator<string> {
  yield piece
}

/** The records of the invoices of a month, or of all, as a zip of files for the tax office. It is sent by nobody but who downloads it. */
export const consoleInvoiceRegister: ConsoleHandler<'consoleInvoiceRegister'> = async ({ query, services, now, audit }) => {
  const system = services.config.invoicing.verifactu
  if (system === null) throw new Refusal('ProviderActionNotAllowed')
  const month = query.month === undefined ? undefined : monthOf(dayOf(query.month, 'month'))
  const { from, to } = month ?? { from: '2000-01-01', to: madridDay(now) }
  audit({ entity: '', entityId: '', after: { from, to } })
  return {
    download: zipFile(files(services.database, { from, to, system })),
    fileName: `${text('invoices.file.registerName', { first: from, last: to })}.zip`,
    mediaType: 'application/zip',
  }
}
