import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { keyRenew } from '#contract/merchants/preferences'
import type { webhookUpdate } from '#contract/merchants/webhooks'
import { ids, personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertBooks, writeOperation } from '../../testing/shopsApi/shopsApiFixture.ts'
import { makeShop } from '../../testing/shopsApi/testShop.ts'

const merchantId = hexOf(ids.merchantA1)
const adminId = personas.adminA.id

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await assertBooks(server.database.ownerUrl)
  await server.close()
})
beforeEach(async () => {
  await server.ownerSql('truncate api_keys, api_key_lookups, outbox, webhooks cascade')
  await server.ownerSql(
    `update memberships set withheld = '{}', refund_limit_cents = null, refund_day_limit_cents = null, access_until = null where user_id = $1`,
    [adminId],
  )
})

const holds = (columns: string) => server.ownerSql(`update memberships set ${columns} where user_id = $1`, [adminId])

/** A new session with a recent password check. */
async function confirmed(persona: Persona): Promise<TestSession> {
  const as = await server.signIn(persona)
  await server.call('meStepUp', { body: { password: testPassword }, as })
  return as
}

type KeyOptions = { as?: Persona; mode?: 'live' | 'sandbox'; kind?: string } & Partial<BodyInput<typeof keyRenew>>

async function makeKey({ as = 'adminA', mode = 'live', kind = 'private', ...body }: KeyOptions = {}) {
  const params = { merchantId, kind }
  return server.call('keyRenew', { params, mode, body: { overlapHours: 0, ...body }, as: await confirmed(as) })
}

const errorOf = ({ status, error }: { status: number; error: { type?: string; message?: string } }) =>
  status < 300 ? null : `${status} ${error.type}: ${error.message}`

describe('a live private key', () => {
  it.each([
    [`withheld = '{refund}'`, /permisos que tú no tienes/],
    [`withheld = '{settlements}'`, /permisos que tú no tienes/],
    ['refund_limit_cents = 1', /no conoce tu límite/],
    ['refund_day_limit_cents = 100000', /no conoce tu límite/],
    [`access_until = now() + interval '30 days'`, /termina en una fecha/],
  ])('cannot be created, renewed or replaced by an admin when %s', async (columns, sentence) => {
    const created = await makeKey({ as: 'ownerA' })
    expect(created.status).toBe(201)
    await holds(columns)
    expect(errorOf(await makeKey())).toMatch(/^403 PermissionDenied/)
    expect(errorOf(await makeKey())).toMatch(sentence)
    const leaked = await server.call('keyLeaked', { params: { merchantId, kind: 'private' }, as: await confirmed('adminA') })
    expect(errorOf(leaked)).toMatch(sentence)
    // The owner's key still works, and revoking one only removes access.
    expect(await server.services.keys.byToken(created.body.token)).not.toBeNull()
    const revoked = await server.call('keyRevoke', { params: { merchantId, keyId: created.body.key.id }, as: await confirmed('adminA') })
    expect(revoked.status).toBe(204)
    expect(errorOf(await makeKey())).toMatch(sentence)
  })

  it('is created by an admin with all rights, and with some of them by one who has those', async () => {
    expect((await makeKey()).body.key).toMatchObject({
      rights: ['sell', 'refund', 'capture', 'campaigns', 'settlements'],
      refundLimit: null,
    })
    await holds(`withheld = '{refund}'`)
    const part = await makeKey({ rights: ['sell', 'capture'], refundLimit: 500 })
    expect(part.body.key).toMatchObject({ rights: ['sell', 'capture'], refundLimit: null, refundDayLimit: null })
    // A renewal without changes has the rights of the previous key, and no more.
    expect((await makeKey()).body.key.rights).toEqual(['sell', 'capture'])
    expect(errorOf(await makeKey({ rights: ['refund'] }))).toMatch(/^403/)
    const leaked = await server.call('keyLeaked', { params: { merchantId, kind: 'private' }, as: await confirmed('adminA') })
    expect(leaked.body.key.rights).toEqual(['sell', 'capture'])
  })

  it('has stricter rules than a public or a sandbox one', async () => {
    await holds(`withheld = '{refund}'`)
    expect((await makeKey({ kind: 'public' })).status).toBe(201)
    expect((await makeKey({ mode: 'sandbox' })).status).toBe(201)
  })
})

