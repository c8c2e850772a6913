import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStride } from '#domain/testing/testRuns'
import { settle } from './settle.ts'
import { killedAt, startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

type Row = {
  value_on: string
  net: string
  opening: string
  closing: string
  held: string
  released: string
  status: string
  from: string
  to: string
  lines: number
}
const settlementsOf = (merchantId: string, mode = 'live') =>
  fixture.rows<Row>(
    `select value_on::text, net_cents::text as net, opening_cents::text as opening, closing_cents::text as closing, reserve_held_cents::text as held, reserve_released_cents::text as released, status,
       period_from::text as from, period_to::text as to, order_count + refund_count + cancel_count as lines from settlements where merchant_id = $1 and mode = $2 order by settlements.value_on`,
    [merchantId, mode],
  )
const brief = (rows: Row[]) =>
  rows.map(({ value_on, opening, net, closing, status }) => `${value_on}: ${opening} → ${net}, ${closing} ${status}`)

describe('a shop', () => {
  let shop: string
  beforeEach(async () => {
    fixture.setNow('2026-11-16T08:00:00Z')
    shop = await fixture.shop()
  })

  it('is paid on Monday for what happened from Friday to Sunday midnight in Madrid', async () => {
    await fixture.lines(shop, [
      { at: '2026-11-19T22:59:59.999Z', grossCents: 1_000 },
      { at: '2026-11-19T23:00:00Z', grossCents: 20_000, feeCents: 530 },
      { at: '2026-11-21T12:00:00Z', grossCents: -3_000, kind: 'refund', feeCents: -75 },
      { at: '2026-11-22T22:59:59.999Z', grossCents: -2_000, kind: 'cancel' },
      { at: '2026-11-22T23:00:00Z', grossCents: 70_000 },
    ])
    fixture.setNow('2026-11-22T23:00:30Z')
    await settle(fixture.services)
    expect(brief(await settlementsOf(shop))).toEqual(['2026-11-20: 0 → 1000, 0 closed'])
    fixture.setNow('2026-11-22T23:01:00Z')
    expect((await settle(fixture.services)).failed).toBe(0)
    const [, monday, ...none] = await settlementsOf(shop)
    expect(monday).toMatchObject({ value_on: '2026-11-23', net: '14545', from: '2026-11-20', to: '2026-11-22', lines: 3, status: 'closed' })
    expect(none).toEqual([])
    expect(
      await fixture.rows(
        `select sales_cents::text as sales, refunds_cents::text as refunds, cancellations_cents::text as cancels, fees_cents::text as fees, fee_refunds_cents::text as back, iban_last4, order_count, refund_count, cancel_count,
           reference ~ '^LIQ-2026-\\d{6}$' as readable from settlements where merchant_id = $1 and value_on = '2026-11-23'`,
        [shop],
      ),
    ).toEqual([
      {
        sales: '20000',
        refunds: '-3000',
        cancels: '-2000',
        fees: '-530',
        back: '75',
        iban_last4: '6789',
        order_count: 1,
        refund_count: 1,
        cancel_count: 1,
        readable: true,
      },
    ])
    expect(await fixture.broken()).toEqual([])
    const states = await fixture.rows<{ total: string; status: string; reference: string | null }>(
      `select total_cents::text as total, settlement_status as status, settlement_reference as reference from operations where merchant_id = $1 order by created_at`,
      [shop],
    )
    expect(states.map(({ total, status, reference }) => [total, status, reference !== null])).toEqual([
      ['1001', 'settled', true],
      ['20001', 'settled', true],
      ['3001', 'pending', false],
      ['2001', 'pending', false],
      ['70001', 'pending', false],
    ])
  })

  it('is not settled again by a second run, or by four concurrent ones', async () => {
    await fixture.lines(shop, [{ at: '2026-11-16T10:00:00Z', grossCents: 5_000 }])
    fixture.setNow('2026-11-17T00:00:00Z')
    const runs = await Promise.all(Array.from({ length: 4 }, () => settle(fixture.services)))
    expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0, 0])
    await settle(fixture.services)
    expect(brief(await settlementsOf(shop))).toEqual(['2026-11-17: 0 → 5000, 0 closed'])
    expect(await fixture.rows('select state, amount_cents::text as amount from payouts where merchant_id = $1', [shop])).toEqual([
      { state: 'queued', amount: '5000' },
    ])
  })

  it('has the same settlements however late they are created', async () => {
    const lines = Array.from({ length: 20 }, (_, nth) => ({
      at: new Date(Date.UTC(2026, 10, 3, 21 + nth * 7)),
      grossCents: 1_000 + nth * 37,
    }))
    const other = await fixture.shop()
    await fixture.lines(shop, lines)
    await fixture.lines(other, lines)
    const owner = fixture.rows
    await owner(`insert into settlement_runs (merchant_id, mode, settled_until) values ($1, 'live', '2026-12-31')`, [other])
    for (let day = 4; day <= 16; day += 1) {
      fixture.setNow(new Date(Date.UTC(2026, 10, day, 6)))
      await settle(fixture.services)
    }
    await owner(`update settlement_runs set settled_until = '-infinity' where merchant_id = $1`, [other])
    await settle(fixture.services)
    expect(await settlementsOf(other)).toEqual(await settlementsOf(shop))
    expect((await settlementsOf(shop)).length).toBeGreaterThan(4)
  })

  it('has a line that came after its settlement in the next one', async () => {
    await fixture.lines(shop, [{ at: '2026-11-16T10:00:00Z', grossCents: 5_000 }])
    fixture.setNow('2026-11-17T08:00:00Z')
    await settle(fixture.services)
    await fixture.lines(shop, [{ at: '2026-11-16T22:59:59Z', grossCents: 700 }])
    fixture.setNow('2026-11-18T08:00:00Z')
    await settle(fixture.services)
    expect((await settlementsOf(shop)).map(({ value_on, net, from }) => [value_on, net, from])).toEqual([
      ['2026-11-17', '5000', '2026-11-16'],
      ['2026-11-18', '700', '2026-11-16'],
    ])
    expect(await fixture.broken()).toEqual([])
  })

  it('repays its debt over several days before anything is paid, and carries forward less than a euro', async () => {
    await fixture.lines(shop, [
      { at: '2026-11-16T10:00:00Z', grossCents: -30_000, kind: 'refund' },
      { at: '2026-11-17T10:00:00Z', grossCents: 12_000 },
      { at: '2026-11-18T10:00:00Z', grossCents: 18_099 },
      { at: '2026-11-19T10:00:00Z', grossCents: 1 },
      { at: '2026-11-24T10:00:00Z', grossCents: 100 },
    ])
    fixture.setNow('2026-11-25T08:00:00Z')
    await settle(fixture.services)
    expect(brief(await settlementsOf(shop))).toEqual([
      '2026-11-17: 0 → 0, -30000 compensated',
      '2026-11-18: -30000 → 0, -18000 compensated',
      '2026-11-19: -18000 → 0, 99 compensated',
      '2026-11-20: 99 → 100, 0 closed',
      '2026-11-25: 0 → 100, 0 closed',
    ])
    expect(await fixture.broken()).toEqual([])
  })

  it('is never paid in test mode, and never mixes the modes', async () => {
    await fixture.lines(shop, [{ at: '2026-11-16T10:00:00Z', grossCents: 5_000 }], 'sandbox')
    fixture.setNow('2026-11-17T08:00:00Z')
    await settle(fixture.services)
    expect(brief(await settlementsOf(shop, 'sandbox'))).toEqual(['2026-11-17: 0 → 5000, 0 closed'])
    expect(await settlementsOf(shop)).toEqual([])
    expect(await fixture.rows('select from payouts where merchant_id = $1', [shop])).toEqual([])
    expect(await fixture.rows('select from payout_queue where merchant_id = $1', [shop])).toEqual([])
  })

  it('without an account is paid once it has one', async () => {
    const poor = await fixture.shop({ iban: null })
    await fixture.lines(poor, [{ at: '2026-11-16T10:00:00Z', grossCents: 5_000 }])
    fixture.setNow('2026-11-17T08:00:00Z')
    await settle(fixture.services)
    expect(await fixture.rows('select from payouts where merchant_id = $1', [poor])).toEqual([])
    await fixture.rows(`update merchants set bank_account_id = (select bank_account_id from merchants where id = $2) where id = $1`, [
      poor,
      shop,
    ])
    fixture.setNow('2026-11-18T08:00:00Z')
    await settle(fixture.services)
    expect(await fixture.rows('select state, amount_cents::text as amount from payouts where merchant_id = $1', [poor])).toEqual([
      { state: 'queued', amount: '5000' },
    ])
  })
})

