import { describe, expect, it } from 'vitest'
import { invoicePdf } from './invoicePdf.ts'
import type { WholeInvoice } from './invoiceRow.ts'
import { rectifyingInvoice, usualInvoice } from '../../testing/invoices/testInvoices.ts'
import { pdfPages } from '../../testing/invoices/testPdf.ts'

async function bytesOf(stored: WholeInvoice): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of invoicePdf(stored, { colours: {} })) pieces.push(piece)
  return Buffer.concat(pieces)
}
const wordsOf = async (stored: WholeInvoice) => pdfPages(await bytesOf(stored)).flat()

describe('an invoice as a PDF', () => {
  it('has everything that RD 1619/2012 art. 6 requires', async () => {
    const words = await wordsOf(usualInvoice)
    for (const expected of [
      // a) number and series, b) day of issue
      'Factura F-2026-000123',
      '01.11.2026',
      // c) names, d) tax numbers, e) addresses of both
      'Crédito Ñandú, E.F.C., S.A.',
      'NIF A00000000',
      'Peña & Hijos <«"S.L."»>',
      'NIF B00000000',
      'Calle Mayor, 3, 2.º B',
      '30001 Murcia',
      'Murcia, España',
      // f) what for, with base, g) rate, h) VAT
      'Comisión por ventas a plazos',
      '1.041,07',
      '21\u00a0%',
      '218,93',
      'Comisión mínima mensual',
      '227,33\u00a0€',
      '1.332,04\u00a0€',
      // i) when, j) exemption
      'Del 01.10.2026 al 31.10.2026',
      'Exento',
      'Intereses asumidos por la tienda: operación exenta de IVA, art. 20.Uno.18.º LIVA.',
      'Factura pagada por compensación en la liquidación LIQ-2026-100001 (06.10.2026).',
      '•••• 1332',
    ])
      expect(words, expected).toContain(expected)
  })

  it('shows of a rectifying invoice what it rectifies and why (art. 15)', async () => {
    const words = await wordsOf(rectifyingInvoice)
    for (const expected of [
      'Factura rectificativa R-2026-000001',
      'F-2026-000007, F-2026-000009',
      'Facturas rectificadas: F-2026-000007, F-2026-000009.',
      'Factura rectificativa por diferencias: comisiones e intereses devueltos por ventas devueltas o canceladas.',
      '−10,05\u00a0€',
    ])
      expect(words, expected).toContain(expected)
    expect(words.join(' ')).not.toMatch(/exenta|pagada por/)
  })

  it('is the same bytes each time', async () => {
    const [one, two] = await Promise.all([bytesOf(usualInvoice), bytesOf(structuredClone(usualInvoice))])
    expect(one.equals(two)).toBe(true)
  })

  it('has several numbered pages when its settlements do not fit on one', async () => {
    const settlements = Array.from({ length: 400 }, (_, nth) => ({
      id: '01900000-0000-7000-8000-000000000002',
      reference: `LIQ-2026-${100_000 + nth}`,
      value_on: '2026-10-06',
    }))
    const pages = pdfPages(await bytesOf({ ...usualInvoice, settlements }))
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain('F-2026-000123')
    const all = pages.flat().join(' ')
    for (const { reference } of settlements) expect(all).toContain(reference)
  })
})
