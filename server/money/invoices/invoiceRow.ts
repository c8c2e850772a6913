import type { Invoice, InvoiceRow } from '#contract/money/invoices'
import { invoiceNumber, type InvoiceConcept } from '#domain/money/invoice'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Named = { id: string; series: string; year: number; number: number }
type Linked = Named & { issued_on: string }

/** An invoice's row; amounts in cents. */
export type StoredInvoice = Named & {
  kind: InvoiceRow['kind']
  issued_on: string
  period_from: string
  period_to: string
  base_cents: bigint
  vat_cents: bigint
  exempt_cents: bigint
  total_cents: bigint
  iban_last4: string | null
  rectifies: Linked[]
  rectified_by: Linked[]
  downloaded_at: Date | null
}

const linked = (
  of: Sql,
): Sql => sql`(select coalesce(json_agg(json_build_object('id', o.id, 'series', o.series, 'year', o.year, 'number', o.number, 'issued_on', o.issued_on)
    order by o.issued_on, o.number), '[]') from invoice_rectifications r join invoices o on o.merchant_id = r.merchant_id and o.mode = r.mode and ${of}
    where r.merchant_id = i.merchant_id and r.mode = i.mode`

/** Its columns, of `i`, for one user. */
export const invoiceColumns = (
  userId: string,
): Sql => sql`i.id, i.series, i.year, i.number, i.kind, i.issued_on, i.period_from, i.period_to, i.base_cents, i.vat_cents,
  i.exempt_cents, i.total_cents, i.iban_last4, ${linked(sql`o.id = r.rectified_id`)} and r.invoice_id = i.id) as rectifies,
  ${linked(sql`o.id = r.invoice_id`)} and r.rectified_id = i.id) as rectified_by,
  (select d.downloaded_at from invoice_downloads d where d.merchant_id = i.merchant_id and d.mode = i.mode and d.invoice_id = i.id and d.user_id = ${userId}) as downloaded_at`

export const numberOf = ({ series, year, number }: Named): string => invoiceNumber(series, year, number)
const named = (one: Named) => ({ id: hexOf(one.id), number: numberOf(one) })

/** A row of the list, in the contract's shape. */
export const rowOf = (stored: StoredInvoice): InvoiceRow => ({
  id: hexOf(stored.id),
  number: numberOf(stored),
  kind: stored.kind,
  status: stored.rectified_by.length > 0 ? 'rectified' : 'issued',
  issuedOn: stored.issued_on,
  periodFrom: stored.period_from,
  periodTo: stored.period_to,
  baseAmount: Number(stored.base_cents),
  vatAmount: Number(stored.vat_cents),
  exemptAmount: Number(stored.exempt_cents),
  totalAmount: Number(stored.total_cents),
  ibanLast4: stored.iban_last4,
  rectifies: stored.rectifies.map(named),
  rectifiedBy: stored.rectified_by.map(named),
  downloadedAt: stored.downloaded_at?.toISOString() ?? null,
})

/** An invoice with its details; a recipient who is a person has separate names. */
export type WholeInvoice = StoredInvoice & {
  exemption: string | null
  issuer: Invoice['issuer']
  recipient: Invoice['recipient']
  recipient_first_name: string | null
  recipient_last_name: string | null
  lines: {
    concept: InvoiceConcept
    tax_territory: TaxTerritory
    vat_bps: number | null
    line_count: number
    base_cents: number
    vat_cents: number
  }[]
  settlements: { id: string; reference: string; value_on: string }[]
  /** The period of the invoices that a rectifying one rectifies; null for others. */
  rectified_from: string | null
  rectified_to: string | null
  created_at: Date
  /** Whether it is entered in the register of invoices (RD 1007/2023), and its record not annulled. */
  is_recorded: boolean
}

const party = (side: 'issuer' | 'recipient'): Sql =>
  side === 'issuer'
    ? sql`json_build_object('name', i.issuer_name, 'taxId', i.issuer_tax_id, 'address', i.issuer_address, 'postcode', i.issuer_postcode, 'city', i.issuer_city,
        'province', i.issuer_province, 'country', i.issuer_country)`
    : sql`json_build_object('name', i.recipient_name, 'taxId', i.recipient_tax_id, 'address', i.recipient_address, 'postcode', i.recipient_postcode, 'city', i.recipient_city,
        'province', i.recipient_province, 'country', i.recipient_country)`

/** All columns of invoice `i`, with its lines and settlements. */
export const wholeColumns = (
  userId: string,
): Sql => sql`${invoiceColumns(userId)}, i.exemption, i.created_at, (select count(*) from invoice_records k where k.merchant_id = i.merchant_id and k.invoice_id = i.id) = 1 as is_recorded, i.recipient_first_name, i.recipient_last_name,
  ${party('issuer')} as issuer, ${party('recipient')} as recipient,
  (select json_agg(json_build_object('concept', l.concept, 'tax_territory', l.tax_territory, 'vat_bps', l.vat_bps, 'line_count', l.line_count, 'base_cents', l.base_cents, 'vat_cents', l.vat_cents) order by l.position)
    from invoice_lines l where l.merchant_id = i.merchant_id and l.mode = i.mode and l.invoice_id = i.id) as lines,
  (select json_agg(json_build_object('id', s.id, 'reference', s.reference, 'value_on', s.value_on) order by s.value_on)
    from settlements s where s.merchant_id = i.merchant_id and s.mode = i.mode and s.invoice_id = i.id) as settlements,
  (select min(o.period_from) from invoice_rectifications r join invoices o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.rectified_id
    where r.merchant_id = i.merchant_id and r.mode = i.mode and r.invoice_id = i.id) as rectified_from,
  (select max(o.period_to) from invoice_rectifications r join invoices o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.rectified_id
    where r.merchant_id = i.merchant_id and r.mode = i.mode and r.invoice_id = i.id) as rectified_to`

/** A whole invoice, in the contract's shape. */
export const invoiceOf = (stored: WholeInvoice): Invoice => ({
  ...rowOf(stored),
  issuer: stored.issuer,
  recipient: stored.recipient,
  exemption: stored.exemption,
  lines: stored.lines.map((line) => ({
    concept: line.concept,
    count: line.line_count,
    baseAmount: line.base_cents,
    taxTerritory: line.tax_territory,
    vatRate: line.vat_bps,
    vatAmount: line.vat_cents,
    totalAmount: line.base_cents + line.vat_cents,
  })),
  settlements: stored.settlements.map(({ id, reference, value_on }) => ({ id: hexOf(id), reference, valueOn: value_on })),
})
