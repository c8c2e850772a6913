import { localDate, type LocalDate } from '#domain/platform/dates'
import { type ComposedInvoice, invoiceNumber, type Month } from '#domain/money/invoice'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Parties } from './readParties.ts'
import { writeRecord } from './writeRecord.ts'

/** An invoice without its number. */
type InvoiceFacts = {
  id: string
  month: Month
  composed: ComposedInvoice
  parties: Parties
  exemption: string | null
  series: string
  /** Whether it is entered in the register of invoices. */
  isRecorded: boolean
  now: Date
  today: LocalDate
}

/**
 * Writes the invoice with the next number of its series and year. The counter stays locked until the transaction ends, so that numbers have no gaps and
 * their dates never go back (RD 1619/2012 art. 6.1.a): only statements sent without waiting may follow.
 */
export async function writeInvoice(db: Connection, scope: Scope, facts: InvoiceFacts): Promise<{ year: number; number: number }> {
  const { merchantId, mode } = scope
  const { id, composed, series, today } = facts
  const rectified = composed.kind === 'rectifying' ? await rectifiedBy(db, scope, id) : []
  const paid = await db.first<{ iban_last4: string | null }>(sql`select s.iban_last4 from settlements s
    where ${inScope(scope, 's')} and s.invoice_id = ${id} and s.iban_last4 is not null order by s.value_on desc limit 1`)
  const year = Number(today.slice(0, 4))
  const assigned = await db.first<{ last_number: number; last_issued_on: string }>(sql`
    insert into invoice_numbers as n (series, year, last_number, last_issued_on) values (${series}, ${year}, 1, ${today})
    on conflict (series, year) do update set last_number = n.last_number + 1, last_issued_on = greatest(n.last_issued_on, excluded.last_issued_on)
    returning last_number, last_issued_on`)
  if (!assigned) throw new Error(`invoice of merchant ${scope.merchantId}: the counter returned no number`)
  const { last_number: number, last_issued_on: issuedOn } = assigned
  db.send(
    sql`insert into assigned_invoice_numbers (series, year, number, merchant_id, invoice_id, kind, issued_on, period_from, base_cents, vat_cents, exempt_cents, total_cents)
      values (${series}, ${year}, ${number}, ${merchantId}, ${id}, ${composed.kind}, ${issuedOn}, ${facts.month.from}, ${composed.baseCents}, ${composed.vatCents},
        ${composed.exemptCents}, ${composed.totalCents})`,
  )
  sendInvoice(db, scope, facts, { year, number, issuedOn, ibanLast4: paid?.iban_last4 ?? null })
  composed.lines.forEach(({ concept, territory, vatRate, count, baseCents, vatCents }, at) =>
    db.send(sql`insert into invoice_lines (merchant_id, mode, invoice_id, position, concept, tax_territory, vat_bps, line_count, base_cents, vat_cents)
      values (${merchantId}, ${mode}, ${id}, ${at + 1}, ${concept}, ${territory}, ${vatRate}, ${count}, ${baseCents}, ${vatCents})`),
  )
  sendTaxes(db, { series, year, number }, composed)
  for (const other of rectified)
    db.send(
      sql`insert into invoice_rectifications (merchant_id, mode, invoice_id, rectified_id) values (${merchantId}, ${mode}, ${id}, ${other})`,
    )
  if (facts.isRecorded)
    await writeRecord(db, {
      merchantId,
      invoiceId: id,
      kind: 'registration',
      issuerTaxId: facts.parties.issuer.taxId,
      number: invoiceNumber(series, year, number),
      type: composed.kind === 'rectifying' ? 'R1' : 'F1',
      issuedOn: localDate(issuedOn),
      taxCents: composed.vatCents,
      totalCents: composed.totalCents,
      now: facts.now,
    })
  return { year, number }
}

