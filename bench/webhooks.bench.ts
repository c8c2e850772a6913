import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../server/platform/database/database.ts'
import { mintScope } from '../server/platform/database/scope.ts'
import { prepared, sql } from '../server/platform/database/sql.ts'
import { webhookQueries } from '../server/merchants/notices/queueWebhooks.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { makeOutbound } from '../server/platform/outbound/outbound.ts'
import { deliverWebhook } from '../server/merchants/webhooks/deliver.ts'
import type { Services } from '../server/platform/calls/call.ts'
import { outboxSender } from '../server/platform/outbox/sender.ts'
import { secretSeal } from '../server/merchants/webhooks/secret.ts'
import { newSecret } from '../server/platform/outbound/signedMessages.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'
import type { SendingServices } from '../server/merchants/webhooks/storeResults.ts'

// Webhooks per second that one worker takes, signs, sends to a local receiver and records, compared with the plain requests; `npm run bench -- webhooks`.
const many = Number(process.env.BENCH_MESSAGES ?? 5_000)
const addresses = 4
const keySecret = 'a key of the benchmark, longer than thirty-two characters'
const account = '01900000-0000-7000-8000-000000000001'
const shop = '01900000-0000-7000-8000-000000000002'

let received = 0
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1
    response.end('ok')
  })
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const cluster = await benchCluster()
const outbound = makeOutbound({ privateAddresses: 'sandbox' })
try {
  await withClient(cluster.ownerUrl, async (client) => {
    await client.query(`insert into accounts (id, type) values ($1, 'enterprise')`, [account])
    await client.query(`insert into merchants (id, account_id, name, status, live_on) values ($1, $2, 'Tienda', 'active', '2026-01-01')`, [
      shop,
      account,
    ])
    for (let nth = 0; nth < addresses; nth += 1) {
      const id = `01900000-0000-7000-8000-00000000010${nth}`
      await client.query(
        `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'sandbox', $2, $3, '{report.ready}', $4, now())`,
        [shop, id, url, secretSeal([keySecret], id).close(newSecret())],
      )
    }
    const data = '{"report_id": "01900000000070008000000000000002", "type": "operations", "format": "csv"}'
    const events = sql`select 'report.ready', now(), ${data}::jsonb from generate_series(1, ${many / addresses}::integer)`
    await client.query(prepared(sql`with ${webhookQueries(mintScope(shop, 'sandbox'), events)} select from webhook_event`))
    await client.query('vacuum analyze')
  })
  const bare = await bareSeconds()
  received = 0
  const database = openDatabase({ url: cluster.appUrl, connections: 6 })
  const services: SendingServices = {
    database,
    outbound,
    now: () => new Date(),
    log: (_level, event) => console.error(event),
    config: {
      keySecrets: [keySecret],
      brand: { name: '', vendor: 'trastienda', legalName: '', supportEmail: '', supportPhone: '', colours: {} },
    },
  }
  const began = performance.now()
  const outbox = outboxSender({ webhook: deliverWebhook })
  const all = services as Services // what this kind's sender uses
  let sent = await outbox.send(all)
  await outbox.settled()
  sent += await outbox.send(all)
  const seconds = (performance.now() - began) / 1_000
  await database.close()
  if (sent !== many || received !== many) throw new Error(`${many} messages, ${sent} sent, ${received} received`)
  figure({
    name: 'webhooks a second of one worker',
    value: many / seconds,
    unit: '1/s',
    budget: 1_000,
    atLeast: true,
    reference: { name: 'the bare requests, without outbox, signature and log', value: many / bare },
    facts: { messages: many, addresses },
  })
} finally {
  outbound.close()
  receiver.closeAllConnections()
  receiver.close()
  await cluster.stop()
}
end()

/** The same requests to the same receiver through the same client, with the same concurrency. */
async function bareSeconds(): Promise<number> {
  const body = JSON.stringify({ type: 'report.ready', data: { report_id: '01900000000070008000000000000002' } })
  const began = performance.now()
  let left = many
  const lane = async () => {
    while (left-- > 0) await outbound.send({ url, mode: 'sandbox', body })
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  return (performance.now() - began) / 1_000
}
