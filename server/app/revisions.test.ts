import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, personas, testPassword } from '../testing/testFixture.ts'
import { startTestServer, type TestAnswer, type TestServer, type TestSession } from '../testing/testServices.ts'
import { hexOf } from '../platform/calls/wire.ts'

// Every form that several people can save: two read it and save, and the later save is refused instead of overwriting the first.
let server: TestServer
let first: TestSession
let second: TestSession
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  await server.ownerSql(`update memberships set role = 'owner' where user_id = $1`, [personas.adminA.id])
  ;[first, second] = [await server.signIn('ownerA'), await server.signIn('adminA')]
  for (const as of [first, second]) await server.call('meStepUp', { body: { password: testPassword }, as })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const shop = { merchantId }
const memberId = hexOf(personas.guestA.id)

type Saved = Pick<TestAnswer<'profileUpdate'>, 'status' | 'raw' | 'error'>
type State = { revision?: number | undefined; value: unknown }
type How = { as: TestSession; revision: number; key?: string }
/** A form, with the values of two users, and later values of one of them. */
type Form = {
  read: () => Promise<State>
  save: (value: string, options: How) => Promise<Saved>
  values: readonly [mine: string, yours: string, later: string]
  /** Creates what the form needs. */
  make?: () => Promise<unknown>
}

/** The result of `make`. */
const created: Record<string, string> = {}
const article = (value: string) => ({ id: 'SOFA-1', name: value, url: '', description: '', imageUrl: '' })
const articles = () => server.call('campaignArticleList', { params: { ...shop, campaignId: created['campaign'] ?? '' }, as: first })

