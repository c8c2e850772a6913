import { afterAll, beforeAll, expect, it } from 'vitest'
import { widgetDefaults } from '#domain/sales/widget/widgetPreferences'
import { keyCalls, merchantId } from '../testing/preferences/testKeys.ts'
import { elapse } from '../testing/testElapse.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { campaignCalls, whole } from '../testing/campaigns/testCampaign.ts'

type Plan = {
  product: string
  num_instalments: number
  instalment_amount: number
  total_price: number
  tin: number
  tae: number
  free: boolean
  campaign: boolean
  legal_text: string
}
type Answer = {
  plans: Plan[]
  chosen: number | null
  limits: { min_amount: number; max_amount: number } | null
  preferences: { type: string }
  words?: Record<string, string>
}

let server: TestServer
const keys: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const mode of ['live', 'sandbox'] as const)
    for (const kind of ['public', 'private'] as const) keys[`${mode} ${kind}`] = (await keyCalls(server, { mode }).createKey(kind)).token
})
afterAll(() => server.close())

/** A request from a shop's page: only the URL. */
async function getPlans(key: string | undefined, query: string, view = 'product', headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/v2/widget/${view}?public_key=${key}&${query}`, {
    headers: { origin: 'https://tienda.example', ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Answer & { error?: { type: string } } }
}

it('returns every plan for an amount with its figures and its example', async () => {
  const { status, body } = await getPlans(keys['live public'], 'amount=60000')
  expect(status).toBe(200)
  const six = body.plans.find((plan) => plan.product === 'instalments' && plan.num_instalments === 6)
  expect(six).toMatchObject({ instalment_amount: 10_591, tin: 1_999, tae: 2_192, free: false })
  expect(six?.legal_text).toContain('21,92')
  expect(body.limits).toEqual({ min_amount: 1_000, max_amount: 300_000 })
  expect(body.chosen).not.toBeNull()
  expect((await getPlans(keys['live public'], 'amount=60000', 'cart')).body.preferences.type).toBe('select')
})

it('can be read by any page, without cookies, and cached for half a minute', async () => {
  const { headers } = await getPlans(keys['live public'], 'amount=60000')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toBe('public, max-age=30')
})

it.each([
  ['live public', 200, 'live'],
  ['sandbox public', 200, 'sandbox'],
  ['live private', 401, null],
  ['sandbox private', 401, null],
])('a %s key: %i', async (key, expected, mode) => {
  for (const accept of ['*/*', 'application/vnd.trastienda.sandbox.v2+json', 'application/vnd.trastienda.v2+json']) {
    const { status, headers, body } = await getPlans(keys[key], 'amount=60000', 'product', { accept })
    expect([status, body.error?.type]).toEqual([expected, expected === 200 ? undefined : 'UnauthorizedException'])
    if (mode) expect((headers.get('content-type') ?? '').includes('.sandbox.')).toBe(mode === 'sandbox')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    if (expected !== 200) expect(headers.get('cache-control')).toBe('no-store')
  }
})

it('a public key is refused by every other call', async () => {
  for (const key of Object.values(keys)) {
    const answer = await server.send('GET', `/v2/merchants/${merchantId}/orders`, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBeGreaterThanOrEqual(401)
    expect(answer.raw).not.toContain('results')
  }
})

it('a revoked key is refused within a second', async () => {
  const calls = keyCalls(server)
  const { token, key } = await calls.createKey('public', 24)
  expect((await getPlans(token, 'amount=60000')).status).toBe(200)
  await calls.revoke(key.id)
  elapse(1_001)
  expect((await getPlans(token, 'amount=60000')).status).toBe(401)
})

it('stores nothing about a buyer, and only the host of the page', async () => {
  const [used] = await server.ownerSql<{ last_used_from: string; last_used_client: string | null }>(
    `select last_used_from, last_used_client from api_keys where kind = 'public' and mode = 'sandbox'`,
  )
  expect(used).toEqual({ last_used_from: 'tienda.example', last_used_client: null })
})

it('applies the winning campaign, and one for chosen articles only to those', async () => {
  const sandbox = campaignCalls(server, { as: 'ownerA', mode: 'sandbox' })
  const tins = async (query: string) =>
    Object.fromEntries(
      (await getPlans(keys['sandbox public'], query)).body.plans
        .filter((plan) => plan.product === 'instalments')
        .map((plan) => [plan.num_instalments, plan.tin]),
    ) as Record<number, number>
  await sandbox.published(whole(server, { interest: 900, numInstalments: [3, 6] }))
  await sandbox.published(whole(server, { interest: 0, numInstalments: [3], channels: ['online'] }))
  await sandbox.published(whole(server, { interest: 0, numInstalments: [6], channels: ['in_store'] }))
  expect(await tins('amount=60000')).toMatchObject({ 3: 0, 6: 900 })
  await sandbox.published(whole(server, { interest: 0, numInstalments: [6], scope: 'single' }), ['SOFA-1'])
  expect((await tins('amount=60000'))[6]).toBe(900)
  expect((await tins('amount=60000&articles=SOFA-1'))[6]).toBe(0)
  expect((await tins('amount=60000&articles=SOFA-1:30000,MESA:30000'))[6]).toBe(900)
  const { body } = await getPlans(keys['sandbox public'], 'amount=60000')
  expect(body.plans[body.chosen ?? -1]).toMatchObject({ free: true })
  expect(
    (await getPlans(keys['live public'], 'amount=60000')).body.plans.every((plan) => plan.product !== 'instalments' || plan.tin === 1_999),
  ).toBe(true)
})

it('shows a campaign with its complete example, and other plans with the shop’s own', async () => {
  const at = { as: 'ownerA', mode: 'sandbox', params: { merchantId, view: 'product' } } as const
  const { revision } = (await server.call('widgetView', at)).body
  const preferences = { ...widgetDefaults.product, legalText: 'TAE { tae }.' }
  const saved = await server.call('widgetSave', { ...at, body: { preferences, revision } })
  await server.call('widgetPublish', { ...at, body: { revision: saved.body.revision } })
  const { plans } = (await getPlans(keys['sandbox public'], 'amount=60000')).body
  const campaigns = plans.filter(({ campaign }) => campaign)
  expect(campaigns.map(({ num_instalments }) => num_instalments)).toEqual([3, 6])
  for (const { legal_text } of campaigns) expect(legal_text).toContain('Ejemplo representativo')
  const others = plans.filter(({ campaign }) => !campaign)
  expect(others.length).toBeGreaterThan(0)
  for (const { legal_text } of others) expect(legal_text).toMatch(/^TAE [\d,]+\s%\.$/)
})

it('respects the shop’s limits, and returns the range of amounts with plans', async () => {
  await server.call('configurationUpdate', {
    as: 'ownerA',
    params: { merchantId },
    body: { cart: { minAmount: 5_000, maxAmount: 90_000 }, revision: 0 },
  })
  expect((await getPlans(keys['live public'], 'amount=4999')).body).toMatchObject({
    plans: [],
    chosen: null,
    limits: { min_amount: 5_000, max_amount: 90_000 },
  })
  expect((await getPlans(keys['live public'], 'amount=5000')).body.plans.length).toBeGreaterThan(0)
  await server.call('configurationUpdate', {
    as: 'ownerA',
    params: { merchantId },
    body: { cart: { minAmount: null, maxAmount: null }, revision: 1 },
  })
})

it('fills the shop’s own example with each plan’s figures', async () => {
  const at = { as: 'ownerA', params: { merchantId, view: 'product' } } as const
  const { body: now } = await server.call('widgetView', at)
  const preferences = { ...now.published, legalText: 'TAE { tae } para { order_amount }', defaultInstalments: 3 }
  await server.call('widgetSave', { ...at, body: { preferences, revision: now.revision } })
  expect((await getPlans(keys['live public'], 'amount=60000')).body.plans[0]?.legal_text).toContain('Ejemplo representativo')
  await server.call('widgetPublish', { ...at, body: { revision: now.revision + 1 } })
  const { body } = await getPlans(keys['live public'], 'amount=60000')
  const chosen = body.plans[body.chosen ?? -1]
  expect(chosen?.num_instalments).toBe(3)
  expect(chosen?.legal_text).toMatch(/^TAE \d+,\d+.% para 600,00.€$/)
})

it('shows no plans of a shop that may not sell', async () => {
  await server.ownerSql(`update accounts set disabled_at = now() where id = $1`, [ids.accountA])
  expect((await getPlans(keys['live public'], 'amount=60000')).body).toMatchObject({ plans: [], chosen: null, limits: null })
  await server.ownerSql(`update accounts set disabled_at = null where id = $1`, [ids.accountA])
})

it.each(['amount=0', 'amount=-5', 'amount=1.5', 'amount=', '', 'amount=1e3x', 'amount=99999999999'])('refuses %j', async (query) => {
  expect((await getPlans(keys['live public'], query)).status).toBe(400)
})

it('answers in the page’s language, with the messages of a language that the script does not contain', async () => {
  const [spanish, catalan, unknown] = await Promise.all(
    ['', '&locale=ca', '&locale=xx'].map((locale) =>
      getPlans(keys['live public'], `amount=60000${locale}`, 'cart', { 'accept-language': 'ca' }),
    ),
  )
  const legalTextOf = (answer: typeof spanish) => answer?.body.plans[0]?.legal_text
  expect(legalTextOf(catalan)).toBeTruthy()
  expect(legalTextOf(catalan)).not.toBe(legalTextOf(spanish))
  expect(legalTextOf(unknown)).toBe(legalTextOf(spanish))
  expect([spanish, catalan, unknown].map((answer) => Object.keys(answer?.body.words ?? {}).length > 0)).toEqual([false, true, false])
})
