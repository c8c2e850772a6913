import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import { personas } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { readOffers } from '../lifecycle/offers.ts'
import { settleDeal } from '../lifecycle/deals.ts'
import { endCampaigns, runCampaign, shop, startCampaignServer, type CampaignWish } from '../../testing/checkout/testCampaigns.ts'
import { beginSale, sign, someone, type TestSale } from '../../testing/checkout/testSale.ts'

/** The subsidy for 600,00 € in 6 at 0 % instead of 19,99 %. */
const subsidyOfOne = 3_546
let server: TestServer
beforeAll(async () => {
  server = await startCampaignServer()
})
afterAll(() => server.close())
beforeEach(() => endCampaigns(server))

const at = (campaignId: string) => ({ as: 'editorA', params: { ...shop, campaignId } }) as const
/** An active campaign of the editor with a budget. */
const campaign = (budgetAmount: number | null, wish: CampaignWish = {}) =>
  runCampaign(server, { name: `Con ${budgetAmount ?? 'todo'}`, budgetAmount, ...wish })
const view = async (id: string) => (await server.call('campaignDetail', at(id))).body
const stateOf = async (id: string) => {
  const { status, spentAmount, budgetSpentAt } = await view(id)
  return [status, spentAmount, budgetSpentAt !== null]
}
const choose = (sale: TestSale, numInstalments = 6) => sale.call('checkoutPlan', { product: 'instalments', numInstalments })
/** A sale whose customer has chosen a plan, and whether the campaign applies to it. */
async function chosen(numInstalments = 6): Promise<{ sale: TestSale; tin: number }> {
  const sale = await beginSale(server)
  const { status, raw } = await choose(sale, numInstalments)
  if (status !== 200) throw new Error(raw)
  return { sale, tin: await tinOf(sale) }
}
const tinOf = async ({ operationId }: TestSale) =>
  (await server.ownerSql<{ tin_bps: number }>('select tin_bps from operations where id = $1', [operationId]))[0]?.tin_bps ?? -1
const notifications = (id: string) =>
  server.ownerSql<{ user_id: string | null; values: { key: string; value: string }[] }>(
    `select user_id, values from notifications where type = 'campaign_budget_spent' and action_url like '%' || $1`,
    [id],
  )