/** What it charges outside the peninsula, for the provider's list over all shops. */
function sendTaxes(
  db: Connection,
  { series, year, number }: { series: string; year: number; number: number },
  { lines }: Pick<ComposedInvoice, 'lines'>,
): void {
  for (const [territory, of] of Map.groupBy(lines, (line) => line.territory)) {
    if (territory === 'peninsula') continue
    const total = (some: typeof of, name: 'baseCents' | 'vatCents') => some.reduce((sum, line) => sum + line[name], 0)
    const taxed = of.filter(({ vatRate }) => vatRate !== null)
    const exempt = of.filter(({ vatRate }) => vatRate === null)
    db.send(sql`insert into assigned_invoice_taxes (series, year, number, territory, base_cents, vat_cents, exempt_cents)
      values (${series}, ${year}, ${number}, ${territory}, ${total(taxed, 'baseCents')}, ${total(taxed, 'vatCents')}, ${total(exempt, 'baseCents')})`)
  }
}

type AssignedNumber = { year: number; number: number; issuedOn: string; ibanLast4: string | null }

function sendInvoice(
  db: Connection,
  { merchantId, mode }: Scope,
  { id, month, composed, parties, exemption, series, now }: InvoiceFacts,
  { year, number, issuedOn, ibanLast4 }: AssignedNumber,
): void {
  const { issuer, recipient } = parties
  db.send(sql`insert into invoices (merchant_id, mode, id, series, year, number, kind, issued_on, period_from, period_to, base_cents, vat_cents, exempt_cents, total_cents,
      exemption, iban_last4, issuer_name, issuer_tax_id, issuer_address, issuer_postcode, issuer_city, issuer_province, issuer_country, recipient_name, recipient_first_name,
      recipient_last_name, recipient_tax_id, recipient_address, recipient_postcode, recipient_city, recipient_province, recipient_country, created_at)
    values (${merchantId}, ${mode}, ${id}, ${series}, ${year}, ${number}, ${composed.kind}, ${issuedOn}, ${month.from}, ${month.to}, ${composed.baseCents},
      ${composed.vatCents}, ${composed.exemptCents}, ${composed.totalCents}, ${exemption}, ${ibanLast4}, ${issuer.name}, ${issuer.taxId}, ${issuer.address},
      ${issuer.postcode}, ${issuer.city}, ${issuer.province}, ${issuer.country}, ${recipient.name}, ${recipient.firstName}, ${recipient.lastName}, ${recipient.taxId},
      ${recipient.address}, ${recipient.postcode}, ${recipient.city}, ${recipient.province}, ${recipient.country}, ${now})`)
}

/**
 * The invoices that this one rectifies (RD 1619/2012 art. 15.3): those with the charges that are now returned, or else the shop's last invoice. Ids, oldest first; empty
 * if the shop was never invoiced.
 */
async function rectifiedBy(db: Connection, scope: Scope, id: string): Promise<string[]> {
  const rows = await db.rows<{
    id: string
  }>(sql`select i.id from invoices i where ${inScope(scope, 'i')} and i.kind = 'invoice' and i.id in (
      select s.invoice_id from settlements own
        join settlement_lines back on back.merchant_id = own.merchant_id and back.mode = own.mode and back.settlement_id = own.id and back.kind in ('refund', 'cancel')
        join settlement_lines sold on sold.merchant_id = back.merchant_id and sold.mode = back.mode and sold.operation_id = back.operation_id and sold.kind = 'order'
        join settlements s on s.merchant_id = sold.merchant_id and s.mode = sold.mode and s.id = sold.settlement_id
      where ${inScope(scope, 'own')} and own.invoice_id = ${id}) order by i.period_from`)
  if (rows.length > 0) return rows.map((row) => row.id)
  const last = await db.first<{ id: string }>(
    sql`select i.id from invoices i where ${inScope(scope, 'i')} and i.kind = 'invoice' order by i.period_from desc limit 1`,
  )
  return last ? [last.id] : []
}
