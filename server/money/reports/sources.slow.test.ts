import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '#contract/money/reports'
import { localDate, madridDay } from '#domain/platform/dates'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { csvLines } from '../../platform/files/csvLine.ts'
import { cellForm, csvForm } from '../../platform/files/table.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sourceOf } from './sourceOf.ts'
import { testMoneyRows, type MoneyRows } from '../../testing/reports/testMoneyRows.ts'

let server: TestServer
let money: MoneyRows
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), proved: false })
  money = await testMoneyRows(server, { merchant_id: ids.merchantA1, mode: 'live' })
  await server.ownerSql(
    `with c as (insert into campaigns (merchant_id, mode, id, name, slug, created_at, changed_at) values ($1, 'live', gen_random_uuid(), 'Otoño', 'otono', now(), now()) returning id)
     update operations set campaign_id = c.id from c where merchant_id = $1 and mode = 'live' and mid = 'PED-28'`,
    [ids.merchantA1],
  )
  // Text that must not be in any file of the shop.
  await testMoneyRows(server, { merchant_id: ids.merchantA1, mode: 'sandbox' })
  await testMoneyRows(server, { merchant_id: ids.merchantB1, mode: 'live' })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
// A sale half an hour into the first of these days in Madrid, and one half an hour after the last: in UTC they are on the days before.
const [from, to] = ['2026-10-13', '2026-10-23'] as const
async function file(
  type: Report['type'],
  format: 'csv' | 'json' = 'json',
  days: { from: string; to: string } = { from, to },
  mode: Mode = 'live',
) {
  const queued = await server.call('reportCreate', { as: 'ownerA', mode, params: { merchantId }, body: { type, format, ...days } })
  await server.runClock()
  const { body: report } = await server.call('reportDetail', { as: 'ownerA', mode, params: { merchantId, reportId: queued.body.id } })
  expect(report.status).toBe('ready')
  const { raw } = await server.send('GET', `/v2/merchants/${merchantId}/reports/${queued.body.id}/download`, { as: 'ownerA', mode })
  return { report, raw }
}
type Parsed = { rows: Record<string, string | number | null>[]; manifest: Record<string, number> }
const json = async (type: Report['type'], days?: { from: string; to: string }) => JSON.parse((await file(type, 'json', days)).raw) as Parsed
const within = (day: string) => day >= from && day <= to
const total = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

describe('the rows of the requested days in Madrid, to the cent', () => {
  it('settlements: every term, and the payment', async () => {
    const expected = money.settlements.filter(({ valueOn }) => within(valueOn))
    const { rows, manifest } = await json('settlements')
    expect(rows.map((row) => [row['value_on'], row['paid_out_amount']])).toEqual(
      expected.map(({ valueOn, net }) => [valueOn, net]).toReversed(),
    )
    expect(manifest).toMatchObject({ rows: expected.length, paid_out_amount: total(expected.map(({ net }) => net)) })
    const terms = [
      'repayments',
      'sales',
      'refunds_of',
      'cancellations',
      'fees',
      'fee_refunds',
      'minimum_fees',
      'vat_charged',
      'vat_refunds',
      'subsidies',
      'subsidy_refunds',
      'reserve_held',
      'reserve_released',
    ]
    for (const row of rows)
      expect(Number(row['opening_amount']) + total(terms.map((term) => Number(row[`${term}_amount`])))).toBe(
        Number(row['paid_out_amount']) + Number(row['closing_balance_amount']),
      )
  })

  it('refunds: all that were made, none that was undone', async () => {
    const expected = money.refunds.filter(({ at, state }) => within(madridDay(at)) && state !== 'undone')
    const { rows, manifest } = await json('refunds')
    expect(rows.map((row) => [row['created'], row['amount'], row['state']])).toEqual(
      expected.map(({ at, amount, state }) => [madridDay(at), amount, state]).toReversed(),
    )
    expect(new Set(rows.map((row) => row['state']))).toEqual(new Set(['held', 'completed']))
    expect(manifest['amount']).toBe(total(expected.map(({ amount }) => amount)))
  })

  it('fees: of each capture and refund, without repayments of a debt', async () => {
    await server.ownerSql(
      `insert into settlement_lines (merchant_id, mode, id, kind, repayment_of, repayment_reference, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
       values ($1, 'live', gen_random_uuid(), 'repayment', 'transfer', 'N43-1', 5000, 0, 0, 0, 5000, '2026-10-15T10:00:00Z', '2026-10-16')`,
      [ids.merchantA1],
    )
    const expected = money.lines.filter(({ at }) => within(madridDay(at)))
    const { rows, manifest } = await json('fees')
    expect(rows).toHaveLength(expected.length)
    expect(manifest).toEqual({
      rows: expected.length,
      gross_amount: total(expected.map(({ gross }) => gross)),
      fee_amount: total(expected.map(({ fee }) => fee)),
      vat_amount: total(expected.map(({ vat }) => vat)),
      subsidy_amount: total(expected.map(({ subsidy }) => subsidy)),
      charged_amount: total(expected.map(({ fee, vat, subsidy }) => fee + vat + subsidy)),
      net_amount: total(expected.map(({ net }) => net)),
    })
  })

  it('reconciliation: each settlement’s rows add up to its payment', async () => {
    const expected = money.settlements.filter(({ valueOn }) => within(valueOn))
    const { rows, manifest } = await json('reconciliation')
    for (const { valueOn, net } of expected)
      expect(total(rows.filter((row) => row['value_on'] === valueOn).map((row) => Number(row['net_amount'])))).toBe(net)
    expect(manifest['net_amount']).toBe(total(expected.map(({ net }) => net)))
    expect(rows.filter((row) => row['kind'] === 'order')).toHaveLength(
      money.lines.filter(({ kind, valueOn }) => kind === 'order' && within(valueOn)).length,
    )
    const first = await json('reconciliation', { from: '2026-10-01', to: '2026-10-05' })
    expect(first.rows.map((row) => row['kind'])).toContain('opening')
  })

  it('reconciliation fails when a settlement’s lines do not add up to it', async () => {
    const shift = (by: number) =>
      server.ownerSql(
        `update settlement_lines set gross_cents = gross_cents + $2, net_cents = net_cents + $2 where id = (select id from settlement_lines
           where merchant_id = $1 and mode = 'live' and settlement_id is not null and occurred_at > '2026-10-14' order by occurred_at, id limit 1)`,
        [ids.merchantA1, by],
      )
    await shift(1)
    const queued = await server.call('reportCreate', {
      as: 'ownerA',
      params: { merchantId },
      body: { type: 'reconciliation', format: 'csv', from, to },
    })
    await expect(server.runClock()).rejects.toThrow('do not add up')
    await shift(-1)
    await server.runClock()
    expect((await server.call('reportDetail', { as: 'ownerA', params: { merchantId, reportId: queued.body.id } })).body.status).toBe(
      'ready',
    )
  })

  it('the calendar: paid and due instalments, also on future days', async () => {
    for (const days of [
      { from, to },
      { from: '2026-11-20', to: '2026-12-10' },
    ]) {
      const expected = money.instalments.filter(({ dueOn, state }) => dueOn >= days.from && dueOn <= days.to && state !== 'cancelled')
      const { rows, manifest } = await json('instalment_calendar', days)
      expect(expected.length).toBeGreaterThan(5)
      expect(manifest).toMatchObject({ rows: expected.length, amount: total(expected.map(({ amount }) => amount)) })
      expect(rows.map((row) => row['due_on']).toSorted()).toEqual(expected.map(({ dueOn }) => dueOn).toSorted())
    }
  })

  it('campaigns: sales with interest paid by the shop', async () => {
    const expected = money.sales.filter(({ at, subsidy }) => subsidy > 0 && within(madridDay(at)))
    const { rows, manifest } = await json('campaigns')
    expect(rows).toHaveLength(expected.length)
    expect(manifest['subsidy_amount']).toBe(total(expected.map(({ subsidy }) => subsidy)))
    expect(new Set(rows.map((row) => row['campaign']))).toEqual(new Set(['Otoño', null]))
  })
})