const forms: Readonly<Record<string, Form>> = {
  configurationUpdate: {
    read: async () => {
      const { body } = await server.call('cartView', { params: shop, as: first })
      return { revision: body.revision, value: String(body.minAmount) }
    },
    save: (value, { revision, ...options }) =>
      server.call('configurationUpdate', {
        params: shop,
        body: { cart: { minAmount: Number(value), maxAmount: null }, revision },
        ...options,
      }),
    values: ['2000', '3000', '4000'],
  },
  profileUpdate: {
    read: async () => {
      const { body } = await server.call('profile', { as: first })
      return { revision: body.revision, value: body.jobTitle }
    },
    save: (jobTitle, { revision, ...options }) => server.call('profileUpdate', { body: { jobTitle, revision }, ...options }),
    values: ['Gerente', 'Administradora', 'Socia'],
  },
  enterpriseUpdate: {
    read: async () => {
      const { body } = await server.call('enterprise', { as: first })
      return { revision: body.revision, value: body.tradeName }
    },
    save: (tradeName, { revision, ...options }) => server.call('enterpriseUpdate', { body: { tradeName, revision }, ...options }),
    values: ['Muebles Norte', 'Muebles Sur', 'Muebles Este'],
  },
  ownerUpdate: {
    make: async () => {
      const [row] = await server.ownerSql<{ id: string }>(
        `insert into company_owners (id, account_id, first_name, last_name, created_at) values (gen_random_uuid(), $1, 'Olga', 'Núñez', now()) returning id`,
        [ids.accountA],
      )
      created['owner'] = hexOf(row?.id ?? '')
    },
    read: async () => {
      const { body } = await server.call('ownerList', { as: first })
      const owner = body.owners.find(({ id }) => id === created['owner'])
      return { revision: owner?.revision, value: owner?.lastName }
    },
    save: (lastName, { revision, ...options }) =>
      server.call('ownerUpdate', { params: { ownerId: created['owner'] ?? '' }, body: { lastName, revision }, ...options }),
    values: ['Núñez Vega', 'Núñez Lara', 'Núñez Mora'],
  },
  holderSave: {
    read: async () => {
      const { body } = await server.call('holderList', { as: first })
      return { revision: body.revision, value: body.holders[0]?.name }
    },
    save: (name, { revision, ...options }) => {
      const holders = [{ id: 'a'.repeat(32), parentId: null, kind: 'person' as const, name, share: 10_000 }]
      return server.call('holderSave', { body: { holders, revision }, ...options })
    },
    values: ['Olga Núñez', 'Adán Peña', 'Edurne Sáez'],
  },
  merchantAccountUpdate: {
    read: async () => {
      const { body } = await server.call('merchantAccount', { params: shop, as: first })
      return { revision: body.revision, value: body.billingEmail }
    },
    save: (billingEmail, { revision, ...options }) =>
      server.call('merchantAccountUpdate', { params: shop, body: { billingEmail, password: testPassword, revision }, ...options }),
    values: ['facturas@a.test', 'cuentas@a.test', 'avisos@a.test'],
  },
  teamUpdate: {
    read: async () => {
      const { body } = await server.call('teamList', { query: { email: personas.guestA.email }, as: first })
      return { revision: body.results[0]?.revision, value: String(body.results[0]?.refundLimit) }
    },
    save: (limit, { revision, ...options }) =>
      server.call('teamUpdate', {
        params: { userId: memberId },
        body: { role: 'editor', refundLimit: Number(limit), revision },
        ...options,
      }),
    values: ['5000', '9000', '7000'],
  },
  webhookUpdate: {
    make: async () => {
      const body = { url: 'https://tienda.example/avisos', events: ['report.ready' as const] }
      const { body: answer } = await server.call('webhookCreate', { params: shop, body, as: first })
      created['webhook'] = answer.webhook.id
    },
    read: async () => {
      const { body } = await server.call('webhookList', { params: shop, as: first })
      return { revision: body.webhooks[0]?.revision, value: body.webhooks[0]?.url }
    },
    save: (url, { revision, ...options }) =>
      server.call('webhookUpdate', { params: { ...shop, webhookId: created['webhook'] ?? '' }, body: { url, revision }, ...options }),
    values: ['https://tienda.example/uno', 'https://tienda.example/otro', 'https://tienda.example/tres'],
  },
  viewUpdate: {
    make: async () => {
      const { body } = await server.call('viewCreate', { params: shop, body: { name: 'De todos', filters: [], shared: true }, as: first })
      created['view'] = body.id
    },
    read: async () => {
      const { body } = await server.call('viewList', { params: shop, as: first })
      return { revision: body[0]?.revision, value: body[0]?.name }
    },
    save: (name, { revision, ...options }) =>
      server.call('viewUpdate', { params: { ...shop, viewId: created['view'] ?? '' }, body: { name, revision }, ...options }),
    values: ['Por cobrar', 'Por capturar', 'Por enviar'],
  },
  audienceRename: {
    make: async () => {
      const body = { name: 'Vecinos', identifierType: 'email', basis: 'legitimate_interest', filters: {} } as const
      created['audience'] = (await server.call('audienceFromOperations', { params: shop, body, as: first })).body.uuid
    },
    read: async () => {
      const { body } = await server.call('audienceDetail', { params: { ...shop, uuid: created['audience'] ?? '' }, as: first })
      return { revision: body.revision, value: body.name }
    },
    save: (name, { revision, ...options }) =>
      server.call('audienceRename', { params: { ...shop, uuid: created['audience'] ?? '' }, body: { name, revision }, ...options }),
    values: ['Vecinos del norte', 'Vecinos del sur', 'Vecinos del este'],
  },
  campaignUpdate: {
    make: async () => {
      const { body } = await server.call('campaignCreate', { params: shop, body: { scope: 'single' }, as: first })
      created['campaign'] = body.id
    },
    read: async () => {
      const { body } = await server.call('campaignDetail', { params: { ...shop, campaignId: created['campaign'] ?? '' }, as: first })
      return { revision: body.revision, value: body.name }
    },
    save: (name, { revision, ...options }) =>
      server.call('campaignUpdate', { params: { ...shop, campaignId: created['campaign'] ?? '' }, body: { name, revision }, ...options }),
    values: ['Otoño', 'Invierno', 'Primavera'],
  },
  widgetSave: {
    read: async () => {
      const { body } = await server.call('widgetView', { params: { ...shop, view: 'product' }, as: first })
      return { revision: body.revision, value: (body.draft?.preferences ?? body.published).btnBgColor }
    },
    save: async (btnBgColor, { revision, ...options }) => {
      const { body } = await server.call('widgetView', { params: { ...shop, view: 'product' }, as: first })
      const preferences = { ...(body.draft?.preferences ?? body.published), btnBgColor }
      return server.call('widgetSave', { params: { ...shop, view: 'product' }, body: { preferences, revision }, ...options })
    },
    values: ['#111111', '#222222', '#333333'],
  },
  campaignArticleUpdate: {
    make: async () => {
      const params = { ...shop, campaignId: created['campaign'] ?? '' }
      await server.call('campaignArticleAdd', { params, body: { articles: [{ id: 'SOFA-1' }] }, as: first })
    },
    read: async () => {
      const [one] = (await articles()).body.results
      return { revision: one?.revision, value: one?.name }
    },
    save: (value, { revision, ...options }) =>
      server.call('campaignArticleUpdate', {
        params: { ...shop, campaignId: created['campaign'] ?? '' },
        body: { ...article(value), revision },
        ...options,
      }),
    values: ['Sofá gris', 'Sofá verde', 'Sofá rojo'],
  },
}

