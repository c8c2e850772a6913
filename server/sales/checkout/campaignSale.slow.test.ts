import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import {
  endCampaigns,
  runCampaign,
  shop,
  startCampaignServer,
  type CampaignPlace,
  type CampaignWish,
} from '../../testing/checkout/testCampaigns.ts'
import { beginSale, brokenBooks, goTo, sign, someone, type Begin, type TestSale } from '../../testing/checkout/testSale.ts'
import { pdfPages } from '../../testing/invoices/testPdf.ts'

let server: TestServer
beforeAll(async () => {
  server = await startCampaignServer()
})
afterAll(() => server.close())
beforeEach(() => endCampaigns(server))

const campaign = (wish?: CampaignWish, how?: CampaignPlace) => runCampaign(server, wish, how)
const act = (call: 'campaignPause' | 'campaignResume' | 'campaignFinish', campaignId: string) =>
  server.call(call, { as: 'editorA', params: { ...shop, campaignId } })
const view = async (campaignId: string) => (await server.call('campaignDetail', { as: 'editorA', params: { ...shop, campaignId } })).body

type SaleRow = {
  campaign_id: string | null
  tin_bps: number
  waiting_months: number
  reference_tin_bps: number
  net_cents: string
  subsidy_cents: string
}
const dealOf = async ({ operationId }: TestSale) => {
  const [row] = await server.ownerSql<SaleRow>(
    'select campaign_id, tin_bps, waiting_months, reference_tin_bps, net_cents, subsidy_cents from operations where id = $1',
    [operationId],
  )
  if (!row) throw new Error('no operation')
  return {
    ...row,
    campaign_id: row.campaign_id && hexOf(row.campaign_id),
    net_cents: Number(row.net_cents),
    subsidy_cents: Number(row.subsidy_cents),
  }
}
const shown = async (sale: TestSale, count = 6) =>
  (await sale.call('checkoutView')).body.plans.find(({ product, numInstalments }) => product === 'instalments' && numInstalments === count)
const choose = (sale: TestSale, numInstalments = 6) => sale.call('checkoutPlan', { product: 'instalments', numInstalments })
const sold = async (begin: Begin = {}) => {
  const sale = await beginSale(server, begin)
  await sign(sale, { who: someone() })
  return sale
}

