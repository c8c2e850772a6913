import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subsidyFor } from '#domain/sales/plans/fees'
import { basisPoints, cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { campaignCalls, whole } from '../../testing/campaigns/testCampaign.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), proved: false })
})
afterAll(() => server.close())

const inDays = (count: number) => new Date(server.services.now().getTime() + count * day)
type Sold = {
  merchantId?: string
  mode?: Mode
  daysAgo?: number
  cents?: number
  refunded?: number
  subsidy?: number
  count?: number
  product?: string
  channel?: string
  campaign?: string
  captured?: boolean
  articles?: [name: string, total: number][]
}

/** Inserts orders with the columns that these calls read. */
async function sold(orders: readonly Sold[]): Promise<void> {
  for (const order of orders) {
    const { merchantId = ids.merchantA1, mode = 'live', daysAgo = 1, cents: total = 60_000, refunded = 0, subsidy = 0, count = 6 } = order
    const id = crypto.randomUUID()
    await server.ownerSql(
      `insert into operations (merchant_id, mode, id, substatus, channel, product, capture_mode, total_cents, captured_cents, refunded_cents, num_instalments, tin_bps, tae_bps,
        fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, subsidy_cents, first_name, last_name, email, search_text, created_at, campaign_id)
       values ($1, $2, $3, $4, $5, $6, 'automatic', $7, $8, $9, $10, 0, 0, 250, 35, 2100, 1999, $11, 'Ana', 'Mora', 'a@b.test', 'ana', $12, $13)`,
      [
        merchantId,
        mode,
        id,
        order.captured === false ? 'stopped_customer' : 'payment_process',
        order.channel ?? 'online',
        order.product ?? 'instalments',
        total,
        order.captured === false ? 0 : total,
        refunded,
        count,
        subsidy,
        inDays(-daysAgo),
        order.campaign === undefined ? null : uuidOf(order.campaign),
      ],
    )
    const articles = (order.articles ?? [['Sofá', total]]).map(([name, sum]) => ({
      name,
      quantity: 1,
      price: sum,
      tax_rate: 0,
      discount: 0,
      total: sum,
    }))
    await server.ownerSql('insert into carts (merchant_id, mode, operation_id, articles) values ($1, $2, $3, $4)', [
      merchantId,
      mode,
      id,
      JSON.stringify(articles),
    ])
  }
}
/** Each shop of the fixture is used by one group of tests. */
const shopA1 = () => campaignCalls(server)
const shopA2 = () => campaignCalls(server, { as: 'adminA', merchant: hexOf(ids.merchantA2) })
const shopB1 = () => campaignCalls(server, { as: 'ownerB', merchant: hexOf(ids.merchantB1) })

