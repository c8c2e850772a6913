import { afterAll, beforeAll, expect, it } from 'vitest'
import { feeFor } from '#domain/sales/plans/fees'
import { basisPoints, cents, percentOf } from '#domain/platform/money'
import { issue } from './issue.ts'
import { startInvoicingFixture, type InvoicingFixture, type TestCharge } from '../../testing/invoices/invoicingFixture.ts'

let fixture: InvoicingFixture
beforeAll(async () => {
  fixture = await startInvoicingFixture()
})
afterAll(() => fixture.close())

const charge = (day: string, totalCents: number, vatBps = 2_100): TestCharge => {
  const { feeCents, vatCents } = feeFor(cents(totalCents), { rate: basisPoints(250), fixedCents: cents(30), vatRate: basisPoints(vatBps) })
  return { at: `${day}T10:00:00Z`, feeCents, vatCents, vatBps, grossCents: totalCents }
}

type Rate = { vat_bps: number; base: number; vat: number }

it('the VAT of a month is that of its base for each rate, and equals what its settlements deducted', async () => {
  const shop = await fixture.shop()
  // 40 fees of 1.56 with VAT of 0.33 each: 13.20 line by line, 13.10 of their sum.
  const days = ['2026-10-05', '2026-10-06', '2026-10-13', '2026-10-27']
  await fixture.charge(shop, [
    ...days.flatMap((day) => Array.from({ length: 10 }, () => charge(day, 5_050))),
    ...days.map((day, nth) => charge(day, 7_777 + nth, 700)),
    { at: '2026-10-14T10:00:00Z', kind: 'refund', feeCents: -63, vatCents: -14, grossCents: -2_500 },
  ])
  fixture.setNow('2026-11-01T09:00:00Z')
  await fixture.settle()
  await fixture.settle()
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })
  await fixture.charge(shop, [...Array.from({ length: 7 }, () => charge('2026-11-03', 5_050)), charge('2026-11-04', 9_999, 700)])
  fixture.setNow('2026-12-01T09:00:00Z')
  await fixture.settle()
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })

  const invoices = await fixture.rows<{ id: string; total: number; vat: number; rates: Rate[]; deducted: number; taxed: number }>(
    `select i.id, i.total_cents::int as total, i.vat_cents::int as vat,
       (select json_agg(r) from (select vat_bps, sum(base_cents)::int as base, sum(vat_cents)::int as vat from invoice_lines l where l.invoice_id = i.id and vat_bps is not null group by 1 order by 1) r) as rates,
       (select -sum(fees_cents + fee_refunds_cents + vat_cents + vat_refunds_cents)::int from settlements s where s.invoice_id = i.id) as deducted,
       (select -sum(vat_cents + vat_refunds_cents)::int from settlements s where s.invoice_id = i.id) as taxed
     from invoices i where i.merchant_id = $1 order by i.period_from`,
    [shop],
  )
  expect(invoices).toHaveLength(2)
  for (const { total, vat, rates, deducted, taxed } of invoices) {
    expect(rates.map(({ vat_bps }) => vat_bps)).toEqual([700, 2_100])
    for (const one of rates) expect(one.vat).toBe(percentOf(cents(one.base), basisPoints(one.vat_bps)))
    expect([total, vat]).toEqual([deducted, taxed])
    expect(rates.reduce((all, one) => all + one.base + one.vat, 0)).toBe(total)
  }
  const [books] = await fixture.rows<{ lines: number; vat: number; shop: number; balance: number }>(
    `select (select sum(vat_cents)::int from settlement_lines where merchant_id = $1 and kind = 'vat_rounding') as lines,
       -sum(l.amount_cents) filter (where l.account = 'vat_payable')::int as vat, (sum(l.amount_cents) filter (where l.account = 'merchant_payable'))::int as shop,
       sum(l.amount_cents)::int as balance
     from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id where j.merchant_id = $1 and j.kind = 'vat_rounding'`,
    [shop],
  )
  expect(books?.lines).toBeLessThan(0)
  expect(books).toEqual({ lines: books?.lines, vat: books?.lines, shop: books?.lines, balance: 0 })
})
