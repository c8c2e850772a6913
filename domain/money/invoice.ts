import { addDays, addMonths, localDate, type LocalDate } from '../platform/dates.ts'
import { isCif, isNie, isNif } from '../platform/identifiers.ts'
import { cents, sum, ZERO, type BasisPoints, type Cents } from '../platform/money.ts'

/** What a shop is charged for: fee and minimum fee, both with VAT, and interest paid by the shop, exempt. */
export type InvoiceConcept = 'fee' | 'fee_minimum' | 'subsidy'

/**
 * Sums of settlement lines of one kind and VAT rate: charged amounts are positive, refunded ones negative. Amounts in cents; counts are of lines with
 * such an amount.
 */
export type Charges = {
  kind: 'order' | 'refund' | 'cancel' | 'fee_minimum' | 'vat_rounding' | 'chargeback'
  vatRate: BasisPoints
  feeCount: number
  feeCents: Cents
  vatCents: Cents
  subsidyCount: number
  subsidyCents: Cents
}

/** One concept at one rate; a null rate is exempt. Amounts in cents. */
type InvoiceLine = { concept: InvoiceConcept; vatRate: BasisPoints | null; count: number; baseCents: Cents; vatCents: Cents }

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
  const add = (concept: InvoiceConcept, vatRate: BasisPoints | null, count: number, base: Cents, vat: Cents) => {
    if (count === 0) return
    const name = `${concept}/${vatRate}`
    const known = lines.get(name) ?? { concept, vatRate, count: 0, baseCents: ZERO, vatCents: ZERO }
    lines.set(name, { ...known, count: known.count + count, baseCents: sum(known.baseCents, base), vatCents: sum(known.vatCents, vat) })
  }
  for (const { kind, vatRate, feeCount, feeCents, vatCents, subsidyCount, subsidyCents } of charges) {
    add(kind === 'fee_minimum' ? 'fee_minimum' : 'fee', vatRate, feeCount, feeCents, vatCents)
    add('subsidy', null, subsidyCount, subsidyCents, ZERO)
  }
  const all = [...lines.values()].toSorted(
    (a, b) => order.indexOf(a.concept) - order.indexOf(b.concept) || (b.vatRate ?? 0) - (a.vatRate ?? 0),
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

/** The last month that has ended before a day. */
export const monthBefore = (day: LocalDate): Month => monthOf(addDays(monthOf(day).from, -1))

/** A month written `YYYY-MM`; null for anything else. */
export function parseMonth(text: string): Month | null {
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? monthOf(localDate(`${text}-01`)) : null
}

/** Whether a text is a Spanish tax number: of a company, a citizen or a foreigner. */
export const isTaxId = (text: string): boolean => isCif(text) || isNif(text) || isNie(text)