describe('the estimate', () => {
  const query = {
    interest: 0,
    numInstalments: '3,6',
    channels: 'online,phone',
  }
  it('for a shop without sales is zero', async () => {
    expect((await shopA1().estimate(query)).body).toEqual({
      from: '2026-08-25',
      to: '2026-11-22',
      orders: 0,
      amount: 0,
      subsidy: 0,
      averageAmount: 0,
      choices: [],
      monthly: 0,
    })
  })

  it('covers only the paid orders of 90 days that the campaign would have applied to', async () => {
    await sold([
      { cents: 60_000 },
      { cents: 20_000, count: 3, channel: 'phone', daysAgo: 89 },
      // Excluded: too old, in store, in 12, another product, unpaid, sandbox, another shop
      { daysAgo: 91 },
      { channel: 'in_store' },
      { count: 12 },
      { product: 'pay_in_4', count: 3 },
      { captured: false },
      { mode: 'sandbox' },
      { merchantId: ids.merchantB1 },
    ])
    const subsidy = (orderCents: number, numInstalments: number) =>
      subsidyFor({ orderCents: cents(orderCents), numInstalments, referenceTin: basisPoints(1999), consumerTin: basisPoints(0) })
    const { body } = await shopA1().estimate(query)
    expect(body).toMatchObject({ orders: 2, amount: 80_000, averageAmount: 40_000, subsidy: 3_546 + subsidy(20_000, 3) })
    expect(body.choices).toEqual([
      { numInstalments: 3, subsidy: subsidy(40_000, 3), share: Math.round(subsidy(40_000, 3) / 4) },
      { numInstalments: 6, subsidy: subsidy(40_000, 6), share: 591 },
    ])
    // 90 days of history: a third of it a month.
    expect(body.monthly).toBe(Math.round(body.subsidy / 3))
    expect((await shopA1().estimate({ ...query, minOrderAmount: 20_001 })).body).toMatchObject({ orders: 1, subsidy: 3_546 })
    expect((await shopA1().estimate({ ...query, maxOrderAmount: 20_000 })).body.orders).toBe(1)
    expect((await shopA1().estimate({ ...query, waitingPeriod: 2, minOrderAmount: 20_001 })).body.subsidy).toBe(5_681)
    expect((await shopA1().estimate({ ...query, interest: 999, minOrderAmount: 20_001 })).body.subsidy).toBe(1_785)
    expect((await shopA1().estimate({ interest: 0, numInstalments: '6' })).body.orders).toBe(2)
    for (const wrong of [{ numInstalments: '3;6' }, { channels: 'mail' }, { interest: -1 }])
      expect((await shopA1().estimate({ ...query, ...wrong })).error.type).toBe('ApiValidationException')
    expect((await shopA1().estimate({ ...query, interest: 1_999 })).body).toMatchObject({ orders: 2, subsidy: 0 })
  })

  it('for selected articles weighs carts by their share', async () => {
    const { body: draft } = await shopA2().create({ scope: 'single' })
    await shopA2().addArticles(draft.id, [{ id: 'silla' }])
    const place = { merchantId: ids.merchantA2 }
    await sold([
      { ...place, articles: [['Silla', 60_000]] },
      {
        ...place,
        articles: [
          ['Mesa', 30_000],
          ['SILLA', 30_000],
        ],
      },
      { ...place, articles: [['Mesa', 60_000]] },
    ])
    const { body } = await shopA2().estimate({ ...query, campaignId: draft.id, waitingPeriod: 2 })
    expect([body.orders, body.amount]).toEqual([2, 120_000])
    // The whole cart gets waiting months; the mixed one half of the discount and none.
    const half = subsidyFor({
      orderCents: cents(60_000),
      numInstalments: 6,
      referenceTin: basisPoints(1999),
      consumerTin: basisPoints(999),
    })
    expect(body.subsidy).toBe(5_681 + half)
    expect((await shopA2().estimate({ ...query, campaignId: 'f'.repeat(32) })).status).toBe(404)
  })
})