describe('a customer', () => {
  it("pays the campaign's rate; the shop pays the difference, to the cent", async () => {
    const id = await campaign()
    const sale = await beginSale(server)
    expect(await shown(sale, 12)).toMatchObject({ tin: 1999 })
    const plan = await shown(sale)
    expect(plan).toMatchObject({ tin: 0, tae: 0, totalInterest: 0, totalPrice: 60_000, instalmentAmount: 10_000 })
    expect(plan?.legalText).toContain('Sin intereses ni comisiones.')
    expect(plan?.legalText.replaceAll('\u00a0', ' ')).toContain(
      'Condiciones de campaña: TIN del 0 % en lugar del 19,99 % habitual de esta tienda.',
    )
    expect((await shown(sale, 12))?.legalText).not.toContain('campaña')
    await sign(sale, { who: someone() })
    // 600,00 − 15,35 − 3,22 − 35,46
    expect(await dealOf(sale)).toEqual({
      campaign_id: id,
      tin_bps: 0,
      waiting_months: 0,
      reference_tin_bps: 1999,
      subsidy_cents: 3_546,
      net_cents: 54_597,
    })
    const [line] = await server.ownerSql('select gross_cents, subsidy_cents, net_cents from settlement_lines where operation_id = $1', [
      sale.operationId,
    ])
    expect(line).toEqual({ gross_cents: '60000', subsidy_cents: '3546', net_cents: '54597' })
    const [booked] = await server.ownerSql(
      `select l.amount_cents from ledger_lines l join ledger_journals j on j.id = l.journal_id where j.operation_id = $1 and l.account = 'subsidy_income'`,
      [sale.operationId],
    )
    expect(booked).toEqual({ amount_cents: '-3546' })
    expect((await view(id)).usage).toEqual({ orders: 1, amount: 60_000, subsidy: 3_546 })
    const { body } = await server.call('operationDetail', { as: 'editorA', params: { ...shop, operationId: hexOf(sale.operationId) } })
    expect([body.campaign, body.subsidyAmount]).toEqual([{ id, name: 'Otoño', waitingPeriod: 0 }, 3_546])
    expect(await brokenBooks(server)).toEqual([])
  })

  it("has the campaign's waiting months, shown before signing", async () => {
    await campaign({ waitingPeriod: 2 })
    const sale = await sold()
    expect(await dealOf(sale)).toMatchObject({ waiting_months: 2, subsidy_cents: 5_681, net_cents: 60_000 - 1_535 - 322 - 5_681 })
    const due = await server.ownerSql<{ due_on: string; amount_cents: string }>(
      'select due_on::text, amount_cents from instalments where operation_id = $1 order by number',
      [sale.operationId],
    )
    expect([due.length, due[0], due[5]?.due_on]).toEqual([6, { due_on: '2027-02-22', amount_cents: '10000' }, '2027-07-22'])
    const plan = (await sale.call('checkoutView')).body.plans[0]
    expect(plan?.legalText).toContain('la primera el 22.02.2027')
    expect(plan?.legalText).toContain('2 meses de espera antes de la primera cuota, sin coste para ti.')
    const contract = pdfPages((await sale.call('checkoutContract')).bytes)
      .flat()
      .join(' ')
      .replaceAll('\u00a0', ' ')
    expect(contract).toContain('Campaña de la tienda')
    expect(contract).toContain('en lugar del 19,99 % habitual')
    expect(await brokenBooks(server)).toEqual([])
  })

  it('gets the cheapest of several campaigns, never two combined', async () => {
    await campaign({ interest: 999 })
    const best = await campaign({ interest: 0 })
    await campaign({ interest: 500 })
    const sale = await beginSale(server)
    await choose(sale)
    // So is the forecast of the net amount.
    expect(await dealOf(sale)).toMatchObject({ campaign_id: best, tin_bps: 0, net_cents: 54_597 })
  })

  it('pays the usual terms without a campaign', async () => {
    await campaign({ channels: ['phone'] })
    await campaign({ minOrderAmount: 60_001 })
    await campaign({ numInstalments: [12] })
    await campaign({}, { mode: 'sandbox' })
    const sale = await sold()
    expect(await dealOf(sale)).toMatchObject({ campaign_id: null, tin_bps: 1999, subsidy_cents: 0, net_cents: 58_143 })
  })
})

