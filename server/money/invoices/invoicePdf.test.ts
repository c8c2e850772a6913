import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { parseXml } from '@rgrove/parse-xml'
import { describe, expect, it } from 'vitest'
import { facturae } from './facturae.ts'
import { invoicePdf } from './invoicePdf.ts'
import type { WholeInvoice } from './invoiceRow.ts'
import { rectifyingInvoice, usualInvoice } from '../../testing/invoices/testInvoices.ts'
import { pdfPages, pdfStructure } from '../../testing/invoices/testPdf.ts'

async function bytesOf(stored: WholeInvoice): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of invoicePdf(stored, { electronic: facturae(stored), letterhead: { colours: {} } })) pieces.push(piece)
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

  it('names the tax of the territory, says who owes a reverse charge, and has the check of a recorded one', async () => {
    const lines: WholeInvoice['lines'] = [
      { concept: 'fee', tax_territory: 'canarias', vat_bps: 700, line_count: 1, base_cents: 10_000, vat_cents: 700 },
    ]
    const words = await wordsOf({
      ...usualInvoice,
      base_cents: 10_000n,
      vat_cents: 700n,
      exempt_cents: 0n,
      total_cents: 10_700n,
      exemption: null,
      lines,
      is_recorded: true,
    })
    for (const expected of ['IGIC', 'Cuota de IGIC', '7\u00a0%', 'QR tributario:', 'VERI*FACTU'])
      expect(words, expected).toContain(expected)
    expect(words.join(' ')).toContain('Factura verificable en la sede electrónica de la AEAT')
    expect(words.join(' ')).not.toContain('IVA')
    const abroad: WholeInvoice['lines'] = [
      { concept: 'fee', tax_territory: 'portugal', vat_bps: 0, line_count: 1, base_cents: 10_000, vat_cents: 0 },
    ]
    const reversed = await wordsOf({
      ...usualInvoice,
      base_cents: 10_000n,
      vat_cents: 0n,
      exempt_cents: 0n,
      total_cents: 10_000n,
      exemption: null,
      lines: abroad,
    })
    expect(reversed.join(' ')).toContain('Inversión del sujeto pasivo')
    expect(reversed).not.toContain('QR tributario:')
  })

  it('is PDF/A-3a with its electronic form inside, and every font embedded', async () => {
    const stored = { ...usualInvoice, issuer: { ...usualInvoice.issuer, name: 'Peña & <Hijos>, S.L.' } }
    const bytes = await bytesOf(stored)
    const source = bytes.toString('latin1')
    const embedded = /\/Type \/EmbeddedFile[^]*?stream\r?\n/.exec(source)
    const content = inflateSync(bytes.subarray((embedded?.index ?? 0) + (embedded?.[0].length ?? 0)))
    expect(content.toString()).toBe(facturae(stored))
    expect(source).toContain('(F-2026-000123.xml)')
    const xmp = /<x:xmpmeta[^]*?<\/x:xmpmeta>/.exec(bytes.toString('utf8'))?.[0] ?? ''
    const metadata = parseXml(xmp).text
    expect(metadata).toContain('Peña & <Hijos>, S.L.')
    expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
    for (const expected of ['%PDF-1.7', '/OutputIntents', '/AFRelationship /Alternative', '/AF ['])
      expect(source, expected).toContain(expected)
    expect(source.match(/\/Type \/FontDescriptor/g)?.length).toBe(source.match(/\/FontFile2 /g)?.length)
  })

  it('is tagged: title and language, headings, tables with headings of their columns and rows, a text for the QR code', async () => {
    const bytes = await bytesOf({ ...usualInvoice, is_recorded: true })
    const source = bytes.toString('latin1')
    for (const expected of ['/Marked true', '/Lang (es)', '/DisplayDocTitle true']) expect(source, expected).toContain(expected)
    const parts = pdfStructure(bytes)
    const count = (wanted: RegExp) => parts.filter((one) => wanted.test(one)).length
    expect([/^H1$/, /^H2$/, /^Table$/, /^TR$/, /^TH Column$/, /^TH Row$/, /^TD$/, /^Figure QR/].map(count)).toEqual([
      1, 2, 2, 8, 6, 4, 22, 1,
    ])
    expect(parts.find((one) => one.startsWith('Figure'))).toContain('ValidarQR?nif=A00000000&numserie=F-2026-000123')
    // The footer, and the lines between the parts, are none.
    expect(parts).not.toContain('Artifact')
  })

  it('is what qpdf accepts, and reads for pdfinfo in the order of the paper', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'invoice-'))
    const file = join(folder, 'invoice.pdf')
    writeFileSync(file, await bytesOf(usualInvoice))
    const check = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    const { stdout, error } = spawnSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    if (check.error ?? error) skip('qpdf or pdfinfo is not installed here: the structure is not read by another program')
    expect([check.status, check.stderr]).toEqual([0, ''])
    const order = [
      '"Factura F-2026-000123"',
      '"Emisor"',
      '"Destinatario"',
      '/Scope /Column',
      '"Concepto"',
      '"1.041,07"',
      '"Base imponible"',
      '"Factura pagada',
    ]
    const places = order.map((words) => stdout.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
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
    for (const [nth, page] of pages.entries()) expect(page).toContain(`F-2026-000123 · Página ${nth + 1} de ${pages.length}`)
    const all = pages.flat().join(' ')
    for (const { reference } of settlements) expect(all).toContain(reference)
  })
})
