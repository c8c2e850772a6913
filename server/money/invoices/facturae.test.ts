import { describe, expect, it } from 'vitest'
import { facturae } from './facturae.ts'
import type { WholeInvoice } from './invoiceRow.ts'
import { rectifyingInvoice, testParty, usualInvoice } from '../../testing/invoices/testInvoices.ts'
import { facturaeProblems, readXml, type XmlElement } from '../../testing/invoices/testFacturae.ts'

const line = { line_count: 1, base_cents: 100_00 }
const inSeveralTerritories: WholeInvoice = {
  ...usualInvoice,
  base_cents: 400_00n,
  vat_cents: 32_00n,
  exempt_cents: 100_00n,
  total_cents: 532_00n,
  lines: [
    { ...line, concept: 'fee', tax_territory: 'peninsula', vat_bps: 2_100, vat_cents: 21_00 },
    { ...line, concept: 'fee', tax_territory: 'canarias', vat_bps: 700, vat_cents: 7_00 },
    { ...line, concept: 'fee', tax_territory: 'melilla', vat_bps: 400, vat_cents: 4_00 },
    { ...line, concept: 'fee', tax_territory: 'portugal', vat_bps: 0, vat_cents: 0 },
    { ...line, concept: 'subsidy', tax_territory: 'canarias', vat_bps: null, vat_cents: 0 },
  ],
}

const person = {
  recipient_first_name: 'Berta',
  recipient_last_name: 'de la Fuente Ñu',
  recipient: testParty('Berta de la Fuente Ñu', '12345678Z'),
}

/** Texts of all elements at a path, separated by slashes, from the root's children on. */
function textsAt(element: XmlElement, path: string): string[] {
  const [name, ...rest] = path.split('/')
  const found = element.children.filter((child) => child.name === name)
  return rest.length === 0 ? found.map(({ text }) => text) : found.flatMap((child) => textsAt(child, rest.join('/')))
}