describe('the campaign that applies', () => {
  it('is the one active by the clock when the customer chooses, even before the job has recorded it', async () => {
    const id = await campaign({ endDate: new Date(server.services.now().getTime() + 60_000).toISOString() })
    const [before, after] = [await beginSale(server), await beginSale(server)]
    await choose(before)
    expect((await dealOf(after)).campaign_id).toBe(id)
    server.moveClock(61_000)
    expect(await shown(after)).toMatchObject({ tin: 1999 })
    await choose(after)
    expect(await dealOf(after)).toMatchObject({ campaign_id: null, tin_bps: 1999, net_cents: 58_143 })
    // The choice stands.
    expect(await shown(before)).toMatchObject({ tin: 0, totalPrice: 60_000 })
    expect((await choose(before, 12)).body.plans.find(({ numInstalments }) => numInstalments === 12)).toMatchObject({ tin: 1999 })
  })

  it('stays with the operation when it is paused, changed or finished', async () => {
    const id = await campaign()
    const sale = await beginSale(server)
    await goTo(sale, 'summary', { who: someone() })
    await act('campaignPause', id)
    expect(await shown(await beginSale(server))).toMatchObject({ tin: 1999 })
    const plan = await shown(sale)
    expect(plan).toMatchObject({ tin: 0 })
    await act('campaignFinish', id)
    const signed = await sale.call('checkoutConfirm', {
      expectedFirstPayment: plan?.firstPaymentAmount ?? -1,
      expectedTotalPrice: plan?.totalPrice ?? -1,
    })
    expect(signed.body.status).toBe('approved')
    expect(await dealOf(sale)).toMatchObject({ campaign_id: id, subsidy_cents: 3_546 })
    expect((await view(id)).usage.orders).toBe(1)
  })

  it('starts on time for a link that was sent before', async () => {
    const sale = await beginSale(server)
    const id = await campaign({ startDate: new Date(server.services.now().getTime() + 60_000).toISOString() })
    expect(await shown(sale)).toMatchObject({ tin: 1999 })
    server.moveClock(61_000)
    expect(await shown(sale)).toMatchObject({ tin: 0 })
    await choose(sale)
    expect((await dealOf(sale)).campaign_id).toBe(id)
  })

  it('and the operation agree, however choosing and pausing interleave', async () => {
    const id = await campaign()
    for (let round = 0; round < 8; round += 1) {
      const sale = await beginSale(server)
      await Promise.all([choose(sale), act(round % 2 === 0 ? 'campaignPause' : 'campaignResume', id)])
      const { campaign_id, tin_bps } = await dealOf(sale)
      expect([campaign_id, tin_bps]).toEqual(campaign_id === null ? [null, 1999] : [id, 0])
    }
  })
})

describe('selected articles', () => {
  it('match a cart by name', async () => {
    const id = await campaign({ scope: 'single' }, { articles: ['BICICLETA <b>«Rio»</b>'] })
    const sale = await beginSale(server)
    await choose(sale)
    expect(await dealOf(sale)).toMatchObject({ campaign_id: id, tin_bps: 0 })
  })

  it('weigh by their share in a mixed cart', async () => {
    const id = await campaign({ scope: 'single' }, { articles: ['Silla'] })
    const sale = await beginSale(server)
    await server.ownerSql('update carts set articles = $2::jsonb where operation_id = $1', [
      sale.operationId,
      JSON.stringify([
        { name: 'Mesa', quantity: 1, price: 0, tax_rate: 2100, discount: 0, total: 40_000 },
        { id: 'S-1', name: 'Silla', quantity: 4, price: 0, tax_rate: 2100, discount: 0, total: 20_000 },
      ]),
    ])
    expect(await shown(sale)).toMatchObject({ tin: 1_333 })
    await sign(sale, { who: someone() })
    const { totalInterest } = (await sale.call('checkoutView')).body.plans[0] ?? {}
    expect(await dealOf(sale)).toMatchObject({ campaign_id: id, tin_bps: 1_333, subsidy_cents: 3_546 - (totalInterest ?? 0) })
    expect(await brokenBooks(server)).toEqual([])
  })

  it("match by the shop's own numbers, which carts and copies keep", async () => {
    const id = await campaign({ scope: 'single', numInstalments: [3] }, { articles: ['ref-7'] })
    const order = { totalAmount: 20_000, articles: [{ id: 'REF-7', name: 'Lámpara', quantity: 1, price: 20_000, taxRate: 0 }] }
    const created = await server.call('checkoutOfflineCreate', { as: 'editorA', params: shop, body: { submitType: 'vendors', order } })
    expect(created.status).toBe(201)
    const { operationId, orderUuid } = created.body
    const params = { ...shop, operationId }
    expect((await server.call('operationDetail', { as: 'editorA', params })).body).toMatchObject({ tin: 0, campaign: { id } })
    expect((await server.call('operationCart', { as: 'editorA', params })).body.articles[0]).toMatchObject({ id: 'REF-7', name: 'Lámpara' })
    const copied = await server.call('checkoutOfflineCopy', { as: 'editorA', params: { ...shop, orderUuid } })
    expect(copied.body.order.articles[0]?.id).toBe('REF-7')
    const articles = await server.call('campaignArticleSearch', { as: 'editorA', params: shop, query: { q: 'lampara' } })
    expect(articles.body.results).toMatchObject([{ id: 'REF-7', name: 'Lámpara', orders: 1 }])
  })

  it('do not match other carts', async () => {
    await campaign({ scope: 'single' }, { articles: ['Silla'] })
    const sale = await beginSale(server)
    await choose(sale)
    expect((await dealOf(sale)).campaign_id).toBeNull()
  })
})

