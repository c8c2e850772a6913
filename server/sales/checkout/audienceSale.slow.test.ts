import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { endCampaigns, runCampaign, shop, startCampaignServer, type CampaignWish } from '../../testing/checkout/testCampaigns.ts'
import { beginSale, brokenBooks, goodCard, goTo, sign, someone, type TestSale } from '../../testing/checkout/testSale.ts'

let server: TestServer
beforeAll(async () => {
  server = await startCampaignServer()
})
afterAll(() => server.close())
beforeEach(() => endCampaigns(server))

let audiences = 0

/** An audience of these members, padded to the minimum size. */
async function audienceOf(members: readonly string[], identifierType: IdentifierType = 'email'): Promise<string> {
  audiences += 1
  const others = Array.from({ length: 20 }, (_, nth) => `relleno${nth}@mora.test`)
  const bytes = Buffer.concat([...members, ...others].map((one) => createHash('sha256').update(memberText(identifierType, one)).digest()))
  const body = { name: `Audiencia ${audiences}`, identifierType, basis: 'consent', rows: 20, duplicates: 0, invalid: 0 } as const
  const answer = await server.call('audienceCreate', { as: 'ownerA', params: shop, body, file: { name: 'm', bytes } })
  await server.runClock()
  return answer.body.uuid
}

/** A campaign limited to the audience. */
const campaignFor = (audienceUuid: string | null, wish: CampaignWish = {}) =>
  runCampaign(server, { name: 'Para ti', audienceUuid, ...wish }, { as: 'ownerA' })

const dealOf = async ({ operationId }: TestSale) => {
  const [row] = await server.ownerSql<{ campaign_id: string | null; tin_bps: number; net_cents: string; subsidy_cents: string }>(
    'select campaign_id, tin_bps, net_cents, subsidy_cents from operations where id = $1',
    [operationId],
  )
  return {
    campaign: row?.campaign_id == null ? null : hexOf(row.campaign_id),
    tin: row?.tin_bps,
    net: Number(row?.net_cents),
    subsidy: Number(row?.subsidy_cents),
  }
}
const tinShown = async (sale: TestSale) =>
  (await sale.call('checkoutView')).body.plans.find(({ product, numInstalments }) => product === 'instalments' && numInstalments === 6)?.tin

