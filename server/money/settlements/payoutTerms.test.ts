import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'
import { settle } from './settle.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

type Own = { on: string; frequency?: 'daily' | 'weekly'; reserve?: [bps: number, days: number]; minimum?: number }
const agree = async (merchantId: string, versions: Own[]) => {
  for (const { on, frequency, reserve, minimum } of versions)
    await fixture.rows(
      `insert into merchant_payout_terms (merchant_id, id, effective_on, payout_frequency, reserve_bps, reserve_days, minimum_fee_cents) values ($1, $2, $3, $4, $5, $6, $7)`,
      [merchantId, randomUUID(), on, frequency ?? null, reserve?.[0] ?? null, reserve?.[1] ?? null, minimum ?? null],
    )
}
const settledDays = (merchantId: string) =>
  fixture.rows<{ said: string }>(
    `select value_on || ': ' || -reserve_held_cents || coalesce(' until ' || reserve_release_on, '') || ', released ' || reserve_released_cents || ', minimum ' || -minimum_fees_cents as said
     from settlements where merchant_id = $1 and mode = 'live' order by value_on`,
    [merchantId],
  )

/** One sale of 100 € around each midnight: a second before and at the first instant of the day. */
const around = (midnight: string) => {
  const at = Date.parse(midnight)
  return [new Date(at - 1_000), new Date(at)].map((time) => ({ at: time, grossCents: 10_000 }))
}

it.each(['late', 'day by day'])('each settlement uses what was in force on its value day, when it is made %s', async (when) => {
  const shop = await fixture.shop({ liveOn: '2025-01-07' })
  await fixture.rows(`update settlement_runs set settled_until = '2026-12-31'`)
  await agree(shop, [
    // Sunday of 25 hours; the first settlement after it is Monday's.
    { on: '2026-10-25', reserve: [1_000, 3] },
    { on: '2026-10-28', reserve: [500, 30], minimum: 5_000 },
    { on: '2026-11-02', frequency: 'weekly', reserve: [0, 1], minimum: 7_000 },
  ])
  const sales = ['2026-10-22T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-27T23:00:00Z', '2026-11-02T23:00:00Z']
  await fixture.lines(shop, sales.flatMap(around))
  const days =
    when === 'late'
      ? ['2026-12-10T08:00:00Z']
      : [
          ...Array.from({ length: 12 }, (_, nth) => new Date(Date.UTC(2026, 9, 23 + nth, 8))),
          '2026-11-20T08:00:00Z',
          '2026-12-10T08:00:00Z',
        ]
  for (const day of days) {
    fixture.setNow(day)
    expect((await settle(fixture.services)).failed).toBe(0)
  }
  expect((await settledDays(shop)).map(({ said }) => said)).toEqual([
    '2026-10-23: 0, released 0, minimum 0',
    // Friday's second sale, and the two around the midnight of Sunday.
    '2026-10-26: 4000 until 2026-10-29, released 0, minimum 0',
    '2026-10-27: 1000 until 2026-10-30, released 0, minimum 0',
    '2026-10-28: 500 until 2026-11-27, released 0, minimum 0',
    '2026-10-29: 500 until 2026-11-28, released 4000, minimum 0',
    '2026-10-30: 0, released 1000, minimum 0',
    // Weekly: Tuesday is the weekday on which it went live. October's minimum was 0: the first day of November decides its own.
    '2026-11-04: 0, released 0, minimum 0',
    '2026-12-02: 0, released 1000, minimum 5000',
  ])
  expect(await fixture.broken()).toEqual([])
})

it('the price list holds where nothing was agreed, also for shops from before there were versions', async () => {
  await fixture.rows(`update settlement_runs set settled_until = '2026-12-31'`)
  await fixture.rows(
    `insert into price_list_payout_terms (id, effective_on, payout_frequency, reserve_bps, reserve_days, minimum_fee_cents) values ($1, '2026-10-27', 'daily', 300, 7, 2000)`,
    [randomUUID()],
  )
  const [plain, before] = [await fixture.shop({ liveOn: '2026-10-05' }), await fixture.shop({ reserveBps: 1_000 })]
  for (const shop of [plain, before])
    await fixture.lines(
      shop,
      ['2026-10-25T10:00:00Z', '2026-10-26T10:00:00Z', '2026-12-01T10:00:00Z'].map((at) => ({ at, grossCents: 10_000 })),
    )
  fixture.setNow('2026-12-05T08:00:00Z')
  await settle(fixture.services)
  expect((await settledDays(plain)).map(({ said }) => said)).toEqual([
    '2026-10-26: 0, released 0, minimum 0',
    '2026-10-27: 300 until 2026-11-03, released 0, minimum 0',
    '2026-11-03: 0, released 300, minimum 0',
    // What is left of the sale after the minimum fee of November with its VAT.
    '2026-12-02: 227 until 2026-12-09, released 0, minimum 2000',
  ])
  expect((await settledDays(before)).map(({ said }) => said.replace(/ until [^,]+/, ''))).toContain(
    '2026-10-27: 1000, released 0, minimum 0',
  )
  expect(await fixture.broken()).toEqual([])
})