describe('afterwards', () => {
  it('a refund returns its part of the subsidy, and the rest with the remainder', async () => {
    const id = await campaign()
    const sale = await sold()
    const refund = (amount: number) =>
      server.call('operationRefund', { as: 'ownerA', params: { ...shop, operationId: hexOf(sale.operationId) }, body: { amount } })
    expect((await refund(20_000)).status).toBe(201)
    await server.runClock()
    const lines = () =>
      server.ownerSql<{ kind: string; subsidy_cents: string }>(
        'select kind, subsidy_cents from settlement_lines where operation_id = $1 order by occurred_at',
        [sale.operationId],
      )
    expect((await lines()).map(({ subsidy_cents }) => Number(subsidy_cents))).toEqual([3_546, -1_182])
    expect((await view(id)).usage).toEqual({ orders: 1, amount: 40_000, subsidy: 2_364 })
    expect((await refund(40_000)).status).toBe(201)
    await server.runClock()
    expect((await lines()).reduce((sum, { subsidy_cents }) => sum + Number(subsidy_cents), 0)).toBe(0)
    expect((await view(id)).usage).toEqual({ orders: 1, amount: 0, subsidy: 0 })
    expect(await brokenBooks(server)).toEqual([])
  })

  it('several captures cost as much as one', async () => {
    await server.ownerSql(`update merchant_terms set capture_mode = 'manual' where merchant_id = $1 and product = 'instalments'`, [
      ids.merchantA1,
    ])
    await campaign({ waitingPeriod: 1 })
    const sale = await sold()
    const capture = (amount: number) =>
      server.call('operationCapture', { as: 'ownerA', params: { ...shop, operationId: hexOf(sale.operationId) }, body: { amount } })
    expect([(await capture(25_000)).status, (await capture(35_000)).status]).toEqual([201, 201])
    const whole = await sold()
    expect(
      (
        await server.call('operationCapture', {
          as: 'ownerA',
          params: { ...shop, operationId: hexOf(whole.operationId) },
          body: { amount: 60_000 },
        })
      ).status,
    ).toBe(201)
    const [first, other] = [await dealOf(sale), await dealOf(whole)]
    expect([first.subsidy_cents, first.net_cents]).toEqual([other.subsidy_cents, other.net_cents])
    expect(first.subsidy_cents).toBeGreaterThan(3_546)
    await server.ownerSql(`update merchant_terms set capture_mode = 'automatic' where merchant_id = $1 and product = 'instalments'`, [
      ids.merchantA1,
    ])
    expect(await brokenBooks(server)).toEqual([])
  })

  it("the shop's simulator shows the same plan and its cost", async () => {
    await campaign()
    const { body } = await server.call('planSimulator', { as: 'editorA', params: shop, query: { amount: 60_000 } })
    expect(body.plans.map(({ product, numInstalments, tin, merchant }) => [product, numInstalments, tin, merchant?.subsidyAmount])).toEqual(
      [
        ['instalments', 3, 0, 2_010],
        ['instalments', 6, 0, 3_546],
        ['instalments', 12, 1999, 0],
        ['pay_in_4', 4, 0, 0],
        ['pay_later', 1, 0, 0],
      ],
    )
    expect(body.plans[1]?.merchant?.netAmount).toBe(54_597)
  })
})