describe('an electronic invoice', () => {
  const kinds: [string, WholeInvoice][] = [
    ['of a company', usualInvoice],
    ['of a person', { ...usualInvoice, ...person }],
    ['of a person with one surname', { ...usualInvoice, ...person, recipient_last_name: 'Ñu' }],
    [
      'of somebody abroad',
      { ...usualInvoice, recipient: { ...usualInvoice.recipient, country: 'PT', postcode: '1000-001', city: 'Lisboa' } },
    ],
    ['of a shop in Canarias that moved there in the month', inSeveralTerritories],
    ['that rectifies', rectifyingInvoice],
    ['that rectifies nothing that we know', { ...rectifyingInvoice, rectifies: [], rectified_from: null, rectified_to: null }],
    [
      'with texts longer than the format lets them be',
      { ...usualInvoice, recipient: { ...usualInvoice.recipient, name: '&ñ<\u0001'.repeat(100), province: 'Santa Cruz de Tenerife' } },
    ],
  ]
  it('is valid against the official schema, whoever it is of and whatever it says', async () => {
    expect(await facturaeProblems(...kinds.map(([, stored]) => facturae(stored)))).toEqual([])
    expect(facturae(usualInvoice)).toContain('xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"')
  })

  it('adds up: lines to taxes, taxes to totals, totals to the invoice', () => {
    for (const stored of [usualInvoice, rectifyingInvoice]) {
      const root = readXml(facturae(stored))
      const sum = (path: string) => textsAt(root, path).reduce((all, text) => all + Math.round(Number(text) * 100), 0)
      const invoice = 'Invoices/Invoice'
      expect(sum(`${invoice}/Items/InvoiceLine/GrossAmount`)).toBe(sum(`${invoice}/InvoiceTotals/TotalGrossAmount`))
      expect(sum(`${invoice}/TaxesOutputs/Tax/TaxableBase/TotalAmount`)).toBe(sum(`${invoice}/InvoiceTotals/TotalGrossAmountBeforeTaxes`))
      expect(sum(`${invoice}/TaxesOutputs/Tax/TaxAmount/TotalAmount`)).toBe(Number(stored.vat_cents))
      expect(sum(`${invoice}/Items/InvoiceLine/TaxesOutputs/Tax/TaxAmount/TotalAmount`)).toBe(Number(stored.vat_cents))
      for (const path of [
        `${invoice}/InvoiceTotals/InvoiceTotal`,
        'FileHeader/Batch/TotalInvoicesAmount/TotalAmount',
        `${invoice}/PaymentDetails/Installment/InstallmentAmount`,
      ])
        expect(sum(path), path).toBe(Number(stored.total_cents))
    }
  })

  it('has the fields required by law: parties, number, date, rate, exemption, rectified invoice and means of payment', () => {
    const root = readXml(facturae(usualInvoice))
    expect(textsAt(root, 'Parties/BuyerParty/LegalEntity/CorporateName')).toEqual(['Peña & Hijos <«"S.L."»>'])
    expect(textsAt(root, 'Invoices/Invoice/InvoiceHeader/InvoiceNumber')).toEqual(['F-2026-000123'])
    expect(textsAt(root, 'Invoices/Invoice/TaxesOutputs/Tax/TaxRate')).toEqual(['21.00', '0.00'])
    expect(textsAt(root, 'Invoices/Invoice/TaxesOutputs/Tax/TaxableBase/TotalAmount')).toEqual(['1081.07', '23.64'])
    const line = 'Invoices/Invoice/Items/InvoiceLine'
    expect(textsAt(root, `${line}/SpecialTaxableEvent/SpecialTaxableEventReason`)).toEqual(['01 art. 20.Uno.18.º LIVA'])
    expect(textsAt(root, 'Invoices/Invoice/AdditionalData/InvoiceAdditionalInformation')[0]).toContain(
      'Factura pagada por compensación en la liquidación LIQ-2026-100001 (06.10.2026).',
    )
    const back = readXml(facturae(rectifyingInvoice))
    const corrective = 'Invoices/Invoice/InvoiceHeader/Corrective'
    expect(textsAt(back, `${corrective}/InvoiceNumber`)).toEqual(['F-2026-000007'])
    expect(textsAt(back, `${corrective}/AdditionalReasonDescription`)).toEqual(['Facturas rectificadas: F-2026-000007, F-2026-000009.'])
    expect([textsAt(back, `${corrective}/TaxPeriod/StartDate`), textsAt(back, `${corrective}/TaxPeriod/EndDate`)]).toEqual([
      ['2026-07-01'],
      ['2026-08-31'],
    ])
    expect(textsAt(back, 'Invoices/Invoice/InvoiceTotals/TotalTaxOutputs')).toEqual(['-0.05'])
    const individual = 'Parties/BuyerParty/Individual'
    const named = readXml(facturae({ ...usualInvoice, ...person }))
    expect(['Name', 'FirstSurname', 'SecondSurname'].map((name) => textsAt(named, `${individual}/${name}`)[0])).toEqual([
      'Berta',
      'de la Fuente',
      'Ñu',
    ])
  })

  it('fails validation when it violates the schema', async () => {
    const broken = (from: string | RegExp, to: string) => facturae(usualInvoice).replace(from, to)
    const problems = await facturaeProblems(
      broken('<Modality>I</Modality>', ''),
      broken(/<TaxRate>21\.00<\/TaxRate>/, '<TaxRate>21,00</TaxRate>'),
      broken(/<PostCode>30001<\/PostCode>/, '<PostCode>3001</PostCode>'),
    )
    expect(problems.join('\n')).toMatch(
      /0\.xml: .*Expected is \( Modality \)[^]*1\.xml: .*'21,00' is not a valid value[^]*2\.xml: .*Element 'PostCode'/,
    )
    expect(() => readXml(facturae(usualInvoice).replace('</Invoices>', ''))).toThrow('closes')
  })
})
