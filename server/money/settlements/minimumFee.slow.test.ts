import { afterAll, beforeAll, expect, it } from 'vitest'
import { testStride } from '#domain/testing/testRuns'
import { settle } from './settle.ts'
import { killedAt, startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

const agree = (merchantId: string, least: number, from: string) =>
  fixture.rows('update merchants set minimum_fee_cents = $2, minimum_fee_from = $3 where id = $1', [merchantId, least, from])

/** Lines of minimum fees, as `value date: month fee + VAT`. */
const minimums = async (merchantId: string, mode = 'live') =>
  (
    await fixture.rows<{ said: string }>(
      `select l.value_on || ': ' || to_char(l.month_from, 'MM.YYYY') || ' ' || l.fee_cents || ' + ' || l.vat_cents as said
       from settlement_lines l join settlements s on s.merchant_id = l.merchant_id and s.mode = l.mode and s.id = l.settlement_id
       where l.merchant_id = $1 and l.mode = $2 and l.kind = 'fee_minimum' order by l.value_on, l.month_from`,
      [merchantId, mode],
    )
  ).map(({ said }) => said)

/** Three months: fees of 18.00 € in September, 32.00 € in October, partly refunded in November. */
const sold = [
  { at: '2026-09-14T10:00:00Z', grossCents: 60_000, feeCents: 1_800 },
  // Sold in September and settled in October, so it counts for October.
  { at: '2026-09-30T10:00:00Z', grossCents: 40_000, feeCents: 1_200 },
  { at: '2026-10-13T10:00:00Z', grossCents: 70_000, feeCents: 2_000 },
  { at: '2026-11-03T10:00:00Z', grossCents: 50_000, feeCents: 1_000 },
  { at: '2026-11-04T10:00:00Z', grossCents: -50_000, feeCents: -1_400, kind: 'refund' as const },
  { at: '2026-11-11T10:00:00Z', grossCents: 30_000, feeCents: 900 },
  { at: '2026-12-01T10:00:00Z', grossCents: 10_000, feeCents: 300 },
  { at: '2026-12-02T10:00:00Z', grossCents: 10_000, feeCents: 300 },
]
const expected = [
  // Nothing was settled in August.
  '2026-09-15: 08.2026 3000 + 630',
  '2026-10-01: 09.2026 1200 + 252',
  // October reached the minimum; November charged 5.00 €.
  '2026-12-02: 11.2026 2500 + 525',
]

it('is charged by the first settlement of the next month, with VAT, in the equation and in the ledger', async () => {
  fixture.setNow('2026-12-10T08:00:00Z')
  const shop = await fixture.shop()
  await agree(shop, 3_000, '2026-08-01')
  await fixture.lines(shop, sold)
  await fixture.lines(shop, [sold[0] ?? { at: '', grossCents: 0 }], 'sandbox')
  expect((await settle(fixture.services)).failed).toBe(0)
  expect(await minimums(shop)).toEqual(expected)
  expect(await minimums(shop, 'sandbox')).toEqual([])
  expect(
    await fixture.rows(
      `select minimum_fees_cents::text as fee, vat_cents::text as vat, (net_cents + closing_cents - opening_cents)::text as net, minimum_fee_count as many from settlements where merchant_id = $1 and value_on = '2026-12-02' and mode = 'live'`,
      [shop],
    ),
  ).toEqual([{ fee: '-2500', vat: '-525', net: String(10_000 - 300 - 2_500 - 525), many: 1 }])
  expect(
    await fixture.rows(
      `select l.account, sum(l.amount_cents)::text as moved from ledger_journals j join ledger_lines l on l.journal_id = j.id where j.merchant_id = $1 and j.kind = 'fee_minimum' group by 1 order by 1`,
      [shop],
    ),
  ).toEqual([
    { account: 'fee_income', moved: '-6700' },
    { account: 'merchant_payable', moved: '8107' },
    { account: 'vat_payable', moved: '-1407' },
  ])
  expect(await fixture.broken()).toEqual([])
  // Nothing remains to be charged.
  fixture.setNow('2026-12-31T08:00:00Z')
  await settle(fixture.services)
  expect(await minimums(shop)).toEqual(expected)
})

it('is the same however late settlements are created, and does not create one by itself', async () => {
  const [daily, idle] = [await fixture.shop(), await fixture.shop()]
  await agree(daily, 3_000, '2026-08-01')
  await agree(idle, 3_000, '2026-08-01')
  await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
  await fixture.lines(daily, sold)
  for (let day = 0; day < 100; day += 1) {
    fixture.setNow(new Date(Date.UTC(2026, 8, 10 + day, 6)))
    await settle(fixture.services)
  }
  expect(await minimums(daily)).toEqual(expected)
  expect(await fixture.rows('select from settlements where merchant_id = $1', [idle])).toEqual([])
  // Its first sale settles all months together: their sum is owed.
  await fixture.lines(idle, [{ at: '2026-12-20T10:00:00Z', grossCents: 5_000, feeCents: 150 }])
  fixture.setNow('2026-12-22T08:00:00Z')
  await settle(fixture.services)
  expect(await minimums(idle)).toEqual(['08', '09', '10', '11'].map((month) => `2026-12-21: ${month}.2026 3000 + 630`))
  expect(
    await fixture.rows('select net_cents::text as net, closing_cents::text as closing from settlements where merchant_id = $1', [idle]),
  ).toEqual([{ net: '0', closing: String(5_000 - 150 - 4 * 3_630) }])
  expect(await fixture.broken()).toEqual([])
})

it('is charged once with a crash at any step and a concurrent run', async () => {
  fixture.setNow('2026-12-10T08:00:00Z')
  let step = 0
  // Every other step with a concurrent run.
  const stride = testStride(5)
  for (let ended = false; !ended; step += stride) {
    await fixture.rows(`update settlement_runs set settled_until = '2026-12-31'`)
    const shop = await fixture.shop()
    await agree(shop, 3_000, '2026-08-01')
    await fixture.lines(shop, sold)
    const database = killedAt(fixture.services.database, step)
    await Promise.allSettled([settle({ ...fixture.services, database }), ...(step % 2 ? [settle(fixture.services)] : [])])
    ended = step > 0 && step % 2 === 0 && database.steps() < step
    await settle(fixture.services)
    expect(await minimums(shop), `killed at step ${step}`).toEqual(expected)
    if (step > 300) throw new Error('a run with no end')
  }
  expect(step).toBeGreaterThan(60)
  expect(await fixture.broken()).toEqual([])
})

it('of one month cannot be charged twice', async () => {
  await expect(
    fixture.rows(`update settlement_lines set month_from = '2026-08-01' where kind = 'fee_minimum' and month_from = '2026-09-01'`),
  ).rejects.toThrow('settlement_lines_minimum_once')
  await expect(fixture.rows(`update settlement_lines set operation_id = null where kind = 'order'`)).rejects.toThrow(
    'settlement_lines_of_operation',
  )
  await expect(fixture.rows(`update settlements set minimum_fees_cents = minimum_fees_cents - 1`)).rejects.toThrow('settlements_equation')
})
