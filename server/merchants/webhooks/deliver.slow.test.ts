import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, toCamel, uuidOf } from '../../platform/calls/wire.ts'
import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import { retryDelay, type SentType } from '#domain/merchants/webhook'
import { campaignCalls } from '../../testing/campaigns/testCampaign.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { deadMessages, retryDead } from '../../platform/outbox/operate.ts'
import { sendWebhooks } from '../../testing/outbox/sendOutbox.ts'
import { startReceiver, type Received, type Receiver } from '../../testing/webhooks/testReceiver.ts'
import { hasty, merchantId, queueEvents, webhookCalls } from '../../testing/webhooks/testWebhooks.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
let server: TestServer
let shop: Receiver
let calls: ReturnType<typeof webhookCalls>
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  shop = await startReceiver()
})
afterAll(async () => {
  shop.close()
  await server.close()
})
beforeEach(async () => {
  await server.ownerSql('truncate webhooks, webhook_deliveries, outbox, webhook_sweeps; delete from notifications')
  shop.received.length = 0
  shop.answer((response) => response.end('ok'))
  calls = webhookCalls(server, { as: await server.signIn('adminA') })
})

const send = (timeoutMs?: number) => sendWebhooks(hasty(server, timeoutMs))
/** Signed in anew: the clock may have passed the session's end. */
const freshCalls = async () => webhookCalls(server, { as: await server.signIn('adminA') })
const notified = async (id: string) => (await (await freshCalls()).deliveries(id)).body.results
/** Whether a body matches the contract of its type. */
const isPromised = (body: string): boolean => {
  const message = toCamel(JSON.parse(body)) as { type: SentType }
  return webhookMessage(message.type).safeParse(message).success
}
const notices = (type: string) => server.ownerSql('select values from notifications where type = $1', [type])

/** Verifies as a receiver would, with the secret it was shown and none of our code (Standard Webhooks 1.0). */
async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const text = new TextEncoder().encode(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
  const signatures = String(headers['webhook-signature']).split(' ')
  const checks = signatures.map((signature) =>
    crypto.subtle.verify(
      'HMAC',
      key,
      Uint8Array.from(atob(signature.replace(/^v1,/, '')), (sign) => sign.charCodeAt(0)),
      text,
    ),
  )
  return (await Promise.all(checks)).includes(true)
}

async function campaignStarts(): Promise<string> {
  return campaignCalls(server, { mode: 'sandbox' }).published({ startDate: server.services.now().toISOString() })
}

describe('an event', () => {
  it('arrives once, signed, with its time, and without customer data', async () => {
    const { secret, webhook } = await calls.createEndpoint(shop.url, ['operation.confirmed', 'operation.captured'])
    const [operationId = ''] = await writeOperations(server.database.ownerUrl, [
      { mode: 'sandbox', substatus: 'pending_merchant', captureMode: 'manual', mid: 'P-1001', firstName: 'Ana', email: 'ana@mora.test' },
    ])
    await server.ownerSql('truncate webhook_deliveries, outbox')
    const confirmed = await server.call('operationConfirm', { as: 'ownerA', mode: 'sandbox', params: { merchantId, operationId } })
    expect(confirmed.status).toBe(200)
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    const [first] = shop.received
    if (!first) throw new Error('nothing arrived')
    expect(first.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'trastienda-webhooks/1' })
    expect(Math.abs(Number(first.headers['webhook-timestamp']) - server.services.now().getTime() / 1_000)).toBeLessThan(600)
    expect(await isSigned(first, secret)).toBe(true)
    expect(await isSigned({ ...first, body: first.body.replace('P-1001', 'P-1002') }, secret)).toBe(false)
    const message = JSON.parse(first.body) as { type: string; data: object }
    expect(message).toMatchObject({
      type: 'operation.confirmed',
      data: { operation_id: operationId, mid: 'P-1001', from: 'pending_merchant', event: 'confirmed_for_capture' },
    })
    expect(first.body).not.toMatch(/Ana|mora/)
    expect(isPromised(first.body)).toBe(true)
    expect(isPromised(first.body.replace('"mid"', '"order"'))).toBe(false)
    const [log] = await notified(webhook.id)
    expect(log).toMatchObject({
      state: 'delivered',
      attempts: 1,
      status: 200,
      answer: 'ok',
      messageId: first.headers['webhook-id'],
      body: first.body,
    })
  })

  it('is stored with the change, and not without it', async () => {
    const { webhook } = await calls.createEndpoint(shop.url, ['operation.captured'])
    const [operationId = ''] = await writeOperations(server.database.ownerUrl, [
      { mode: 'sandbox', substatus: 'pending_merchant', reason: 'capture_required', captureMode: 'manual', totalCents: 10_000 },
    ])
    const params = { merchantId, operationId }
    const refused = await server.call('operationCapture', { as: 'ownerA', mode: 'sandbox', params, body: { amount: 10_001 } })
    expect([refused.status, (await notified(webhook.id)).length]).toEqual([409, 0])
    await server.call('operationCapture', { as: 'ownerA', mode: 'sandbox', params, body: { amount: 4_000 } })
    expect(
      (await notified(webhook.id)).map(({ type, body }) => [type, (JSON.parse(body) as { data: { amount: number } }).data.amount]),
    ).toEqual([['operation.captured', 4_000]])
  })

  it('goes to each webhook that subscribes to it, under one id, and to none of another shop or mode', async () => {
    const [webhook, also] = [
      await calls.createEndpoint(shop.url, ['campaign.started']),
      await calls.createEndpoint(shop.url, ['campaign.started', 'report.ready']),
    ]
    const other = await calls.createEndpoint(shop.url, ['report.ready'])
    const live = webhookCalls(server, { mode: 'live' })
    const inLive = await live.createEndpoint('https://tienda.example/avisos', ['campaign.started'])
    const neighbour = await webhookCalls(server, { merchant: hexOf(ids.merchantA2) }).createEndpoint(shop.url, ['campaign.started'])
    await campaignStarts()
    await send()
    expect(shop.received).toHaveLength(2)
    expect(shop.received.every(({ body }) => isPromised(body))).toBe(true)
    expect(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [first, second] = shop.received
    if (!first || !second) throw new Error('too little arrived')
    for (const { secret } of [webhook, also]) expect((await isSigned(first, secret)) !== (await isSigned(second, secret))).toBe(true)
    expect(await notified(other.webhook.id)).toEqual([])
    expect((await live.deliveries(inLive.webhook.id)).body.results).toEqual([])
    expect(await server.ownerSql('select from webhook_deliveries where webhook_id = $1', [uuidOf(neighbour.webhook.id)])).toEqual([])
  })
})

