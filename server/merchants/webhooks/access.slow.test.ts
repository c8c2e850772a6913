import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_WEBHOOKS } from '#domain/merchants/webhook'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sendWebhooks } from '../../testing/outbox/sendOutbox.ts'
import { startReceiver, type Receiver } from '../../testing/webhooks/testReceiver.ts'
import { webhookCalls, type By } from '../../testing/webhooks/testWebhooks.ts'

const HOUR = 3_600_000
const nowhere = 'f'.repeat(32)
const url = 'https://tienda.example/avisos'
let server: TestServer
let shop: Receiver
beforeAll(async () => {
  server = await startTestServer()
  shop = await startReceiver()
})
afterAll(async () => {
  shop.close()
  await server.close()
})
beforeEach(async () => {
  await server.ownerSql('truncate webhooks, webhook_deliveries, outbox, webhook_sweeps')
  shop.received.length = 0
})

const calls = (by?: By) => webhookCalls(server, by)
/** Each of the calls, on one webhook. */
const all = (who: ReturnType<typeof calls>, id: string, deliveryId = nowhere) => [
  who.update(id, { on: false }),
  who.renew(id, 24),
  who.test(id),
  who.deliveries(id),
  who.redeliver(id, deliveryId),
  who.remove(id),
]

describe('a webhook', () => {
  it('is managed by owners and admins only', async () => {
    const { webhook } = await calls().createEndpoint(url, ['report.ready'])
    for (const as of ['editorA', 'guestA'] as const satisfies Persona[]) {
      const answers = [calls({ as }).list(), calls({ as }).create(url, ['report.ready']), ...all(calls({ as }), webhook.id)]
      for (const answer of await Promise.all(answers)) expect(answer.error.type).toBe('PermissionDenied')
    }
    expect((await calls({ as: 'ownerA' }).list()).body.webhooks).toHaveLength(1)
  })

  it('is neither seen nor changed from another shop or mode', async () => {
    const { webhook } = await calls().createEndpoint(url, ['report.ready'])
    const { id: delivery } = (await calls().test(webhook.id)).body
    await calls({ as: 'ownerB' }).stepUp()
    const elsewhere = [
      calls({ mode: 'live' }),
      calls({ merchant: hexOf(ids.merchantA2) }),
      calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) }),
    ]
    for (const other of elsewhere) {
      expect((await other.list()).body.webhooks).toEqual([])
      for (const answer of await Promise.all(all(other, webhook.id, delivery))) expect(answer.status).toBe(404)
    }
    // A webhook does not send deliveries of another one of the same shop.
    const second = await calls().createEndpoint(url, ['report.ready'])
    expect((await calls().redeliver(second.webhook.id, delivery)).status).toBe(404)
    expect((await calls().list()).body.webhooks.map(({ state }) => state)).toEqual(['on', 'on'])
  })

  it('is created, redirected and given another secret only after step-up', async () => {
    const { webhook } = await calls().createEndpoint(url, ['report.ready'])
    const stranger = calls({ as: await server.signIn('ownerA') })
    const refused = [
      await stranger.create(url, ['report.ready']),
      await stranger.update(webhook.id, { url: 'https://otra.example/' }),
      await stranger.renew(webhook.id, 24),
    ]
    expect(refused.map(({ error }) => error.type)).toEqual(['StepUpRequired', 'StepUpRequired', 'StepUpRequired'])
    const changed = await stranger.update(webhook.id, { events: ['settlement.paid', 'settlement.paid'] })
    expect(changed.body).toMatchObject({ url, events: ['settlement.paid'] })
  })

  it('subscribes to at least one event, and to known ones only', async () => {
    await calls().stepUp()
    for (const events of [[], ['webhook.test'], ['everything']]) expect((await calls().create(url, events)).status).toBe(400)
  })

  it('is limited to ten', async () => {
    await calls().stepUp()
    for (let nth = 0; nth < MAX_WEBHOOKS; nth += 1) expect((await calls().create(`${url}/${nth}`, ['report.ready'])).status).toBe(201)
    const refused = await calls().create(url, ['report.ready'])
    expect([refused.status, refused.error.type]).toEqual([409, 'WebhookNotAllowed'])
    expect(refused.error.message).toContain('10')
  })

  it('that is off gets nothing, not even by hand; deleted, nothing of it stays', async () => {
    const { webhook } = await calls().createEndpoint(shop.url, ['report.ready'])
    await calls().test(webhook.id)
    await calls().update(webhook.id, { on: false })
    expect(await sendWebhooks(server.services)).toBe(0)
    expect((await calls().test(webhook.id)).error.type).toBe('WebhookNotAllowed')
    expect((await calls().remove(webhook.id)).status).toBe(204)
    expect(await server.ownerSql(`select from webhook_deliveries union all select from outbox where kind = 'webhook'`)).toEqual([])
  })
})

