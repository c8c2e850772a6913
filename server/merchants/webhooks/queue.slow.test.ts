import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookType } from '#domain/merchants/webhook'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { deliver, deliverTo, dueAddresses } from './deliver.ts'
import { deleteOldDeliveries } from './forgetDeliveries.ts'
import { startReceiver, type Receiver } from '../../testing/webhooks/testReceiver.ts'
import { hasty, queueEvents, webhookCalls } from '../../testing/webhooks/testWebhooks.ts'
import { turnOn } from './readWebhooks.ts'

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
  await server.ownerSql('truncate webhooks, webhook_deliveries, webhook_queue, webhook_sweeps')
  shop.received.length = 0
})

const send = () => deliver(hasty(server))
/** Queues messages of a type for every subscribed webhook, dated so many days ago. */
async function queueMessages(type: WebhookType, many: number, daysAgo = 0): Promise<void> {
  const at = new Date(server.services.now().getTime() - daysAgo * DAY)
  for (const { merchant, mode } of await server.ownerSql<{ merchant: string; mode: Mode }>(
    'select distinct merchant_id as merchant, mode from webhooks',
  ))
    await queueEvents(server, { merchant, mode, type, many, at })
}
const here = (webhookId: string) => ({ merchant_id: ids.merchantA1, mode: 'sandbox', webhook_id: uuidOf(webhookId) ?? '' }) as const
/** Waits until a statement waits for a lock of another transaction. */
const untilLockWait = async () => {
  await expect
    .poll(() => server.ownerSql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(1)
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
    const queued = async (busy: (string | undefined)[], last: string | undefined, most = 50) =>
      (await dueAddresses(server.services, { busy: busy.map(String), last: last ?? null, most })).map(({ webhook_id }) => webhook_id)
    expect(await queued([], undefined)).toEqual([first, second, third, fifth, sixth])
    expect(await queued([], third)).toEqual([fourth, fifth, sixth, first, second])
    expect(await queued([], sixth, 1)).toEqual([first])
    expect(await queued([second, fourth], fourth)).toEqual([fifth, sixth, first])
    expect(await queued([first, second, third], third)).toEqual([fifth, sixth])
  })

  it('moves on after a batch, whatever the length of the queue', async () => {
    const { webhook } = await calls.made(shop.url, ['report.ready'])
    await queueMessages('report.ready', 201)
    expect(await deliverTo(hasty(server), here(webhook.id))).toBe(200)
    expect(await send()).toBe(1)
  })

  it('reaches a webhook although those before it hang with long queues', async () => {
    const slow = await startReceiver()
    slow.answer(() => undefined)
    try {
      for (let nth = 0; nth < 3; nth += 1) await calls.made(slow.url, ['campaign.started'])
      await server.ownerSql('update webhooks set failing_since = $1', [server.services.now()])
      await calls.made(shop.url, ['report.ready'])
      await queueMessages('campaign.started', 15)
      await queueMessages('report.ready', 1)
      const sending = send()
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

it('a webhook that is being turned on is waited for: its queue is sent', async () => {
  const { webhook } = await calls.made(shop.url, ['report.ready'])
  await queueMessages('report.ready', 1)
  await calls.update(webhook.id, { on: false })
  const due = here(webhook.id)
  const scope = mintScope(due.merchant_id, due.mode)
  const sending = await server.services.database.write(scope, async (db) => {
    turnOn(db, scope, due.webhook_id)
    await db.first(sql`select`)
    const sent = deliverTo(hasty(server), due)
    await Promise.race([sent, untilLockWait()])
    return { sent }
  })
  expect(await sending.sent).toBe(1)
  expect(shop.received).toHaveLength(1)
})

it('deliveries are deleted after 30 days, also of webhooks that are off; those waiting for one that is on stay', async () => {
  const [on, off] = [await calls.made(shop.url, ['campaign.started']), await calls.made(shop.url, ['report.ready'])]
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