describe('a campaign for an audience', () => {
  it('wins once the customer is identified, and costs the shop exactly the stated subsidy', async () => {
    const who = someone()
    const id = await campaignFor(await audienceOf([who.email]))
    const sale = await beginSale(server)
    expect(await tinShown(sale)).toBe(1999)
    await goTo(sale, 'identity', { who })
    expect(await dealOf(sale)).toMatchObject({ campaign: null, tin: 1999 })
    const known = await sale.call('checkoutIdentify', who)
    expect(known.body.plans.find(({ product, numInstalments }) => product === 'instalments' && numInstalments === 6)).toMatchObject({
      tin: 0,
      totalPrice: 60_000,
    })
    await sale.call('checkoutCard', { token: 'sim_accepted_visa_1111_a1b2c3d4' })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 60_000 })
    expect(signed.body.status).toBe('approved')
    // 600,00 − 15,35 − 3,22 − 35,46
    expect(await dealOf(sale)).toEqual({ campaign: id, tin: 0, subsidy: 3_546, net: 54_597 })
    expect(await brokenBooks(server)).toEqual([])
  })

  it('never applies to anybody else, nor before the customer is known', async () => {
    await campaignFor(await audienceOf([someone().email]))
    const sale = await beginSale(server)
    await sign(sale, { who: someone() })
    expect(await dealOf(sale)).toMatchObject({ campaign: null, tin: 1999, subsidy: 0 })
    const { body } = await server.call('planSimulator', { as: 'ownerA', params: shop, query: { amount: 60_000 } })
    expect(body.plans.filter((plan) => plan.tin === 0 && plan.product === 'instalments')).toEqual([])
    expect((await server.call('merchantConfiguration', { as: 'ownerA', params: shop })).body.campaigns).toEqual([])
  })

  it('applies at the till by the phone typed by the shop, from the first step on', async () => {
    const id = await campaignFor(await audienceOf(['612000111'], 'phone'))
    const [own, other] = [await beginSale(server, { phone: '612000111' }), await beginSale(server, { phone: '612000112' })]
    expect([await tinShown(own), await tinShown(other)]).toEqual([0, 1999])
    await own.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
    expect(await dealOf(own)).toMatchObject({ campaign: id, tin: 0 })
  })

  it('applies by document, for an audience of documents', async () => {
    const who = someone()
    const id = await campaignFor(await audienceOf([who.documentId], 'document'))
    const sale = await beginSale(server)
    await sign(sale, { who })
    expect(await dealOf(sale)).toMatchObject({ campaign: id, tin: 0 })
  })

  it('uses no budget where another campaign costs the customer less', async () => {
    const who = someone()
    await campaignFor(await audienceOf([who.email]), { interest: 999 })
    const open = await campaignFor(null, { interest: 500 })
    const sale = await beginSale(server)
    await sign(sale, { who })
    expect(await dealOf(sale)).toMatchObject({ campaign: open, tin: 500 })
  })

  it('never makes agreed terms more expensive, and ignores audiences of another shop or mode', async () => {
    const who = someone()
    const open = await campaignFor(null, { interest: 0 })
    const sale = await beginSale(server)
    await goTo(sale, 'identity', { who })
    await server.call('campaignFinish', { as: 'ownerA', params: { ...shop, campaignId: open } })
    await campaignFor(await audienceOf([who.email]), { interest: 999 })
    await sale.call('checkoutIdentify', who)
    expect(await dealOf(sale)).toMatchObject({ campaign: open, tin: 0 })
    const sandbox = await beginSale(server, { mode: 'sandbox' })
    await sign(sandbox, { who: { ...someone(), email: who.email } })
    expect(await dealOf(sandbox)).toMatchObject({ campaign: null, tin: 1999 })
  })

  it.each([
    ["the link's campaign allows other numbers too", [3, 6]],
    ["the link's campaign allows only that number", [3]],
  ])('makes the plan of a link for another campaign cheaper until the signature: %s', async (_, numInstalments) => {
    const who = someone()
    const own = await campaignFor(null, { interest: 999, numInstalments })
    const audience = await campaignFor(await audienceOf([who.email]), { numInstalments: [3] })
    const sale = await beginSale(server)
    await server.ownerSql('update checkouts set fixed_campaign = $2 where id = $1', [sale.checkoutId, uuidOf(own)])
    const three = { product: 'instalments', numInstalments: 3 } as const
    await goTo(sale, 'identity', { who, plan: three })
    expect(await dealOf(sale)).toMatchObject({ campaign: own, tin: 999 })
    const known = await sale.call('checkoutIdentify', who)
    expect(known.body.plans.map((plan) => [plan.product, plan.numInstalments, plan.tin])).toEqual(
      numInstalments.map((count) => ['instalments', count, count === 3 ? 0 : 999]),
    )
    expect((await sale.call('checkoutPlan', three)).status).toBe(200)
    await sale.call('checkoutCard', { token: goodCard })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 60_000 })
    expect(signed.body.status).toBe('approved')
    expect(await dealOf(sale)).toMatchObject({ campaign: audience, tin: 0 })
    expect(await brokenBooks(server)).toEqual([])
  })

  it('prevents erasing the audience while it is active; afterwards nobody is a member', async () => {
    const who = someone()
    const audienceUuid = await audienceOf([who.email])
    const campaignId = await campaignFor(audienceUuid)
    const erase = () => server.call('audienceErase', { as: 'ownerA', params: { ...shop, uuid: audienceUuid } })
    expect((await erase()).status).toBe(409)
    await server.call('campaignFinish', { as: 'ownerA', params: { ...shop, campaignId } })
    expect((await erase()).status).toBe(200)
    const sale = await beginSale(server)
    await sign(sale, { who })
    expect(await dealOf(sale)).toMatchObject({ campaign: null, tin: 1999 })
  })
})
