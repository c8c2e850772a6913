import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { endCampaigns, runCampaign, shop, startCampaignServer, type CampaignWish } from '../../testing/checkout/testCampaigns.ts'
import { callerOf } from '../../testing/checkout/testSale.ts'

let server: TestServer
beforeAll(async () => {
  server = await startCampaignServer()
})
afterAll(() => server.close())
beforeEach(() => endCampaigns(server))

const campaign = (wish?: CampaignWish) => runCampaign(server, wish)
const act = (call: 'campaignPause' | 'campaignResume' | 'campaignFinish', campaignId: string) =>
  server.call(call, { as: 'editorA', params: { ...shop, campaignId } })

describe('a link for one campaign', () => {
  let links = 0
  const ask = (campaignId: string, more: object = {}) =>
    server.call('checkoutOfflineCreate', {
      as: 'editorA',
      params: shop,
      body: {
        submitType: 'vendors',
        order: { totalAmount: 60_000, articles: [{ name: 'Bici', quantity: 1, price: 60_000, taxRate: 0 }] },
        campaignId,
        ...more,
      },
      // A key each, so that the request is not taken for a repetition of the last one.
      key: `for-one-campaign-${(links += 1)}`,
    })
  const copied = async (orderUuid: string) =>
    (await server.call('checkoutOfflineCopy', { as: 'editorA', params: { ...shop, orderUuid } })).body
  const opened = async (campaignId: string) => {
    const { body } = await ask(campaignId)
    const call = callerOf(server, uuidOf(body.checkoutId) ?? '', new URL(body.checkoutUrl).hash.slice(1))
    const offered = async () =>
      (await call('checkoutView')).body.plans.map(({ product, numInstalments, tin }) => [product, numInstalments, tin])
    return { ...body, call, offered }
  }

  it("offers only that campaign's plans, each on cheaper terms of another campaign if any", async () => {
    const chosen = await campaign({ interest: 999, numInstalments: [3, 6] })
    const cheaper = await campaign({ interest: 0, numInstalments: [6, 12] })
    const link = await opened(chosen)
    expect(await link.offered()).toEqual([
      ['instalments', 3, 999],
      ['instalments', 6, 0],
    ])
    for (const [product, numInstalments] of [['instalments', 12] as const, ['pay_in_4', 4] as const])
      expect((await link.call('checkoutPlan', { product, numInstalments })).status).toBe(400)
    const taken = async (numInstalments: number) => {
      expect((await link.call('checkoutPlan', { product: 'instalments', numInstalments })).status).toBe(200)
      const [row] = await server.ownerSql<{ campaign_id: string; tin_bps: number }>(
        'select campaign_id, tin_bps from operations where id = $1',
        [uuidOf(link.operationId)],
      )
      return row && [hexOf(row.campaign_id), row.tin_bps]
    }
    expect(await taken(6)).toEqual([cheaper, 0])
    expect(await taken(3)).toEqual([chosen, 999])
    expect((await copied(link.orderUuid)).campaignId).toBe(chosen)
    expect(await (await opened(cheaper)).offered()).toEqual([
      ['instalments', 6, 0],
      ['instalments', 12, 0],
    ])
  })

  it('keeps the chosen plan when a cheaper campaign starts, when its own resumes, and when the shop stops offering it', async () => {
    const id = await campaign({ interest: 999 })
    const link = await opened(id)
    const chose = (numInstalments: number) => link.call('checkoutPlan', { product: 'instalments', numInstalments })
    await chose(3)
    const cheaper = await campaign({ numInstalments: [3] })
    expect(await link.offered()).toEqual([
      ['instalments', 3, 999],
      ['instalments', 6, 999],
    ])
    await act('campaignFinish', cheaper)
    await act('campaignPause', id)
    await chose(12)
    await act('campaignResume', id)
    const all = [
      ['instalments', 3, 999],
      ['instalments', 6, 999],
      ['instalments', 12, 1_999],
    ]
    expect(await link.offered()).toEqual(all)
    expect((await chose(12)).status).toBe(200)
    const sell = (counts: number[]) =>
      server.ownerSql(`update merchant_terms set instalments_allowed = $2 where merchant_id = $1 and product = 'instalments'`, [
        ids.merchantA1,
        counts,
      ])
    await sell([3, 6])
    const offered = await link.offered()
    await sell([3, 6, 12])
    expect(offered).toEqual([all[2], all[0], all[1]])
  })

  it('is sold on the usual terms once the campaign is over, and is copied without it', async () => {
    const id = await campaign()
    const link = await opened(id)
    await act('campaignFinish', id)
    const offered = await link.offered()
    expect(offered).toContainEqual(['instalments', 12, 1_999])
    expect(offered.map(([product]) => product)).toContain('pay_later')
    expect(await copied(link.orderUuid)).not.toHaveProperty('campaignId')
  })

  it('is refused where the campaign does not apply: amount, channel, number, dates, a cheaper campaign, another shop', async () => {
    const [dear, away, over] = [await campaign({ minOrderAmount: 60_001 }), await campaign({ channels: ['online'] }), await campaign()]
    await act('campaignFinish', over)
    const fits = await campaign({ numInstalments: [3] })
    const outdone = await campaign({ interest: 999, numInstalments: [3] })
    const six = { product: { type: 'instalments', numInstalments: 6 } }
    for (const [id, more] of [[dear], [away], [over], [fits, six], [outdone], ['f'.repeat(32)]] as const) {
      const { status, body } = await ask(id, more) // a refusal's body
      expect([status, (body as unknown as { error: { fields: { name: string }[] } }).error.fields.map(({ name }) => name)]).toEqual([
        400,
        ['campaign_id'],
      ])
    }
  })
})