describe('the preview', () => {
  const query = { interest: 0, numInstalments: '3,6,99', amount: 60_000 }
  it('shows each plan as the checkout would, with the legally required sentences', async () => {
    const { body } = await shopA1().preview(query)
    expect([body.usual, body.limits, body.isReached]).toEqual([1_999, { min: 1_000, max: 300_000 }, true])
    expect(
      body.plans.map(({ numInstalments, tin, instalmentAmount, totalPrice }) => [numInstalments, tin, instalmentAmount, totalPrice]),
    ).toEqual([
      [3, 0, 20_000, 60_000],
      [6, 0, 10_000, 60_000],
    ])
    const legalText = body.plans[1]?.legalText.replaceAll('\u00a0', ' ')
    for (const words of ['Atención:', 'crédito de 600,00 €, 6 cuotas', 'TIN 0 %, TAE 0 %', 'TIN del 0 % en lugar del 19,99 %', '14 días'])
      expect(legalText).toContain(words)
    const waiting = (await shopA1().preview({ ...query, interest: 999, waitingPeriod: 2 })).body.plans[0]
    expect([waiting?.instalments[0]?.dueOn, waiting?.legalText.includes('2 meses de espera')]).toEqual(['2027-02-22', true])
  })

  it("has the usual plan where the campaign does not apply, and none outside the shop's limits", async () => {
    const tinsOf = async (more: object) => (await shopA1().preview({ ...query, ...more })).body.plans.map(({ tin }) => tin)
    const waiting = { interest: 1_999, waitingPeriod: 2, minOrderAmount: 60_001 }
    expect((await shopA1().preview({ ...query, ...waiting })).body).toMatchObject({
      isReached: false,
      plans: [{ tin: 1_999 }, { tin: 1_999 }],
    })
    expect((await shopA1().preview({ ...query, ...waiting, minOrderAmount: 60_000 })).body.isReached).toBe(true)
    expect(await tinsOf({ minOrderAmount: 60_001 })).toEqual([1_999, 1_999])
    expect(await tinsOf({ maxOrderAmount: 59_999 })).toEqual([1_999, 1_999])
    expect(await tinsOf({ minOrderAmount: 60_000, maxOrderAmount: 60_000 })).toEqual([0, 0])
    expect(await tinsOf({ interest: 2_500 })).toEqual([1_999, 1_999])
    expect([await tinsOf({ amount: 999 }), await tinsOf({ amount: 300_001 })]).toEqual([[], []])
  })
})

describe('campaign results', () => {
  it("list each day's orders with the campaign, all orders and the comparison period", async () => {
    const shop = shopB1()
    const id = await shop.published({ startDate: inDays(0).toISOString(), endDate: inDays(30).toISOString() })
    await server.ownerSql('update campaigns set starts_at = $2 where id = $1', [uuidOf(id), inDays(-9)])
    const place = { merchantId: ids.merchantB1 }
    // Includes yesterday's order of another test.
    await sold([
      { ...place, daysAgo: 8, cents: 10_000, subsidy: 500, campaign: id },
      { ...place, daysAgo: 8, cents: 30_000, refunded: 10_000, subsidy: 700, campaign: id },
      { ...place, daysAgo: 2, cents: 5_000, subsidy: 100, campaign: id },
      { ...place, daysAgo: 11, cents: 1_000, subsidy: 10, campaign: id },
      { ...place, daysAgo: 2, cents: 4_000 },
      { ...place, daysAgo: 3, cents: 7_000, captured: false, campaign: id },
      { ...place, daysAgo: 15, cents: 9_000 },
      { ...place, daysAgo: 24, cents: 3_000 },
    ])
    const { body } = await shop.results(id)
    expect(body).toMatchObject({ from: '2026-11-13', to: '2026-11-22', orders: 4, amount: 36_000, subsidy: 1_310 })
    expect(body.days).toHaveLength(10)
    expect(body.days.filter(({ orders }) => orders > 0)).toEqual([
      // Includes the order created before.
      { on: '2026-11-13', orders: 1, amount: 1_000, subsidy: 10, all: 0, before: 0 },
      { on: '2026-11-14', orders: 2, amount: 30_000, subsidy: 1_200, all: 30_000, before: 0 },
      { on: '2026-11-20', orders: 1, amount: 5_000, subsidy: 100, all: 9_000, before: 0 },
    ])
    const sums = body.days.reduce(
      (sum, one) => ({ orders: sum.orders + one.orders, amount: sum.amount + one.amount, subsidy: sum.subsidy + one.subsidy }),
      { orders: 0, amount: 0, subsidy: 0 },
    )
    expect(sums).toEqual((await shop.view(id)).body.usage)
    // Ten days: compared with those two weeks earlier.
    expect(body.before).toEqual({ from: '2026-10-30', to: '2026-11-08', orders: 1, amount: 9_000 })
    expect(body.all).toEqual({ orders: 5, amount: 30_000 + 5_000 + 4_000 + 60_000 })
    // The days add up to both sums, and each is beside its own weekday before.
    const total = (of: 'all' | 'before') => body.days.reduce((sum, one) => sum + one[of], 0)
    expect([total('all'), total('before')]).toEqual([body.all.amount, body.before.amount])
    expect(body.days.filter(({ before }) => before > 0).map(({ on, before }) => [on, before])).toEqual([['2026-11-21', 9_000]])
    expect(body.share).toBe(Math.round((36_000 * 10_000) / 99_000))
  })

  it('are empty before the start', async () => {
    const id = await shopA1().published({ startDate: inDays(1).toISOString() })
    expect((await shopA1().results(id)).body).toMatchObject({ from: null, to: null, orders: 0, days: [], share: 0 })
    expect((await shopA1().results((await shopA1().create()).body.id)).status).toBe(200)
  })
})

