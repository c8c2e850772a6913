import { randomUUID } from 'node:crypto'
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
  // All days in one run.
  expect(await fixture.rows('select from settlements where merchant_id = $1', [shop])).toHaveLength(5)
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

it.each([
  { madeBy: 'this version', settlements: 2 },
  { madeBy: 'an earlier version', settlements: 1 },
])(
  'the VAT of a month is exact after a settlement with a refund, fees of a dispute and of a month, and a repayment, made by $madeBy',
  async ({ madeBy, settlements }) => {
    const shop = await fixture.shop()
    const sold = randomUUID()
    const sales = (day: string) => Array.from({ length: 10 }, () => ({ ...charge(day, 5_050, 700), territory: 'canarias' as const }))
    const [first, ...others] = sales('2026-10-05')
    await fixture.charge(shop, [
      ...(first ? [{ ...first, of: sold }] : []),
      ...others,
      { at: '2026-10-05T10:00:00Z', kind: 'refund', feeCents: -63, vatCents: -4, vatBps: 700, territory: 'canarias', grossCents: -2_500 },
      ...sales('2026-10-13'),
    ])
    const columns = 'merchant_id, mode, id, value_on, occurred_at, subsidy_cents, kind, gross_cents, fee_cents, vat_cents, net_cents'
    const common = `$1, 'live', gen_random_uuid(), '2026-10-06', '2026-10-05T12:00:00Z', 0`
    for (const [more, values] of [
      ['operation_id, dispute_id', `'chargeback', -2000, 1520, 106, -3626, '${sold}', gen_random_uuid()`],
      ['month_from, vat_bps, tax_territory', `'fee_minimum', 0, 2020, 141, -2161, '2026-09-01', 700, 'canarias'`],
      ['repayment_of, repayment_reference', `'repayment', 5000, 0, 0, 5000, 'transfer', '${shop.slice(0, 30)}'`],
    ])
      await fixture.rows(`insert into settlement_lines (${columns}, ${more}) values (${common}, ${values})`, [shop])
    fixture.setNow('2026-10-07T09:00:00Z')
    await fixture.settle()
    if (madeBy === 'an earlier version')
      await fixture.rows('update settlements set only_vat_bps = null, only_tax_territory = null where merchant_id = $1', [shop])
    fixture.setNow('2026-11-01T09:00:00Z')
    await fixture.settle()
    expect(await issue(fixture.services)).toMatchObject({ failed: 0 })
    const rates = await fixture.rows(
      `select l.tax_territory, l.vat_bps, sum(l.base_cents)::int as base, sum(l.vat_cents)::int as vat from invoices i join invoice_lines l on l.invoice_id = i.id
      where i.merchant_id = $1 and l.vat_bps is not null group by 1, 2`,
      [shop],
    )
    // 20 × 1.56 - 0.63 + 15.20 + 20.20
    expect(rates).toEqual([{ tax_territory: 'canarias', vat_bps: 700, base: 6_597, vat: 462 }])
    expect(
      await fixture.rows(`select from settlements where merchant_id = $1 and only_tax_territory = 'canarias' and only_vat_bps = 700`, [
        shop,
      ]),
    ).toHaveLength(settlements)
  },
)
