import { localDate } from '#domain/platform/dates'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { writeRecord, type StoredRecord } from './writeRecord.ts'

/** Why a record is not annulled. */
export type NotAnnulled = 'unknown' | 'annulled'

/**
 * Annuls the record of an invoice in the register (RD 1007/2023, art. 11), in one transaction: a record of annulment at the end of its issuer's chain, and an entry of the
 * account's trail. The invoice stays as it was issued; its PDF has no QR code any more. Returns why nothing was done: there is no such record, or it is annulled already.
 */
export async function annulRecord(
  db: Connection,
  { number, reason }: { number: string; reason: string },
  { by, now }: ByProvider,
): Promise<NotAnnulled | null> {
  // Of two at once, the table's unique key refuses the second.
  const records = await db.rows<
    StoredRecord & { account_id: string }
  >(sql`select r.*, m.account_id from invoice_records r join merchants m on m.id = r.merchant_id
    where r.invoice_number = ${number} order by r.sequence`)
  const [registration] = records
  if (!registration) return 'unknown'
  if (records.length > 1) return 'annulled'
  const { merchant_id: merchantId, invoice_id: invoiceId, account_id: accountId } = registration
  const act = {
    accountId,
    merchantId,
    mode: 'live',
    call: 'operator.annul-record',
    entity: 'invoice',
    entityId: invoiceId,
    after: { number, reason },
  } as const
  await audited(db, by, act, () =>
    writeRecord(db, {
      merchantId,
      invoiceId,
      kind: 'annulment',
      issuerTaxId: registration.issuer_tax_id,
      number,
      type: registration.invoice_type,
      issuedOn: localDate(registration.issued_on),
      taxCents: Number(registration.tax_cents),
      totalCents: Number(registration.total_cents),
      now,
    }),
  )
  return null
}