it('a weekly shop is paid on the first business day after its weekday, for the week before', async () => {
  const shop = await fixture.shop({ weekly: true, liveOn: '2025-01-10' })
  await fixture.lines(shop, [
    { at: '2026-11-13T10:00:00Z', grossCents: 1_000 },
    { at: '2026-11-15T22:59:59Z', grossCents: 2_000 },
    { at: '2026-11-15T23:00:00Z', grossCents: 4_000 },
    { at: '2026-11-20T10:00:00Z', grossCents: 8_000 },
    { at: '2026-11-23T10:00:00Z', grossCents: 16_000 },
  ])
  fixture.setNow('2026-11-24T08:00:00Z')
  await settle(fixture.services)
  expect((await settlementsOf(shop)).map(({ value_on, net, from, to }) => [value_on, net, from, to])).toEqual([
    ['2026-11-16', '3000', '2026-11-09', '2026-11-15'],
    ['2026-11-23', '12000', '2026-11-16', '2026-11-22'],
  ])
})

it('a reserve of a tenth is held for ninety days and released once, on a business day, even without sales', async () => {
  const shop = await fixture.shop({ reserveBps: 1000 })
  await fixture.lines(shop, [
    { at: '2026-06-15T10:00:00Z', grossCents: 100_000 },
    { at: '2026-06-18T10:00:00Z', grossCents: 50_005 },
    { at: '2026-09-14T10:00:00Z', grossCents: -1_000, kind: 'refund' },
  ])
  fixture.setNow('2026-12-01T08:00:00Z')
  await settle(fixture.services)
  expect((await settlementsOf(shop)).map(({ value_on, net, held, released, lines }) => [value_on, net, held, released, lines])).toEqual([
    ['2026-06-16', '90000', '-10000', '0', 1],
    ['2026-06-19', '45004', '-5001', '0', 1],
    ['2026-09-14', '10000', '0', '10000', 0],
    ['2026-09-15', '0', '0', '0', 1],
    ['2026-09-17', '4001', '0', '5001', 0],
  ])
  expect(await fixture.broken()).toEqual([])
})

