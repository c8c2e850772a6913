import { reverseChargeGrounds, type TaxName, taxNames, type TaxTerritory } from '#domain/money/taxTerritory'
import { isCif } from '#domain/platform/identifiers'
import { decimalEuros } from '#domain/money/invoiceRecord'
import { text } from '../../platform/calls/messages.ts'
import { invoiceNotes, taxOf } from './invoicePdf.ts'
import { invoiceOf, type WholeInvoice } from './invoiceRow.ts'
import type { Party } from './readParties.ts'
import { tag, words } from './xml.ts'

const namespace = 'http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml'

type Printed = ReturnType<typeof invoiceOf>
type Line = Printed['lines'][number]

/**
 * An invoice as Facturae 3.2.2 (Orden HAP/1650/2015), unsigned: the schema makes the signature optional, and it is the sender's own. Paid by
 * set-off; a credit note is a corrective invoice by differences.
 */
export function facturae(stored: WholeInvoice): string {
  const invoice = invoiceOf(stored)
  const { firstName, lastName } = { firstName: stored.recipient_first_name, lastName: stored.recipient_last_name }
  const person = firstName !== null && lastName !== null && !isCif(invoice.recipient.taxId) ? { firstName, lastName } : null
  const parties = tag(
    'Parties',
    tag('SellerParty', ...businessXml(invoice.issuer, null)),
    tag('BuyerParty', ...businessXml(invoice.recipient, person)),
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<fe:Facturae xmlns:fe="${namespace}">` +
    `${headerXml(invoice)}${parties}${tag('Invoices', invoiceXml(stored, invoice))}</fe:Facturae>\n`
  )
}

function headerXml({ number, issuer, totalAmount }: Printed): string {
  const total = tag('TotalAmount', decimalEuros(totalAmount))
  return tag(
    'FileHeader',
    tag('SchemaVersion', '3.2.2'),
    tag('Modality', 'I'),
    tag('InvoiceIssuerType', 'EM'),
    tag(
      'Batch',
      tag('BatchIdentifier', words(`${issuer.taxId}${number}`, 70)),
      tag('InvoicesCount', '1'),
      tag('TotalInvoicesAmount', total),
      tag('TotalOutstandingAmount', total),
      tag('TotalExecutableAmount', total),
      tag('InvoiceCurrencyCode', 'EUR'),
    ),
  )
}

/** A person's two surnames: all words but the last one are the first surname, as in "de la Fuente Ruiz". */
function surnames(lastName: string): [string, string] {
  const all = lastName.trim().split(/\s+/)
  return all.length < 2 ? [lastName, ''] : [all.slice(0, -1).join(' '), all.at(-1) ?? '']
}

function businessXml(party: Party, person: { firstName: string; lastName: string } | null): string[] {
  const isSpanish = party.country === 'ES'
  const identification = tag(
    'TaxIdentification',
    tag('PersonTypeCode', person ? 'F' : 'J'),
    tag('ResidenceTypeCode', isSpanish ? 'R' : 'U'),
    tag('TaxIdentificationNumber', words(party.taxId, 30)),
  )
  if (!person) return [identification, tag('LegalEntity', tag('CorporateName', words(party.name, 80)), addressXml(party))]
  const [first, second] = surnames(person.lastName)
  const names = [
    tag('Name', words(person.firstName, 40)),
    tag('FirstSurname', words(first, 40)),
    second && tag('SecondSurname', words(second, 40)),
  ]
  return [identification, tag('Individual', ...names, addressXml(party))]
}

const countries: Record<string, string> = { ES: 'ESP', PT: 'PRT' }

function addressXml({ address, postcode, city, province, country }: Party): string {
  const place = [tag('Province', words(province, 20)), tag('CountryCode', countries[country] ?? 'ESP')]
  const street = tag('Address', words(address, 80))
  if (country === 'ES') return tag('AddressInSpain', street, tag('PostCode', words(postcode, 5)), tag('Town', words(city, 50)), ...place)
  return tag('OverseasAddress', street, tag('PostCodeAndTown', words(`${postcode} ${city}`, 50)), ...place)
}

function invoiceXml(stored: WholeInvoice, invoice: Printed): string {
  const { number, kind, issuedOn, periodFrom, periodTo, exemption, totalAmount } = invoice
  const notes = invoiceNotes(stored)
  return tag(
    'Invoice',
    tag(
      'InvoiceHeader',
      tag('InvoiceNumber', words(number, 20)),
      tag('InvoiceSeriesCode', words(stored.series, 20)),
      tag('InvoiceDocumentType', 'FC'),
      tag('InvoiceClass', kind === 'invoice' ? 'OO' : 'OR'),
      kind === 'invoice' ? '' : correctiveXml(stored, invoice),
    ),
    tag(
      'InvoiceIssueData',
      tag('IssueDate', issuedOn),
      tag('InvoicingPeriod', tag('StartDate', periodFrom), tag('EndDate', periodTo)),
      tag('InvoiceCurrencyCode', 'EUR'),
      tag('TaxCurrencyCode', 'EUR'),
      tag('LanguageName', 'es'),
    ),
    tag('TaxesOutputs', ...taxesXml(invoice.lines)),
    totalsXml(invoice),
    tag('Items', ...invoice.lines.map((line) => lineXml(line, invoice))),
    // Set off against the amount owed to the shop: means of payment 14.
    tag(
      'PaymentDetails',
      tag(
        'Installment',
        tag('InstallmentDueDate', periodTo),
        tag('InstallmentAmount', decimalEuros(totalAmount)),
        tag('PaymentMeans', '14'),
      ),
    ),
    exemption === null
      ? ''
      : tag(
          'LegalLiterals',
          tag('LegalReference', words(text('invoices.file.note.exemption', { exemption, tax: taxOf(invoice.lines) }), 250)),
        ),
    tag('AdditionalData', tag('InvoiceAdditionalInformation', words(notes.join(' '), 2_500))),
  )
}

/** The corrected invoice: its number and period; the taxable base is corrected by differences. */
function correctiveXml(stored: WholeInvoice, { rectifies, periodFrom, periodTo }: Printed): string {
  const [first] = rectifies
  const [series] = stored.rectifies
  const others =
    rectifies.length > 1 ? text('invoices.file.note.rectifies', { numbers: rectifies.map(({ number }) => number).join(', ') }) : ''
  return tag(
    'Corrective',
    first && series ? tag('InvoiceNumber', words(first.number, 20)) + tag('InvoiceSeriesCode', words(series.series, 20)) : '',
    tag('ReasonCode', '16'),
    // The schema defines the Spanish text of each code.
    tag('ReasonDescription', 'Base imponible'),
    tag('TaxPeriod', tag('StartDate', stored.rectified_from ?? periodFrom), tag('EndDate', stored.rectified_to ?? periodTo)),
    tag('CorrectionMethod', '02'),
    tag('CorrectionMethodDescription', 'Rectificación por diferencias'),
    others && tag('AdditionalReasonDescription', words(others, 2_500)),
  )
}

/** The format's codes of taxes: IVA, IPSI, IGIC. */
const taxTypeCodes: Readonly<Record<TaxName, string>> = { iva: '01', ipsi: '02', igic: '03' }

const taxXml = ({ territory, rate, base, vat }: { territory: TaxTerritory; rate: number; base: number; vat: number }) =>
  tag(
    'Tax',
    tag('TaxTypeCode', taxTypeCodes[taxNames[territory]]),
    tag('TaxRate', decimalEuros(rate)),
    tag('TaxableBase', tag('TotalAmount', decimalEuros(base))),
    tag('TaxAmount', tag('TotalAmount', decimalEuros(vat))),
  )

/** One entry for each tax and rate; exempt amounts and reverse charges have rate 0. */
function taxesXml(lines: readonly Line[]): string[] {
  const byTax = Map.groupBy(lines, ({ taxTerritory, vatRate }) => `${taxTypeCodes[taxNames[taxTerritory]]}/${vatRate ?? 0}`)
  return [...byTax.values()].flatMap((of) => {
    const [first] = of
    const sum = (name: 'baseAmount' | 'vatAmount') => of.reduce((all, line) => all + line[name], 0)
    return first
      ? [taxXml({ territory: first.taxTerritory, rate: first.vatRate ?? 0, base: sum('baseAmount'), vat: sum('vatAmount') })]
      : []
  })
}

function totalsXml({ baseAmount, exemptAmount, vatAmount, totalAmount }: Printed): string {
  const gross = decimalEuros(baseAmount + exemptAmount)
  return tag(
    'InvoiceTotals',
    tag('TotalGrossAmount', gross),
    tag('TotalGrossAmountBeforeTaxes', gross),
    tag('TotalTaxOutputs', decimalEuros(vatAmount)),
    tag('TotalTaxesWithheld', '0.00'),
    tag('InvoiceTotal', decimalEuros(totalAmount)),
    tag('TotalOutstandingAmount', decimalEuros(totalAmount)),
    tag('TotalExecutableAmount', decimalEuros(totalAmount)),
  )
}

type SpecialLine = { territory: TaxTerritory; vatRate: number | null; exemption: string | null }

/** Of an exempt line (01) or of one whose tax the recipient owes (02): the code of the tax and the reason. */
function specialEventXml({ territory, vatRate, exemption }: SpecialLine): string {
  if (vatRate !== null && vatRate > 0) return ''
  const [code, reason] =
    vatRate === null ? ['01', exemption ?? ''] : ['02', `${text('invoices.file.reverse')}: ${reverseChargeGrounds[territory]}`]
  return tag(
    'SpecialTaxableEvent',
    tag('SpecialTaxableEventCode', code),
    tag('SpecialTaxableEventReason', words(`${taxTypeCodes[taxNames[territory]]} ${reason}`, 2_500)),
  )
}

function lineXml(
  { concept, count, baseAmount, taxTerritory: territory, vatRate, vatAmount }: Line,
  { periodFrom, periodTo, exemption }: Printed,
): string {
  const base = decimalEuros(baseAmount)
  return tag(
    'InvoiceLine',
    tag('ItemDescription', words(text('invoices.file.line', { concept: text(`invoices.file.concept.${concept}`), count }), 2_500)),
    tag('Quantity', '1'),
    tag('UnitOfMeasure', '01'),
    tag('UnitPriceWithoutTax', base),
    tag('TotalCost', base),
    tag('GrossAmount', base),
    tag('TaxesOutputs', taxXml({ territory, rate: vatRate ?? 0, base: baseAmount, vat: vatAmount })),
    tag('LineItemPeriod', tag('StartDate', periodFrom), tag('EndDate', periodTo)),
    specialEventXml({ territory, vatRate, exemption }),
  )
}
