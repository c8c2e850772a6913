import { createHash } from 'node:crypto'
import { localDate } from '#domain/platform/dates'
import { hashedText, type InvoiceRecord } from '#domain/money/invoiceRecord'
import { version } from '../../platform/config/version.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** An invoice that is issued or whose record is annulled, as its record names it. */
type Issued = Omit<InvoiceRecord, 'previousHash' | 'recordedAt'> & { merchantId: string; invoiceId: string; now: Date }

/** The hash of a record. */
export const hashOf = (record: InvoiceRecord): string => createHash('sha256').update(hashedText(record)).digest('hex').toUpperCase()

/**
 * Enters a record in its issuer's register, in the transaction that issues the invoice or annuls its record. The end of the chain stays locked until the transaction ends, so that each record
 * continues from the one before and none is missing; instants never go back. The next invoice waits for it: only statements sent without waiting may follow.
 */
export async function writeRecord(db: Connection, { merchantId, invoiceId, now, ...invoice }: Issued): Promise<void> {
  const { issuerTaxId } = invoice
  const last = await db.first<{ last_sequence: bigint; last_hash: string | null; last_recorded_at: Date | null }>(sql`
    insert into invoice_record_chains as c (issuer_tax_id, last_sequence) values (${issuerTaxId}, 0)
    on conflict (issuer_tax_id) do update set last_sequence = c.last_sequence returning last_sequence, last_hash, last_recorded_at`)
  if (!last) throw new Error(`register of ${issuerTaxId}: the chain returned no row`)
  const seconds = Math.floor(Math.max(now.getTime(), last.last_recorded_at?.getTime() ?? 0) / 1_000)
  const record: InvoiceRecord = { ...invoice, previousHash: last.last_hash, recordedAt: new Date(seconds * 1_000) }
  const hash = hashOf(record)
  const sequence = Number(last.last_sequence) + 1
  db.send(sql`insert into invoice_records (issuer_tax_id, sequence, merchant_id, invoice_id, kind, invoice_number, invoice_type, issued_on, tax_cents, total_cents, previous_hash, hash, recorded_at,
      product_version)
    values (${issuerTaxId}, ${sequence}, ${merchantId}, ${invoiceId}, ${record.kind}, ${record.number}, ${record.type}, ${record.issuedOn}, ${record.taxCents}, ${record.totalCents},
      ${record.previousHash}, ${hash}, ${record.recordedAt}, ${version})`)
  db.send(sql`update invoice_record_chains set last_sequence = ${sequence}, last_hash = ${hash}, last_number = ${record.number}, last_issued_on = ${record.issuedOn},
      last_recorded_at = ${record.recordedAt} where issuer_tax_id = ${issuerTaxId}`)
}

/** A stored record. */
export type StoredRecord = {
  issuer_tax_id: string
  sequence: bigint
  merchant_id: string
  invoice_id: string
  kind: InvoiceRecord['kind']
  invoice_number: string
  invoice_type: InvoiceRecord['type']
  issued_on: string
  tax_cents: bigint
  total_cents: bigint
  previous_hash: string | null
  hash: string
  recorded_at: Date
  product_version: string
}

/** What the hash of a stored record is computed from. */
export const recordOf = (stored: StoredRecord): InvoiceRecord => ({
  kind: stored.kind,
  issuerTaxId: stored.issuer_tax_id,
  number: stored.invoice_number,
  type: stored.invoice_type,
  issuedOn: localDate(stored.issued_on),
  taxCents: Number(stored.tax_cents),
  totalCents: Number(stored.total_cents),
  previousHash: stored.previous_hash,
  recordedAt: stored.recorded_at,
})