describe('overlaps', () => {
  it('list other campaigns for the same orders and days, and the winner', async () => {
    const shop = campaignCalls(server, { mode: 'sandbox' })
    const first = await shop.published({ name: 'Una', startDate: inDays(1).toISOString(), endDate: inDays(10).toISOString(), interest: 0 })
    const later = await shop.published({ name: 'Más tarde', startDate: inDays(10).toISOString(), endDate: inDays(20).toISOString() })
    const dearer = await shop.published({
      name: 'Más cara',
      startDate: inDays(5).toISOString(),
      endDate: null,
      interest: 500,
      numInstalments: [6, 12],
    })
    const chosen = await shop.published(
      { name: 'Sillas', startDate: inDays(2).toISOString(), endDate: inDays(3).toISOString(), scope: 'single' },
      ['A', 'B'],
    )
    const draft = (await shop.create(whole(server))).body.id
    const finished = await shop.published()
    await shop.finish(finished)
    const { body } = await shop.overlaps(first)
    expect(body.results.map(({ name, from, to, articles, wins, loses }) => [name, from, to, articles, wins, loses])).toEqual([
      ['Sillas', '2026-11-24', '2026-11-25', 2, [], [3, 6]],
      ['Más cara', '2026-11-27', '2026-12-02', null, [6], []],
    ])
    expect((await shop.overlaps(dearer)).body.results.map(({ id, loses }) => [id, loses])).toEqual([
      [first, [6]],
      [later, [6]],
    ])
    expect((await shop.overlaps(chosen)).body.results.map(({ id, wins }) => [id, wins])).toEqual([[first, [3, 6]]])
    expect((await shop.overlaps(draft)).body.results.map(({ id }) => id)).toEqual([first, chosen, dearer])
    expect((await shop.overlaps((await shop.create()).body.id)).body.results).toEqual([])
    expect((await shopA1().overlaps(first)).status).toBe(404)
  })
})

describe('sold articles', () => {
  it('are searched by words or numbers, best-selling first, in this shop and mode', async () => {
    const shop = campaignCalls(server, { as: 'ownerB', mode: 'sandbox', merchant: hexOf(ids.merchantB1) })
    const place = { merchantId: ids.merchantB1, mode: 'sandbox' as const }
    await sold([
      {
        ...place,
        articles: [
          ['Sofá cama Ñandú', 100],
          ['Mesa', 50],
        ],
      },
      { ...place, articles: [['Mesa', 50]] },
      { mode: 'sandbox', articles: [['Mesa ajena', 50]] },
    ])
    expect((await shop.search({})).body.results.map(({ id, name, orders, unitAmount }) => [id, name, orders, unitAmount])).toEqual([
      ['Mesa', 'Mesa', 2, 50],
      ['Sofá cama Ñandú', 'Sofá cama Ñandú', 1, 100],
    ])
    expect((await shop.search({ q: 'nandu SOFA' })).body.results.map(({ name }) => name)).toEqual(['Sofá cama Ñandú'])
    expect((await shop.search({ q: 'silla' })).body.results).toEqual([])
    expect((await shop.search({ ids: 'mesa, no está\nx' })).body.results.map(({ name }) => name)).toEqual(['Mesa'])
  })
})