describe("a key's permissions", () => {
  const order = () => writeOperation(server.database.ownerUrl)
  const shopWith = async (grant: KeyOptions) => makeShop(server, (await makeKey({ as: 'ownerA', ...grant })).body.token)

  it('are its rights and reading, nothing more', async () => {
    const id = await order()
    const shop = await shopWith({ rights: ['sell', 'settlements'] })
    const refused = [
      await shop('POST', `/orders/${id}/refund`, { body: { amount: 100 } }),
      await shop('POST', `/orders/${id}/cancel`, {}),
      await shop('POST', `/orders/${id}/captures`, { body: {} }),
    ]
    expect(refused.map(({ status, body }) => `${status} ${body.error.type}`)).toEqual(Array(3).fill('403 PermissionDenied'))
    expect(refused[0]?.body.error.message).toContain('Esta clave no tiene permiso')
    expect((await shop('GET', `/orders/${id}`)).status).toBe(200)
    expect((await shop('GET', '/settlements')).status).toBe(200)
    const reader = await shopWith({ rights: [] })
    expect([(await reader('GET', `/orders/${id}`)).status, (await reader('GET', '/settlements')).status]).toEqual([200, 403])
  })

  it('include its limit per refund, also when it cancels', async () => {
    const id = await order()
    const shop = await shopWith({ refundLimit: 1_000 })
    const refund = (amount: number) => shop('POST', `/orders/${id}/refund`, { body: { amount } })
    expect((await refund(1_001)).body.error.message).toMatch(/hasta 10,00\s€ de una vez/)
    expect((await refund(1_000)).status).toBeLessThan(300)
    expect((await shop('POST', `/orders/${id}/cancel`, {})).status).toBe(403)
  })

  it('include its daily limit, however many concurrent requests on any orders', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, order))
    const shop = await shopWith({ refundDayLimit: 2_500 })
    const answers = await Promise.all(orders.map((id) => shop('POST', `/orders/${id}/refund`, { body: { amount: 1_000 } })))
    expect(answers.map(({ status }) => (status < 300 ? 'done' : 'refused')).toSorted()).toEqual(['done', 'done', 'refused', 'refused'])
    const last = await shop('POST', `/orders/${orders[0]}/refund`, { body: { amount: 501 } })
    expect(last.body.error.message).toMatch(/hoy le quedan 5,00\s€/)
  })
})

describe('a live webhook', () => {
  const calls = async (persona: Persona) => {
    const as = await confirmed(persona)
    return {
      create: (events: 'settlement.paid' | 'operation.confirmed' | 'campaign.started') =>
        server.call('webhookCreate', { params: { merchantId }, body: { url: 'https://tienda.example/a', events: [events] }, as }),
      update: (webhookId: string, body: BodyInput<typeof webhookUpdate>) =>
        server.call('webhookUpdate', { params: { merchantId, webhookId }, body: { revision: 1, ...body }, as }),
      renew: (webhookId: string) => server.call('webhookSecretRenew', { params: { merchantId, webhookId }, body: { overlapHours: 0 }, as }),
    }
  }

  it('requires the rights behind its events: without one, a user can create none, renew no secret and add no events', async () => {
    const { webhook } = (await (await calls('ownerA')).create('settlement.paid')).body
    await holds(`withheld = '{settlements,capture}'`)
    const admin = await calls('adminA')
    expect((await admin.create('campaign.started')).status).toBe(201)
    const refused = [
      await admin.create('settlement.paid'),
      await admin.create('operation.confirmed'),
      await admin.renew(webhook.id),
      await admin.update(webhook.id, { url: 'https://otra.example/a' }),
      await admin.update(webhook.id, { events: ['settlement.paid', 'campaign.started'] }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await admin.update(webhook.id, { on: false })).status).toBe(200)
    expect((await admin.update(webhook.id, { on: true })).status).toBe(403)
  })
})

describe('what a person created', () => {
  const credentials = (as: Persona, userId = adminId) => server.call('teamCredentials', { params: { userId: hexOf(userId) }, as })

  it('is listed for whoever disables them, works until revoked, and is then marked as without owner', async () => {
    const live = (await makeKey()).body
    await makeKey({ mode: 'sandbox', kind: 'public' })
    const as = await confirmed('adminA')
    await server.call('webhookCreate', { params: { merchantId }, body: { url: 'https://tienda.example/a', events: ['report.ready'] }, as })
    const { keys, webhooks } = (await credentials('ownerA')).body
    expect(keys.map(({ mode, kind, lastFour }) => [mode, kind, lastFour === live.token.slice(-4)])).toEqual([
      ['live', 'private', true],
      ['sandbox', 'public', false],
    ])
    expect(webhooks.map(({ url, merchant }) => [url, merchant.name])).toEqual([['https://tienda.example/a', 'Tienda Gran Vía']])
    await server.ownerSql('update memberships set disabled_at = now() where user_id = $1', [adminId])
    expect(await server.services.keys.byToken(live.token)).not.toBeNull()
    const list = await server.call('keyList', { params: { merchantId }, as: 'ownerA' })
    expect(list.body.keys.map(({ makerGone }) => makerGone)).toEqual([true])
    await server.call('keyRevoke', { params: { merchantId, keyId: live.key.id }, as: await confirmed('ownerA') })
    expect((await credentials('ownerA')).body.keys.map(({ mode }) => mode)).toEqual(['sandbox'])
    await server.ownerSql('update memberships set disabled_at = null where user_id = $1', [adminId])
  })

  it("is managed by the account's administrators", async () => {
    expect((await credentials('editorA')).status).toBe(403)
    expect((await credentials('ownerB')).status).toBe(404)
  })
})