it('days with a clock change have one midnight each', async () => {
  const shop = await fixture.shop()
  await fixture.lines(shop, [
    { at: '2026-03-27T22:59:59Z', grossCents: 1_000 },
    { at: '2026-03-29T21:59:59Z', grossCents: 2_000 },
    { at: '2026-03-29T22:00:00Z', grossCents: 4_000 },
    { at: '2026-10-25T22:59:59Z', grossCents: 8_000 },
    { at: '2026-10-25T23:00:00Z', grossCents: 16_000 },
  ])
  fixture.setNow('2026-10-28T08:00:00Z')
  await settle(fixture.services)
  expect((await settlementsOf(shop)).map(({ value_on, net }) => [value_on, net])).toEqual([
    ['2026-03-30', '3000'],
    ['2026-03-31', '4000'],
    ['2026-10-26', '8000'],
    ['2026-10-27', '16000'],
  ])
})

it('everything is settled exactly once with crashes at any step and two concurrent runs', async () => {
  fixture.setNow('2026-11-25T08:00:00Z')
  await settle(fixture.services)
  const lines = Array.from({ length: 12 }, (_, nth) => ({
    at: new Date(Date.UTC(2026, 10, 16, nth * 14)),
    grossCents: nth % 4 === 3 ? -900 : 1_000 + nth,
    kind: nth % 4 === 3 ? ('refund' as const) : ('order' as const),
  }))
  let expected: string[] | undefined
  let step = 0
  // By day every other step with a concurrent run.
  const stride = testStride()
  for (let ended = false; !ended; step += stride) {
    for (const racing of process.env.NIGHTLY === undefined ? [step % 2 === 1] : [false, true]) {
      await fixture.rows(`update settlement_runs set settled_until = '2026-12-31'`)
      const shop = await fixture.shop({ reserveBps: 500 })
      await fixture.lines(shop, lines)
      const database = killedAt(fixture.services.database, step)
      const killed = settle({ ...fixture.services, database })
      await Promise.allSettled(racing ? [killed, settle(fixture.services)] : [killed])
      if (!racing) ended = step > 0 && database.steps() < step
      await settle(fixture.services)
      const settled = brief(await settlementsOf(shop))
      expected ??= settled
      expect(settled, `killed at step ${step}`).toEqual(expected)
      const [left] = await fixture.rows<{ many: number; queued: number }>(
        `select (select count(*)::int from settlement_lines where merchant_id = $1 and settlement_id is null) as many, (select count(*)::int from payout_queue where merchant_id = $1) as queued`,
        [shop],
      )
      expect(left).toEqual({ many: 0, queued: settled.filter((one) => one.endsWith('closed')).length })
    }
    if (step > 200) throw new Error('a run with no end')
  }
  expect(expected).toHaveLength(5)
  // Queries and commits of five settlements, at least five each.
  expect(step).toBeGreaterThan(40)
  expect(await fixture.broken()).toEqual([])
})