describe('a campaign with a budget', () => {
  it('pauses with the order that spends the last of it, notifies its author, and does not apply to the next one', async () => {
    const id = await campaign(2 * subsidyOfOne)
    expect([(await chosen()).tin, await stateOf(id)]).toEqual([0, ['active', subsidyOfOne, false]])
    expect([(await chosen()).tin, await stateOf(id)]).toEqual([0, ['paused', 2 * subsidyOfOne, true]])
    expect([(await chosen()).tin, await stateOf(id)]).toEqual([1_999, ['paused', 2 * subsidyOfOne, true]])
    expect((await notifications(id)).map(({ user_id, values }) => [user_id, values.find(({ key }) => key === 'amount')?.value])).toEqual([
      [personas.editorA.id, '70,92\u00a0€'],
    ])
  })

  it('is exceeded by less than the cost of one order', async () => {
    const id = await campaign(subsidyOfOne + 1)
    expect([(await chosen()).tin, (await chosen()).tin, (await chosen()).tin]).toEqual([0, 0, 1_999])
    expect(await stateOf(id)).toEqual(['paused', 2 * subsidyOfOne, true])
  })

  it('is spent once, however many choose concurrently', async () => {
    const id = await campaign(4 * subsidyOfOne)
    const sales = await Promise.all(Array.from({ length: 10 }, () => beginSale(server)))
    await Promise.all(sales.map((sale) => choose(sale)))
    const tins = await Promise.all(sales.map(tinOf))
    expect(tins.filter((tin) => tin === 0)).toHaveLength(4)
    expect([await stateOf(id), (await notifications(id)).length]).toEqual([['paused', 4 * subsidyOfOne, true], 1])
  })

  it('counts a repeated choice once, and releases what is not used', async () => {
    const id = await campaign(2 * subsidyOfOne)
    const { sale } = await chosen()
    await choose(sale)
    expect(await stateOf(id)).toEqual(['active', subsidyOfOne, false])
    await choose(sale, 12)
    expect(await stateOf(id)).toEqual(['active', 0, false])
    await choose(sale)
    await sale.call('checkoutDismiss')
    expect(await stateOf(id)).toEqual(['active', 0, false])
  })

  it('is spent to the cent by the settlement deductions, less refunds', async () => {
    const id = await campaign(10 * subsidyOfOne)
    const sale = await beginSale(server)
    await sign(sale, { who: someone() })
    const lines = () =>
      server.ownerSql<{ sum: string }>('select sum(subsidy_cents) from settlement_lines where operation_id = $1', [sale.operationId])
    expect([await stateOf(id), Number((await lines())[0]?.sum)]).toEqual([['active', subsidyOfOne, false], subsidyOfOne])
    const refund = { as: 'ownerA', params: { ...shop, operationId: hexOf(sale.operationId) }, body: { amount: 20_000 } } as const
    expect((await server.call('operationRefund', refund)).status).toBe(201)
    await server.runClock()
    const [left] = await lines()
    expect(Number(left?.sum)).toBeLessThan(subsidyOfOne)
    expect(await stateOf(id)).toEqual(['active', Number(left?.sum), false])
  })

  it('resumes only with a larger budget', async () => {
    const id = await campaign(subsidyOfOne)
    await chosen()
    const refused = await server.call('campaignResume', at(id))
    expect([refused.status, refused.error.type]).toEqual([409, 'CampaignNotAllowed'])
    expect(refused.error.message).toContain('presupuesto')
    const { revision } = await view(id)
    expect((await server.call('campaignUpdate', { ...at(id), body: { revision, budgetAmount: 3 * subsidyOfOne } })).status).toBe(200)
    expect((await server.call('campaignResume', at(id))).body).toMatchObject({ status: 'active', budgetSpentAt: null })
    const low = await server.call('campaignUpdate', { ...at(id), body: { revision: revision + 2, budgetAmount: subsidyOfOne } })
    expect(low.error.fields?.map(({ name, code }) => [name, code])).toEqual([['budget_amount', 'below_spent']])
    expect([(await chosen()).tin, (await chosen()).tin, (await chosen()).tin]).toEqual([0, 0, 1_999])
    expect([await stateOf(id), (await notifications(id)).length]).toEqual([['paused', 3 * subsidyOfOne, true], 2])
    expect((await server.call('campaignDuplicate', at(id))).body).toMatchObject({ budgetAmount: 3 * subsidyOfOne, spentAmount: 0 })
  })

  it('keeps its promise to an order that is viewed or chosen again', async () => {
    const id = await campaign(subsidyOfOne)
    const { sale } = await chosen()
    const { sale: late } = await chosen()
    const shownTo = async (buyer: TestSale) =>
      (await buyer.call('checkoutView')).body.plans
        .filter(({ product, numInstalments }) => product === 'instalments' && [3, 6].includes(numInstalments))
        .map(({ tin }) => tin)
    expect([await shownTo(sale), await shownTo(late)]).toEqual([
      [1_999, 0],
      [1_999, 1_999],
    ])
    await choose(sale)
    await choose(late)
    expect([await tinOf(sale), await tinOf(late), await stateOf(id), (await notifications(id)).length]).toEqual([
      0,
      1_999,
      ['paused', subsidyOfOne, true],
      1,
    ])
    // Another number of instalments is another choice.
    await choose(sale, 3)
    expect([await tinOf(sale), await stateOf(id)]).toEqual([1_999, ['paused', 0, true]])
  })

  it('is unchanged when its last order fails in the middle', async () => {
    const id = await campaign(subsidyOfOne)
    const sale = await beginSale(server)
    const dying = server.services.database.write(sale.scope, async (db) => {
      const [offer] = (await readOffers(db, sale.scope, new Date())).filter(({ product }) => product === 'instalments')
      if (!offer) throw new Error('no offer')
      const reached = { totalCents: cents(60_000), channel: 'in_store' as const, articles: [] }
      const order = { ...reached, customer: null, secrets: server.services.config.sessionSecrets, now: server.services.now() }
      const settled = await settleDeal(db, sale.scope, { operationId: sale.operationId, order, offer, numInstalments: 6 })
      expect(settled).toMatchObject({ deal: { campaignId: uuidOf(id), tin: basisPoints(0) }, promisedCents: subsidyOfOne })
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect([await stateOf(id), await notifications(id)]).toEqual([['active', 0, false], []])
    expect((await chosen()).tin).toBe(0)
  })

  it('that is spent does not apply, whatever its state', async () => {
    const id = await campaign(3 * subsidyOfOne)
    await chosen()
    await server.ownerSql('update campaigns set budget_cents = 1 where id = $1', [uuidOf(id)])
    expect([(await chosen()).tin, await stateOf(id)]).toEqual([1_999, ['paused', subsidyOfOne, true]])
  })

  it('leaves the order to the next best campaign', async () => {
    const dearer = await campaign(null, { interest: 999 })
    const id = await campaign(subsidyOfOne)
    expect([(await chosen()).tin, (await chosen()).tin]).toEqual([0, 999])
    expect([(await stateOf(id))[0], (await view(dearer)).usage.orders]).toEqual(['paused', 0])
  })
})
