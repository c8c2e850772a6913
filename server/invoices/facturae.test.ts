import { describe, expect, it } from 'vitest'
import { facturae } from './facturae.ts'
import type { WholeInvoice } from './invoiceRow.ts'
import { readXml, schemaProblems, type XmlElement } from './testFacturae.ts'

const party = (name: string, taxId: string) => ({
  name,
  taxId,
  address: 'Calle Mayor, 3, 2.º B',
  postcode: '30001',
  city: 'Murcia',
  province: 'Murcia',
  country: 'ES',
})
const usual: WholeInvoice = {
  id: '01900000-0000-7000-8000-000000000001',
  series: 'F',
  year: 2026,
  number: 123,
  kind: 'invoice',
  issued_on: '2026-11-01',
  period_from: '2026-10-01',
  period_to: '2026-10-31',
  base_cents: 108_107n,
  vat_cents: 22_733n,
  exempt_cents: 2_364n,
  total_cents: 133_204n,
  iban_last4: '1332',
  rectifies: [],
  rectified_by: [],
  downloaded_at: null,
  exemption: 'art. 20.Uno.18.º LIVA',
  issuer: party('Crédito Ñandú, E.F.C., S.A.', 'A00000000'),
  recipient: party('Peña & Hijos <«"S.L."»>', 'B00000000'),
  recipient_first_name: null,
  recipient_last_name: null,
  lines: [
    { concept: 'fee', vat_bps: 2_100, line_count: 29, base_cents: 104_107, vat_cents: 21_893 },
    { concept: 'fee_minimum', vat_bps: 2_100, line_count: 1, base_cents: 4_000, vat_cents: 840 },
    { concept: 'subsidy', vat_bps: null, line_count: 2, base_cents: 2_364, vat_cents: 0 },
  ],
  settlements: [{ id: '01900000-0000-7000-8000-000000000002', reference: 'LIQ-2026-100001', value_on: '2026-10-06' }],
  rectified_from: null,
  rectified_to: null,
  created_at: new Date('2026-11-01T00:05:00Z'),
}
const rectifying: WholeInvoice = {
  ...usual,
  series: 'R',
  number: 1,
  kind: 'rectifying',
  base_cents: -1_000n,
  vat_cents: -5n,
  exempt_cents: 0n,
  total_cents: -1_005n,
  exemption: null,
  lines: [{ concept: 'fee', vat_bps: 2_100, line_count: 1, base_cents: -1_000, vat_cents: -5 }],
  rectifies: [
    { id: '01900000-0000-7000-8000-000000000003', series: 'F', year: 2026, number: 7 },
    { id: '01900000-0000-7000-8000-000000000004', series: 'F', year: 2026, number: 9 },
  ],
  rectified_from: '2026-07-01',
  rectified_to: '2026-08-31',
}
const person = {
  recipient_first_name: 'Berta',
  recipient_last_name: 'de la Fuente Ñu',
  recipient: party('Berta de la Fuente Ñu', '12345678Z'),
}

/** Texts of all elements of a path, slash by slash, from the root's children on. */
function textsAt(element: XmlElement, path: string): string[] {
  const [name, ...rest] = path.split('/')
  const found = element.children.filter((child) => child.name === name)
  return rest.length === 0 ? found.map(({ text }) => text) : found.flatMap((child) => textsAt(child, rest.join('/')))
}

describe('an electronic invoice', () => {
  const kinds: [string, WholeInvoice][] = [
    ['of a company', usual],
    ['of a person', { ...usual, ...person }],
    ['of a person with one surname', { ...usual, ...person, recipient_last_name: 'Ñu' }],
    ['of somebody abroad', { ...usual, recipient: { ...usual.recipient, country: 'PT', postcode: '1000-001', city: 'Lisboa' } }],
    ['that rectifies', rectifying],
    ['that rectifies nothing that we know', { ...rectifying, rectifies: [], rectified_from: null, rectified_to: null }],
    [
      'with texts longer than the format lets them be',
      { ...usual, recipient: { ...usual.recipient, name: '&ñ<\u0001'.repeat(100), province: 'Santa Cruz de Tenerife' } },
    ],
  ]
  it.each(kinds)('%s keeps to the schema', (_, stored) => {
    const root = readXml(facturae(stored))
    expect(schemaProblems(root)).toEqual([])
    expect(facturae(stored)).toContain('xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"')
  })

  it('adds up: lines to taxes, taxes to totals, all to the invoice', () => {
    for (const stored of [usual, rectifying]) {
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

  it('says what the law asks for: parties, number, day, rate, exemption, what is rectified and how it was paid', () => {
    const root = readXml(facturae(usual))
    expect(textsAt(root, 'Parties/BuyerParty/LegalEntity/CorporateName')).toEqual(['Peña & Hijos <«"S.L."»>'])
    expect(textsAt(root, 'Invoices/Invoice/InvoiceHeader/InvoiceNumber')).toEqual(['F-2026-000123'])
    expect(textsAt(root, 'Invoices/Invoice/TaxesOutputs/Tax/TaxRate')).toEqual(['21.00', '0.00'])
    const line = 'Invoices/Invoice/Items/InvoiceLine'
    expect(textsAt(root, `${line}/SpecialTaxableEvent/SpecialTaxableEventReason`)).toEqual(['art. 20.Uno.18.º LIVA'])
    expect(textsAt(root, 'Invoices/Invoice/AdditionalData/InvoiceAdditionalInformation')[0]).toContain(
      'Factura pagada por compensación en la liquidación LIQ-2026-100001 (06.10.2026).',
    )
    const back = readXml(facturae(rectifying))
    const corrective = 'Invoices/Invoice/InvoiceHeader/Corrective'
    expect(textsAt(back, `${corrective}/InvoiceNumber`)).toEqual(['F-2026-000007'])
    expect(textsAt(back, `${corrective}/AdditionalReasonDescription`)).toEqual(['Facturas rectificadas: F-2026-000007, F-2026-000009.'])
    expect([textsAt(back, `${corrective}/TaxPeriod/StartDate`), textsAt(back, `${corrective}/TaxPeriod/EndDate`)]).toEqual([
      ['2026-07-01'],
      ['2026-08-31'],
    ])
    expect(textsAt(back, 'Invoices/Invoice/InvoiceTotals/TotalTaxOutputs')).toEqual(['-0.05'])
    const individual = 'Parties/BuyerParty/Individual'
    const named = readXml(facturae({ ...usual, ...person }))
    expect(['Name', 'FirstSurname', 'SecondSurname'].map((name) => textsAt(named, `${individual}/${name}`)[0])).toEqual([
      'Berta',
      'de la Fuente',
      'Ñu',
    ])
  })

  it('is noticed when it breaks the schema', () => {
    const broken = (from: string | RegExp, to: string) => schemaProblems(readXml(facturae(usual).replace(from, to)))
    expect(broken('<Modality>I</Modality>', '')).toEqual([expect.stringContaining('FileHeader holds')])
    expect(broken(/<TaxRate>21\.00<\/TaxRate>/, '<TaxRate>21,00</TaxRate>')).toEqual(['TaxRate is "21,00"'])
    expect(broken(/<PostCode>30001<\/PostCode>/, '<PostCode>3001</PostCode>')).toEqual(['PostCode is "3001"'])
    expect(() => readXml(facturae(usual).replace('</Invoices>', ''))).toThrow('closes')
  })
})
