import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookType } from '#domain/merchants/webhook'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { testStride } from '#domain/testing/testRuns'
import { dueGroups } from '../../platform/outbox/claim.ts'
import { outboxSender } from '../../platform/outbox/sender.ts'
import { dyingAt } from '../../testing/outbox/dyingDatabase.ts'
import { sendWebhooks } from '../../testing/outbox/sendOutbox.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { deliverWebhook } from './deliver.ts'
import { deleteOldDeliveries } from './deleteOldDeliveries.ts'
import { startReceiver, type Receiver } from '../../testing/webhooks/testReceiver.ts'
import { hasty, queueEvents, webhookCalls } from '../../testing/webhooks/testWebhooks.ts'

const DAY = 86_400_000
let server: TestServer
let shop: Receiver
let calls: ReturnType<typeof webhookCalls>
beforeAll(async () => {
  server = await startTestServer()
  shop = await startReceiver()
  calls = webhookCalls(server, { as: await server.signIn('adminA') })
})
afterAll(async () => {
  shop.close()
  await server.close()
})
beforeEach(async () => {
  await server.ownerSql('truncate webhooks, webhook_deliveries, outbox, webhook_sweeps')
  shop.received.length = 0
})

const send = (timeoutMs?: number) => sendWebhooks(hasty(server, timeoutMs))
/** Queues messages of a type for every subscribed webhook, dated so many days ago. */
async function queueMessages(type: WebhookType, many: number, daysAgo = 0): Promise<void> {
  const at = new Date(server.services.now().getTime() - daysAgo * DAY)
  for (const { merchant, mode } of await server.ownerSql<{ merchant: string; mode: Mode }>(
    'select distinct merchant_id as merchant, mode from webhooks',
  ))
    await queueEvents(server, { merchant, mode, type, many, at })
}

describe('the order of sending', () => {
  it('is round-robin, with at most three webhooks of a shop at once', async () => {
    const idOf = (nth: number) => `01900000-0000-7000-8000-0000000000${nth}`
    const [first, second, third, fourth, fifth, sixth] = [11, 12, 13, 14, 15, 16].map(idOf)
    await server.ownerSql(
      `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at)
        select case when nth <= 14 then $1::uuid else $2::uuid end, 'sandbox', ('01900000-0000-7000-8000-0000000000' || nth)::uuid, $3, '{report.ready}', '', now()
        from generate_series(11, 16) nth`,
      [ids.merchantA1, ids.merchantB1, shop.url],
    )
    await queueMessages('report.ready', 1)
    const free = (webhook: number) => ({ email: 0, push: 0, customer: 0, callback: 0, webhook })
    const queued = async (busy: (string | undefined)[], last: string | undefined, most = 50) =>
      dueGroups(server.services, { free: free(most) }, { busy: busy.map(String), last: last ?? null })
    expect(await queued([], undefined)).toEqual([first, second, third, fifth, sixth])
    expect(await queued([], third)).toEqual([fourth, fifth, sixth, first, second])
    expect(await queued([], sixth, 1)).toEqual([first])
    expect(await queued([second, fourth], fourth)).toEqual([fifth, sixth, first])
    expect(await queued([first, second, third], third)).toEqual([fifth, sixth])
  })

  it('is in batches, small until the receiver has accepted a message, oldest first', async () => {
    await calls.createEndpoint(shop.url, ['report.ready'])
    await queueMessages('report.ready', 60)
    const oldest = await server.ownerSql<{ id: string }>(
      `select 'msg_' || replace(d.message_id::text, '-', '') as id from outbox o join webhook_deliveries d on d.id::text = o.subject order by o.number limit 5`,
    )
    const sizes: number[] = []
    const outbox = outboxSender({
      webhook: { sendBatch: (services, batch) => (sizes.push(batch.entries.length), deliverWebhook.sendBatch(services, batch)) },
    })
    await outbox.send({ ...server.services, ...hasty(server) })
    await outbox.settled()
    expect([sizes, shop.received.length]).toEqual([[5, 55], 60])
    const first = shop.received.slice(0, 5).map(({ headers }) => ({ id: headers['webhook-id'] }))
    expect(new Set(first)).toEqual(new Set(oldest))
  })

  it('reaches a webhook although those before it hang with long queues', async () => {
    const slow = await startReceiver()
    slow.answer(() => undefined)
    try {
      for (let nth = 0; nth < 3; nth += 1) await calls.createEndpoint(slow.url, ['campaign.started'])
      await calls.createEndpoint(shop.url, ['report.ready'])
      await queueMessages('campaign.started', 15)
      await queueMessages('report.ready', 1)
      const sending = send(2_000)
      await expect.poll(() => shop.received.length, { interval: 5 }).toBe(1)
      expect(slow.received.length).toBeLessThanOrEqual(30)
      // Hanging receivers end with their connections.
      slow.close()
      expect(await sending).toBe(46)
    } finally {
      slow.close()
    }
  })
})

