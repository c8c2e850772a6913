import { addDays, addMonths, localDate, type LocalDate } from '../platform/dates.ts'
import { isCif, isNie, isNif, isPortugueseTaxId } from '../platform/identifiers.ts'
import { type TaxTerritory, taxTerritories } from './taxTerritory.ts'
import { cents, sum, ZERO, type BasisPoints, type Cents } from '../platform/money.ts'

/** What a shop is charged for: fee and minimum fee, both with the tax of its territory, and interest paid by the shop, exempt. */
export type InvoiceConcept = 'fee' | 'fee_minimum' | 'subsidy'

/**
 * Sums of settlement lines of one kind and tax: charged amounts are positive, refunded ones negative. Amounts in cents; counts are of lines with
 * such an amount.
 */
export type Charges = {
  kind: 'order' | 'refund' | 'cancel' | 'fee_minimum' | 'vat_rounding' | 'chargeback'
  territory: TaxTerritory
  vatRate: BasisPoints
  feeCount: number
  feeCents: Cents
  vatCents: Cents
  subsidyCount: number
  subsidyCents: Cents
}

/** One concept with one tax; a null rate is exempt, zero a reverse charge. Amounts in cents. */
type InvoiceLine = {
  concept: InvoiceConcept
  territory: TaxTerritory
  vatRate: BasisPoints | null
  count: number
  baseCents: Cents
  vatCents: Cents
}

/** A month's invoice before it has a number; amounts in cents, all negative or mixed in a rectifying one. */
export type ComposedInvoice = {
  kind: 'invoice' | 'rectifying'
  lines: InvoiceLine[]
  baseCents: Cents
  vatCents: Cents
  exemptCents: Cents
  totalCents: Cents
}

const order: readonly InvoiceConcept[] = ['fee', 'fee_minimum', 'subsidy']

/**
 * The invoice of the charges of settlements; null when they sum to zero. Its VAT is the sum of the lines' VAT, so that it equals what was charged to the
 * cent; the last line is the rounding difference to the VAT of the base (`vatRounding`). If more was refunded than charged, it is one rectifying invoice
 * for the whole month (RD 1619/2012 art. 15).
 */
export function composeInvoice(charges: readonly Charges[]): ComposedInvoice | null {
  const lines = new Map<string, InvoiceLine>()
  const add = (line: Pick<InvoiceLine, 'concept' | 'territory' | 'vatRate'>, count: number, base: Cents, vat: Cents) => {
    if (count === 0) return
    const name = `${line.concept}/${line.territory}/${line.vatRate}`
    const known = lines.get(name) ?? { ...line, count: 0, baseCents: ZERO, vatCents: ZERO }
    lines.set(name, { ...known, count: known.count + count, baseCents: sum(known.baseCents, base), vatCents: sum(known.vatCents, vat) })
  }
  for (const { kind, territory, vatRate, feeCount, feeCents, vatCents, subsidyCount, subsidyCents } of charges) {
    add({ concept: kind === 'fee_minimum' ? 'fee_minimum' : 'fee', territory, vatRate }, feeCount, feeCents, vatCents)
    add({ concept: 'subsidy', territory, vatRate: null }, subsidyCount, subsidyCents, ZERO)
  }
  const all = [...lines.values()].toSorted(
    (a, b) =>
      order.indexOf(a.concept) - order.indexOf(b.concept) ||
      taxTerritories.indexOf(a.territory) - taxTerritories.indexOf(b.territory) ||
      (b.vatRate ?? 0) - (a.vatRate ?? 0),
  )
  if (all.every(({ baseCents, vatCents }) => baseCents === 0 && vatCents === 0)) return null
  const total = (of: readonly InvoiceLine[], name: 'baseCents' | 'vatCents') => sum(...of.map((line) => line[name]))
  const baseCents = total(
    all.filter(({ vatRate }) => vatRate !== null),
    'baseCents',
  )
  const exemptCents = total(
    all.filter(({ vatRate }) => vatRate === null),
    'baseCents',
  )
  const vatCents = total(all, 'vatCents')
  const totalCents = cents(baseCents + vatCents + exemptCents)
  return { kind: totalCents < 0 ? 'rectifying' : 'invoice', lines: all, baseCents, vatCents, exemptCents, totalCents }
}

/** The formatted number: `F-2026-000123`; each series restarts every year (RD 1619/2012 art. 6.1.a). */
export const invoiceNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/** The first and last day of a calendar month. */
export type Month = { from: LocalDate; to: LocalDate }

/** The month that a day is in. */
export function monthOf(day: LocalDate): Month {
  const from = localDate(`${day.slice(0, 7)}-01`)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/**
 * The value dates of the settlements on the invoice of a settlement: those of its month (of the first that is not invoiced, if it comes too late) and, if
 * that is the next invoice to be issued, all earlier ones that were too late for their own (`from` is null).
 */
export function invoicePeriod(valueOn: LocalDate, invoicedUntil: LocalDate | null): { from: LocalDate | null; to: LocalDate } {
  const next = invoicedUntil === null ? null : addDays(invoicedUntil, 1)
  const month = monthOf(next !== null && next > valueOn ? next : valueOn)
  return { from: next !== null && next >= month.from ? null : month.from, to: month.to }
}

/** The last month that has ended before a day. */
export const monthBefore = (day: LocalDate): Month => monthOf(addDays(monthOf(day).from, -1))

/** A month written `YYYY-MM`; null for anything else. */
export function parseMonth(text: string): Month | null {
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? monthOf(localDate(`${text}-01`)) : null
}

/** Whether a text is a Spanish tax number: of a company, a citizen or a foreigner. */
export const isTaxId = (text: string): boolean => isCif(text) || isNif(text) || isNie(text)

/** Whether an invoice can name somebody by this number: a Spanish one, or a Portuguese one of somebody there. */
export const isRecipientTaxId = (text: string, country: string | null): boolean =>
  isTaxId(text) || (country === 'PT' && isPortugueseTaxId(text))
