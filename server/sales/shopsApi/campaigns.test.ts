import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueTestKeys, makeShop, type Shop } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = makeShop(server, (await issueTestKeys(server, ids.merchantA1)).live.private)
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
/** Campaigns that start then are scheduled. */
const year = new Date().getUTCFullYear() + 2
const terms = { name: 'Sin intereses', start_date: `${year}-05-01`, interest: 0, num_instalments: [3, 6] }
const create = async (more: object = {}) => (await shop('POST', '/me/campaigns', { body: { ...terms, ...more } })).body
const view = async (id: string) => (await shop('GET', `/me/campaigns/${id}`)).body

describe("the key's shop", () => {
  it('is returned without bank data, alone and as a list of one', async () => {
    const { body } = await shop('GET', '/me')
    expect(body).toMatchObject({ id: merchantId, currency: 'EUR', timezone: 'Europe/Madrid' })
    expect((await shop('GET', `/merchants/${merchantId}`)).body).toEqual(body)
    expect((await shop('GET', '/merchants')).body).toEqual({
      cursor: { after: null, before: null },
      paging: { count: 1, next: null, previous: null },
      results: [body],
    })
    const other = hexOf(ids.merchantB1)
    const refused = await shop('GET', `/merchants/${other}`)
    expect([refused.status, refused.body.error.fields]).toEqual([404, { merchant__id: other }])
  })
})

describe("a campaign of a shop's program", () => {
  it('is published when created, with a far-away date for no end', async () => {
    const created = await create({ end_date: null, min_order_amount: '3000' })
    expect(created).toMatchObject({
      name: 'Sin intereses',
      start_date: `${year}-04-30T22:00:00Z`,
      end_date: '9999-12-31T23:59:59Z',
      partial: false,
      num_instalments: [3, 6],
      min_order_amount: 3_000,
      max_order_amount: null,
      is_draft: false,
    })
    expect(await view(created.id)).toEqual(created)
    expect((await shop('GET', `/merchants/${merchantId}/campaigns/${created.id}`)).body).toEqual(created)
  })

  it('with gaps leaves nothing behind', async () => {
    const before = (await shop('GET', '/me/campaigns')).body.paging.count
    const refused = await shop('POST', '/me/campaigns', { body: { ...terms, name: '', num_instalments: [] } })
    expect([refused.status, Object.keys(refused.body.error.fields).toSorted()]).toEqual([400, ['name', 'num_instalments']])
    expect((await shop('POST', '/me/campaigns', { body: { ...terms, name: '', partial: true } })).status).toBe(400)
    const wrong = await shop('POST', '/me/campaigns', { body: { ...terms, start_date: `${year}-02-30` } })
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['start_date']])
    expect((await shop('GET', '/me/campaigns')).body.paging.count).toBe(before)
  })

  it('is updated or replaced, and deleted before it starts', async () => {
    const { id } = await create({ end_date: `${year}-06-30`, max_order_amount: 90_000 })
    expect(await view(id)).toMatchObject({ end_date: `${year}-06-30T22:00:00Z` })
    const part = await shop('PATCH', `/me/campaigns/${id}`, { body: { name: 'Otra', end_date: null } })
    expect([part.status, part.raw]).toEqual([204, ''])
    expect(await view(id)).toMatchObject({ name: 'Otra', end_date: '9999-12-31T23:59:59Z', max_order_amount: 90_000 })
    const { revision } = await view(id)
    expect((await shop('PUT', `/me/campaigns/${id}`, { body: terms })).status).toBe(204)
    // A stale revision is refused; without a revision the current state is changed.
    for (const method of ['PATCH', 'PUT']) {
      const late = await shop(method, `/me/campaigns/${id}`, { body: { ...terms, name: 'Tarde', revision } })
      expect([late.status, late.body.error.type]).toEqual([409, 'CampaignStale'])
    }
    expect(await view(id)).toMatchObject({ name: 'Sin intereses', max_order_amount: null })
    expect((await shop('DELETE', `/me/campaigns/${id}`)).status).toBe(204)
    expect((await shop('GET', `/me/campaigns/${id}`)).status).toBe(404)
    const running = await create({ start_date: undefined })
    const refused = await shop('DELETE', `/me/campaigns/${running.id}`)
    expect([refused.status, refused.body.error.type]).toEqual([409, 'CampaignNotAllowed'])
  })

  it('limited to articles is published with its first, and found by each of them', async () => {
    const { id } = await create({ partial: true })
    expect(await view(id)).toMatchObject({ partial: true, is_draft: true })
    const articles = [
      { id: 17, name: 'Lámpara', url: 'https://tienda.example/17' },
      { id: 'B-2', name: 'Mesa', url: 'javascript:alert(1)', image_url: false },
    ]
    const added = await shop('POST', `/me/campaigns/${id}/articles`, { body: articles })
    expect([added.status, added.raw]).toEqual([204, ''])
    expect((await view(id)).is_draft).toBe(false)
    expect((await shop('GET', `/me/campaigns/${id}/articles`)).body).toMatchObject({
      paging: { count: 2 },
      results: [
        { id: '17', name: 'Lámpara', url: 'https://tienda.example/17' },
        { id: 'B-2', url: null, image_url: null },
      ],
    })
    const list = await shop('GET', '/me/campaigns?articles-mid=17')
    expect(list.body.results.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await shop('GET', '/me/campaigns?articles-mid=')).status).toBe(400)
    expect((await shop('DELETE', `/me/campaigns/${id}/articles?article-mid=`)).status).toBe(400)
    expect((await shop('DELETE', `/me/campaigns/${id}/articles?article-mid=17,99`)).status).toBe(204)
    expect((await shop('DELETE', `/me/campaigns/${id}/articles/nobody`)).status).toBe(204)
    const last = await shop('DELETE', `/me/campaigns/${id}/articles`)
    expect([last.status, last.body.error.type]).toEqual([409, 'CampaignNotAllowed'])
  })

  it('begun by a person waits for that person, whatever a program adds', async () => {
    const { body } = await server.call('campaignCreate', {
      params: { merchantId },
      body: { name: 'A mano', scope: 'single', startDate: `${year}-05-01T00:00:00Z`, interest: 0, numInstalments: [3] },
      as: 'ownerA',
    })
    await shop('POST', `/me/campaigns/${body.id}/articles`, { body: [{ id: 'A', name: 'Silla', url: 'https://tienda.example/a' }] })
    expect((await view(body.id)).is_draft).toBe(true)
  })
})