it.each(['settlements', 'refunds', 'instalment_calendar', 'campaigns', 'fees', 'reconciliation'] as const)(
  '%s as CSV has headings, translations, Spanish numbers, no formula, and a closing line',
  async (type) => {
    const { report, raw } = await file(type, 'csv')
    const lines = raw
      .replace(/^\ufeff/, '')
      .split('\r\n')
      .slice(0, -1)
    expect(lines).toHaveLength((report.rows ?? 0) + 2)
    expect(report.rows).toBeGreaterThan(2)
    const width = lines[0]?.split(';').length
    expect(lines.every((line) => line.split(';').length === width)).toBe(true)
    expect(lines.at(-1)).toMatch(/^Total: \d+ filas · del 13\.10\.2026 al 23\.10\.2026 · hora de Europe\/Madrid;/)
    expect(raw).not.toMatch(/reports\.file|download\.|(^|;)"?\s*[=+@]|undefined|NaN/m)
    const perShop = await server.ownerSql<{ id: string }>('select id from operations where merchant_id <> $1', [ids.merchantA1])
    for (const { id } of perShop) expect(raw).not.toContain(hexOf(id))
  },
)

it('every type has the same bytes written from COPY as from cells, whatever text it contains', async () => {
  const typed = ['=1+1', ' =1+1', '\t@SUM(A1)', '"a";b', 'línea\r\notra', '\u001f\u001d-2', '\uff1d1', "'", 'Íñiguez & Cía', '\u0085+1', '']
  const nth = (name: string) => `($2::text[])[1 + abs(hashtext(${name})) % ${typed.length}]`
  await server.ownerSql(
    `with o as (update operations set mid = left(${nth("id || 'mid'")}, 60), first_name = ${nth("id || 'first'")}, last_name = ${nth("id || 'last'")}, email = ${nth("id || 'mail'")},
         next_due_cents = hashtext(id::text) % 3 where merchant_id = $1 and mode = 'live'),
       r as (update refunds set merchant_reference = ${nth('id::text')} where merchant_id = $1 and mode = 'live')
     update campaigns set name = ($2::text[])[1] where merchant_id = $1 and mode = 'live'`,
    [ids.merchantA1, typed],
  )
  const days = { from: localDate('2026-01-01'), to: localDate('2026-12-31') }
  for (const [type, source] of Object.entries(sourceOf)) {
    const rows = source({ database: server.services.database, scope: mintScope(ids.merchantA1, 'live'), ...days, filters: {}, tax: 'IVA' })
    let [written, ours] = ['', '']
    for await (const { content } of rows.batches(csvForm)) written += content
    for await (const { content } of rows.batches(cellForm(false))) ours += csvLines(rows.columns, content)
    expect([type, written]).toEqual([type, ours])
    expect(written.split('\r\n').length).toBeGreaterThan(5)
  }
})

it('an empty report has its headings and a closing line without rows', async () => {
  const { report, raw } = await file('refunds', 'csv', { from: '2020-01-01', to: '2020-01-31' })
  expect(report.rows).toBe(0)
  expect(raw.split('\r\n')[1]).toContain('Total: 0 filas · del 01.01.2020')
  expect(localDate(report.to)).toBe('2020-01-31')
})
