import { expect, it } from 'vitest'
import { pdfPages } from '../../testing/invoices/testPdf.ts'
import type { FileLine } from './lines.ts'
import { pdfFile } from './pdfFile.ts'
import type { StoredSettlement } from './settlementRow.ts'

const at = new Date('2026-11-27T08:00:00Z')
/** A paid settlement of so many sales of 159,90 €. */
const settled = (sales: number): StoredSettlement => ({
  id: '01900000-0000-7000-8000-000000000002',
  reference: 'LIQ-2026-100001',
  value_on: '2026-11-27',
  period_from: '2026-11-16',
  period_to: '2026-11-22',
  cut_off_at: at,
  status: 'paid',
  net_cents: BigInt(sales) * 15_990n,
  closing_cents: 0n,
  opening_cents: 0n,
  sales_cents: BigInt(sales) * 15_990n,
  refunds_cents: 0n,
  cancellations_cents: 0n,
  chargebacks_cents: 0n,
  dispute_fees_cents: 0n,
  fees_cents: 0n,
  fee_refunds_cents: 0n,
  minimum_fees_cents: 0n,
  repayments_cents: 0n,
  vat_cents: 0n,
  vat_refunds_cents: 0n,
  subsidies_cents: 0n,
  subsidy_refunds_cents: 0n,
  reserve_held_cents: 0n,
  reserve_released_cents: 0n,
  order_count: sales,
  refund_count: 0,
  cancel_count: 0,
  minimum_fee_count: 0,
  repayment_count: 0,
  vat_rounding_count: 0,
  chargeback_count: 0,
  iban_last4: '1332',
  paid_at: at,
  created_at: at,
  collected_on: null,
  collected_by_name: null,
  back: null,
})

const sale: FileLine = {
  id: '01900000-0000-7000-8000-000000000003',
  at: '2026-11-20 10:00:00+00',
  day: '2026-11-20',
  kind: 'order',
  operation_id: null,
  capture_id: null,
  refund_id: null,
  mid: 'PED-10493',
  customer: 'Gonçalo Añón i Cel·la',
  product: 'instalments',
  num_instalments: 6,
  campaign: null,
  month_from: null,
  repayment_of: null,
  repayment_reference: null,
  gross_cents: 15_990n,
  fee_bps: 0,
  fee_fixed_cents: 0n,
  fee_cents: 0n,
  vat_bps: 2_100,
  vat_cents: 0n,
  subsidy_cents: 0n,
  net_cents: 15_990n,
}

async function* once(lines: FileLine[]): AsyncGenerator<FileLine[]> {
  yield lines
}

async function pagesOf(sales: number): Promise<string[][]> {
  const head = { issuer: 'Crédito Ñandú, E.F.C., S.A.', letterhead: { colours: {} }, shopName: 'Bicis Ñandú', sandbox: false, tax: 'IVA' }
  const pieces: Uint8Array[] = []
  for await (const piece of pdfFile(settled(sales), head, once(Array.from({ length: sales }, () => sale)))) pieces.push(piece)
  return pdfPages(Buffer.concat(pieces))
}

// Around the lengths at which the lines fill one page and two.
it.each([1, 36, 37, 38, 39, 40, 41, 42, 90, 91, 92, 93, 94, 95, 96, 97, 98])(
  'with %d lines, no page has the total alone, each has the headings, and the count of pages is true',
  async (sales) => {
    const pages = await pagesOf(sales)
    for (const [nth, words] of pages.entries()) {
      expect(words).toContain('Comisión')
      expect(words).toContain(sale.customer)
      expect(words).toContain(`Página ${nth + 1} de ${pages.length}`)
    }
    expect(pages.flat().filter((words) => words === sale.mid)).toHaveLength(sales)
    expect(pages.map((words) => words.includes('Total')).indexOf(true)).toBe(pages.length - 1)
  },
)