describe('a receiver that', () => {
  const waiting = async () => {
    const { webhook, secret } = await calls.createEndpoint(shop.url, ['campaign.started'])
    await campaignStarts()
    return { id: webhook.id, secret }
  }

  it('fails is retried with growing delays, the same id and a new time', async () => {
    shop.answer((response) => response.writeHead(503).end('cerrado'))
    const { id, secret } = await waiting()
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    expect((await notified(id))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: 503, answer: 'cerrado' })
    server.moveClock(5_000)
    expect(await send()).toBe(1)
    server.moveClock(4 * MINUTE)
    expect(await send()).toBe(0)
    shop.answer((response) => response.writeHead(202).end())
    server.moveClock(MINUTE)
    expect(await send()).toBe(1)
    expect((await notified(id))[0]).toMatchObject({ state: 'delivered', attempts: 3, status: 202 })
    expect(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const times = shop.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    for (const one of shop.received) expect(await isSigned(one, secret)).toBe(true)
  })

  it('never succeeds is given up within three days; then the webhook is off and people are notified', async () => {
    shop.answer((response) => response.writeHead(500).end())
    const { id } = await waiting()
    const began = server.services.now().getTime()
    for (let tries = 1; tries <= 10; tries += 1) {
      expect(await send()).toBe(1)
      server.moveClock(retryDelay(tries, 0) ?? 0)
    }
    const [log] = await notified(id)
    expect(log).toMatchObject({ state: 'failed', attempts: 10 })
    const { database, now } = server.services
    expect(await database.read(null, (db) => deadMessages(db, ids.merchantA1))).toMatchObject([
      { kind: 'webhook', attempts: 10, last_error: 'status 500', account_id: ids.accountA },
    ])
    expect(await database.read(null, (db) => deadMessages(db, ids.accountB))).toEqual([])
    expect(Date.parse(log?.triedAt ?? '') - began).toBeLessThanOrEqual(72 * HOUR)
    expect((await (await freshCalls()).list()).body.webhooks[0]?.state).toBe('on')
    const inbox = await server.call('inboxList', { as: await server.signIn('adminA'), mode: 'sandbox', params: { merchantId } })
    expect(inbox.body.items.filter(({ kind }) => kind === 'webhook_failing')).toMatchObject([{ subject: new URL(shop.url).host }])
    server.moveClock(HOUR)
    await campaignStarts()
    await send()
    expect((await (await freshCalls()).list()).body.webhooks[0]?.state).toBe('failing')
    expect(await notices('webhook_off')).toHaveLength(1)
    // Undelivered messages are sent once somebody turns it on again.
    shop.answer((response) => response.end())
    expect(await send()).toBe(0)
    await (await freshCalls()).update(id, { on: true })
    expect(await send()).toBe(1)
    expect((await (await freshCalls()).list()).body.webhooks[0]).toMatchObject({ state: 'on', failingSince: null })
    // And given up ones once an operator sends them again.
    expect([await database.write(null, (db) => retryDead(db, { kind: 'webhook' }, now())), await send()]).toEqual([1, 1])
    expect((await notified(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('answers 410 turns the webhook off at once', async () => {
    shop.answer((response) => response.writeHead(410).end())
    const { id } = await waiting()
    await send()
    expect((await calls.list()).body.webhooks[0]).toMatchObject({ id, state: 'gone' })
    expect(await notices('webhook_gone')).toHaveLength(1)
    await campaignStarts()
    expect(await notified(id)).toHaveLength(1)
  })

  it.each([
    ['hangs', () => undefined, 'timed_out'],
    ['breaks off', (response: ServerResponse) => response.destroy(), 'unreachable'],
    [
      'promises more than it says',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('ok')
        setImmediate(() => response.destroy())
      },
      'unreachable',
    ],
  ] as const)('%s has not got it', async (_name, way, problem) => {
    shop.answer(way)
    const { id } = await waiting()
    expect(await send(3_000)).toBe(1)
    expect((await notified(id))[0]).toMatchObject({ state: 'waiting', status: null, problem })
  })

  it('redirects is not followed', async () => {
    shop.answer((response) => response.writeHead(307, { location: '/otro' }).end())
    const { id } = await waiting()
    await send()
    expect(shop.received).toHaveLength(1)
    expect((await notified(id))[0]).toMatchObject({ state: 'waiting', status: 307 })
  })

  it('sends a long answer is stored with its first line, without control characters', async () => {
    shop.answer((response) => response.writeHead(400).end(`no\u0000\u001b[31m \u202e${'x'.repeat(200_000)}`))
    const { id } = await waiting()
    await send()
    const [log] = await notified(id)
    expect(log?.answer).toMatch(/^no \[31m x+$/)
    expect(log?.answer).toHaveLength(300)
  })

  it('is inside a network is not called in live mode, whatever its host name', async () => {
    const live = webhookCalls(server, { mode: 'live' })
    await live.stepUp()
    for (const url of [
      'http://tienda.example/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://ana:clave@tienda.example/',
      'tienda.example',
    ]) {
      const refused = await live.create(url, ['campaign.started'])
      expect([refused.status, refused.error.fields]).toMatchObject([400, [{ name: 'url' }]])
    }
    // A host name that resolves to an inside address: detected when sending.
    const { webhook } = await live.createEndpoint('https://localhost/avisos', ['campaign.started'])
    await live.test(webhook.id)
    await send()
    const [log] = (await live.deliveries(webhook.id)).body.results
    expect(['private_address', 'unknown_host']).toContain(log?.problem)
    expect(shop.received).toEqual([])
  })

  it('hangs does not hold up others', async () => {
    const slow = await startReceiver()
    slow.answer(() => undefined)
    try {
      await calls.createEndpoint(slow.url, ['campaign.started'])
      await calls.createEndpoint(shop.url, ['campaign.started'])
      for (let nth = 0; nth < 3; nth += 1) await campaignStarts()
      const sending = send(60_000)
      await expect.poll(() => shop.received.length, { interval: 10 }).toBe(3)
      // The slow one still hangs: the sender finishes when it ends.
      slow.close()
      await sending
    } finally {
      slow.close()
    }
  })
})

it('a message stored while its webhook was turned off waits, and is not polled for', async () => {
  const { webhook } = await calls.createEndpoint(shop.url, ['campaign.started'])
  await calls.update(webhook.id, { on: false })
  await server.ownerSql(`update webhooks set off_at = null, off_reason = null`)
  await campaignStarts()
  await server.ownerSql(`update webhooks set off_at = now(), off_reason = 'person'`)
  await send()
  expect(shop.received).toEqual([])
  expect(await server.ownerSql(`select from outbox where kind = 'webhook'`)).toEqual([])
  await calls.update(webhook.id, { on: true })
  expect(await send()).toBe(1)
})

it('a closing server finishes its requests and leaves the rest to others', async () => {
  await calls.createEndpoint(shop.url, ['campaign.started'])
  const campaignId = await campaignStarts()
  await queueEvents(server, { type: 'campaign.started', many: 39, data: { campaign_id: campaignId } })
  const closing = new AbortController()
  shop.answer((response) => {
    closing.abort()
    setTimeout(() => response.end(), 20)
  })
  const sent = await sendWebhooks(hasty(server), closing.signal)
  expect(sent).toBeLessThan(40)
  expect(shop.received).toHaveLength(sent)
  expect(await send()).toBe(40 - sent)
})

it('two concurrent senders send each message once', async () => {
  await calls.createEndpoint(shop.url, ['campaign.started'])
  for (let nth = 0; nth < 8; nth += 1) await campaignStarts()
  // Answered while the others look for work: a message being sent is not taken twice.
  shop.answer((response) => setTimeout(() => response.end(), 80))
  const first = send()
  await expect.poll(() => shop.received.length, { interval: 5 }).toBeGreaterThan(0)
  const sent = await Promise.all([first, send(), send()])
  expect(sent.reduce((all, one) => all + one)).toBe(8)
  expect(shop.received).toHaveLength(8)
})
