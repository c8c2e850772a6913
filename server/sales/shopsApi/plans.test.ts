import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { issueTestKeys, makeShop, type Shop, type TestKeys } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let page: Shop
let keys: TestKeys
beforeAll(async () => {
  server = await startTestServer()
  keys = await issueTestKeys(server, ids.merchantA1)
  page = makeShop(server, keys.live.public)
})
afterAll(() => server.close())

describe('a page of a shop', () => {
  it('is told by HTTP status alone whether an amount can be paid by instalments', async () => {
    const allowed = await page('GET', '/checkout/button?amount=60000&currency=EUR&country=es')
    expect([allowed.status, allowed.raw]).toEqual([200, '{"allowed":true}'])
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*')
    for (const search of ['amount=1', 'amount=60000&currency=USD', 'amount=60000&product[type]=nothing']) {
      const refused = await page('GET', `/checkout/button?${search}`)
      expect([search, refused.status, refused.body.error.type]).toEqual([search, 403, 'CreditNotAvailable'])
    }
    expect((await page('GET', '/checkout/button')).status).toBe(400)
  })

  it('gets the figures of the widgets, instalments first', async () => {
    const { body } = await page('GET', '/instalment-plan-simulator?amount=60000&currency=EUR')
    const { body: widget } = await server.call('widgetPlans', {
      params: { view: 'product' },
      query: { publicKey: keys.live.public, amount: 60_000 },
    })
    expect(body.choices[0].product).toBe('instalments')
    const sixth = widget.plans.find(({ product, numInstalments }) => product === 'instalments' && numInstalments === 6)
    const plan = body.choices[0].instalments.find((one: { num_instalments: number }) => one.num_instalments === 6)
    expect(plan).toMatchObject({
      amount: sixth?.instalmentAmount,
      annual_equivalent: sixth?.tae,
      downpayment_amount: sixth?.downpaymentAmount,
    })
    expect(plan.total_interest + plan.total_fees).toBe((sixth?.totalPrice ?? 0) - 60_000)
    expect(body.options).toMatchObject({
      annual_equivalent: widget.plans[widget.chosen ?? 0]?.tae,
      min_amount: widget.limits?.minAmount,
      max_credit_amount: widget.limits?.maxAmount,
      widget: { type: 'text', disabled: false },
    })
  })

  it('gets no plan for an amount outside all limits', async () => {
    const { body } = await page('GET', '/instalment-plan-simulator?amount=1&view=cart')
    expect(body).toMatchObject({
      choices: [{ product: 'instalments', instalments: [] }],
      options: { annual_equivalent: null, widget: { type: 'select' } },
    })
  })
})