/** Refused by a name of their own. */
const refusals: Readonly<Record<string, string>> = { campaignUpdate: 'CampaignStale', widgetSave: 'WidgetStale' }

describe.each(Object.entries(forms))('%s', (name, { make, read, save, values: [mine, yours, later] }) => {
  it('keeps the first save, refuses the second with the name of the first user, and replays a repeat', async () => {
    await make?.()
    const { revision: seen } = await read()
    if (seen === undefined) throw new Error('no revision is told')
    const saved = await save(mine, { as: first, revision: seen, key: `${name}-mine` })
    expect(saved.status).toBe(200)
    const refused = await save(yours, { as: second, revision: seen, key: `${name}-yours` })
    expect([refused.status, refused.error.type]).toEqual([409, refusals[name] ?? 'SettingsStale'])
    expect(refused.error.message).toContain('Olga Núñez')
    const now = await read()
    expect(now.value).toBe(mine)
    // The same request again, as after a lost response, is a replay; and under another key it finds nothing to change: neither refused nor counted again.
    expect((await save(mine, { as: first, revision: seen, key: `${name}-mine` })).raw).toBe(saved.raw)
    expect((await save(mine, { as: first, revision: seen, key: `${name}-again` })).status).toBe(200)
    expect(await read()).toEqual(now)
    // With the current revision the save succeeds.
    expect((await save(yours, { as: second, revision: now.revision ?? 0 })).status).toBe(200)
    expect((await read()).value).toBe(yours)
  })

  it('accepts one of two concurrent saves', async () => {
    const { revision = 0 } = await read()
    const both = await Promise.all([save(mine, { as: first, revision }), save(later, { as: second, revision })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read()).value).toBe(both[0].status === 200 ? mine : later)
  })
})

describe('a form', () => {
  const limit = (body: object) => server.call('teamUpdate', { params: { userId: memberId }, body, as: second })

  it('without a revision is refused by field, but a toggle is not', async () => {
    const refused = await limit({ refundLimit: 100 })
    expect([refused.status, refused.error.fields?.map(({ name }) => name)]).toEqual([400, ['revision']])
    for (const disabled of [true, false]) expect((await limit({ disabled })).status).toBe(200)
    const webhook = { params: { ...shop, webhookId: created['webhook'] ?? '' }, as: second }
    expect((await server.call('webhookUpdate', { ...webhook, body: { url: 'https://tienda.example/nueva' } })).status).toBe(400)
    expect((await server.call('webhookUpdate', { ...webhook, body: { on: false } })).status).toBe(200)
  })
})