describe('a secret', () => {
  it('is shown once, and neither listed nor stored readable', async () => {
    await calls().stepUp()
    const { secret, webhook } = await calls().createEndpoint(url, ['report.ready'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await calls().list()).raw).not.toContain(secret)
    await calls().renew(webhook.id, 24)
    const dump = await server.ownerSql<{ row: string }>(
      `select r::text as row from (select to_jsonb(w) as r from webhooks w union all select to_jsonb(i) from idempotency_keys i union all select to_jsonb(a) from audit_entries a) a`,
    )
    expect(dump.filter(({ row }) => row.includes(secret.slice(6)))).toEqual([])
    expect(dump.length).toBeGreaterThan(2)
  })

  it('replaced by another signs too for a day, to the second', async () => {
    const { webhook } = await calls().createEndpoint(shop.url, ['report.ready'])
    await calls().stepUp()
    await calls().renew(webhook.id, 24)
    const signatures = async () => {
      await webhookCalls(server, { as: await server.signIn('adminA') }).test(webhook.id)
      await sendWebhooks(server.services)
      return String(shop.received.at(-1)?.headers['webhook-signature']).split(' ').length
    }
    expect(await signatures()).toBe(2)
    server.moveClock(24 * HOUR - 60_000)
    expect(await signatures()).toBe(2)
    server.moveClock(60_000)
    expect(await signatures()).toBe(1)
  })

  it('that leaked stops signing at once', async () => {
    const as = await server.signIn('adminA')
    const { webhook } = await calls({ as }).createEndpoint(shop.url, ['report.ready'])
    expect((await calls({ as }).renew(webhook.id, 0)).body.webhook.oldSecretEndsAt).toBeNull()
    await calls({ as }).test(webhook.id)
    await sendWebhooks(server.services)
    expect(String(shop.received[0]?.headers['webhook-signature'])).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  })
})

it('a secret that the server cannot decrypt turns the webhook off until it is renewed', async () => {
  const as = await server.signIn('adminA')
  const { webhook } = await calls({ as }).createEndpoint(shop.url, ['report.ready'])
  shop.answer((response) => response.end())
  await calls({ as }).test(webhook.id)
  const otherKey = {
    ...server.services,
    config: { ...server.services.config, keySecrets: ['another key of the server, as long as the first one'] as const },
  }
  expect([await sendWebhooks(otherKey), await sendWebhooks(server.services)]).toEqual([0, 0])
  expect((await calls({ as }).list()).body.webhooks[0]?.state).toBe('secret')
  const { body } = await calls({ as }).renew(webhook.id, 24)
  expect(body.webhook).toMatchObject({ state: 'on', oldSecretEndsAt: null })
  expect(await sendWebhooks(server.services)).toBe(1)
  expect(shop.received).toHaveLength(1)
})

describe('by hand', () => {
  it('a test is sent once, and its failure does not count against the webhook', async () => {
    const as = await server.signIn('adminA')
    const { webhook } = await calls({ as }).createEndpoint(shop.url, ['report.ready'])
    shop.answer((response) => response.writeHead(500).end())
    await calls({ as }).test(webhook.id)
    expect([await sendWebhooks(server.services), await sendWebhooks(server.services)]).toEqual([1, 0])
    const [sent] = (await calls({ as }).deliveries(webhook.id)).body.results
    expect(sent).toMatchObject({ type: 'webhook.test', state: 'failed', attempts: 1, nextAt: null, sentBy: 'Adán Peña' })
    expect((await calls({ as }).list()).body.webhooks[0]?.failingSince).toBeNull()
  })

  it('a message is sent again under the same id', async () => {
    const as = await server.signIn('adminA')
    const { webhook } = await calls({ as }).createEndpoint(shop.url, ['report.ready'])
    shop.answer((response) => response.end())
    const first = (await calls({ as }).test(webhook.id)).body
    await sendWebhooks(server.services)
    const again = await calls({ as }).redeliver(webhook.id, first.id)
    expect(again.status).toBe(201)
    await sendWebhooks(server.services)
    const [one, other] = shop.received
    expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(other?.body).toBe(one?.body)
    const log = (await calls({ as }).deliveries(webhook.id)).body
    expect(log.results.map(({ id }) => id)).toEqual([again.body.id, first.id])
  })

  it('the log is paginated', async () => {
    const as = await server.signIn('adminA')
    const { webhook } = await calls({ as }).createEndpoint(shop.url, ['report.ready'])
    await Promise.all(Array.from({ length: 26 }, () => calls({ as }).test(webhook.id)))
    const [first, second] = [await calls({ as }).deliveries(webhook.id), await calls({ as }).deliveries(webhook.id, 2)]
    expect([first.body.results.length, first.body.next, first.body.maxVisiblePage]).toEqual([25, 2, 2])
    expect([second.body.results.length, second.body.next]).toEqual([1, null])
  })
})