it('a webhook that is turned on while its messages are found to be off has them sent', async () => {
  const { webhook } = await calls.createEndpoint(shop.url, ['report.ready'])
  await queueMessages('report.ready', 1)
  await server.ownerSql(`update webhooks set off_at = now(), off_reason = 'person'`)
  const services = hasty(server)
  let isOn = false
  const write: Database['write'] = async (scope, work, preflight) => {
    if (scope !== null && !isOn) isOn = (await calls.update(webhook.id, { on: true })).status === 200
    return services.database.write(scope, work, preflight)
  }
  // Withheld, then sent.
  expect(await sendWebhooks({ ...services, database: { ...services.database, write } })).toBe(2)
  expect(shop.received).toHaveLength(1)
})

it('deliveries are deleted after 30 days, also of webhooks that are off; those waiting for one that is on stay', async () => {
  const [on, off] = [await calls.createEndpoint(shop.url, ['campaign.started']), await calls.createEndpoint(shop.url, ['report.ready'])]
  await queueMessages('campaign.started', 1, 32)
  await server.ownerSql(`update webhook_deliveries set state = 'delivered'`)
  await queueMessages('campaign.started', 1, 31)
  await queueMessages('report.ready', 1, 31)
  await queueMessages('report.ready', 1, 29)
  await calls.update(off.webhook.id, { on: false })
  const left = async () =>
    (await server.ownerSql<{ webhook_id: string }>('select webhook_id from webhook_deliveries order by queued_at')).map((row) =>
      hexOf(row.webhook_id),
    )
  expect(await deleteOldDeliveries(server.services)).toBe(2)
  expect(await left()).toEqual([on.webhook.id, off.webhook.id])
  // Each webhook is processed once a day.
  expect(await deleteOldDeliveries({ ...server.services, now: () => new Date(server.services.now().getTime() + 0.9 * DAY) })).toBe(0)
  expect(await deleteOldDeliveries({ ...server.services, now: () => new Date(server.services.now().getTime() + 2 * DAY) })).toBe(1)
  expect(await left()).toEqual([on.webhook.id])
})

/** Last: the clock passes the session's end. */
it('a sender killed at any step loses no message, and one that is repeated has the same id', async () => {
  await calls.createEndpoint(shop.url, ['report.ready'])
  // Step 0: killed once the shop has a message.
  const stride = testStride()
  for (let step = 0, died = true; died; step += stride) {
    await server.ownerSql('truncate webhook_deliveries, outbox')
    shop.received.length = 0
    await queueMessages('report.ready', 3)
    const dying = dyingAt(step || Infinity, server.services.database)
    shop.answer((response) => {
      if (step === 0) dying.kill()
      response.end('ok')
    })
    await sendWebhooks({ ...hasty(server), log: () => {}, database: dying.database }).catch(() => {})
    died = await dying.ended()
    server.moveClock(4 * 60_000)
    await send()
    const sent = shop.received.map(({ headers }) => headers['webhook-id'])
    const states = await server.ownerSql<{ state: string }>('select state from webhook_deliveries')
    expect([new Set(sent).size, states.map(({ state }) => state)], `step ${step}`).toEqual([3, ['delivered', 'delivered', 'delivered']])
    expect(await server.ownerSql('select from outbox'), `step ${step}`).toEqual([])
    if (step === 0) expect(sent.length).toBeGreaterThan(3)
  }
})
