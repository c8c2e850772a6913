import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { productSchema } from '../server/platform/database/productSchema.ts'
import { secretSeal } from '../server/merchants/webhooks/secret.ts'
import { newSecret } from '../server/platform/outbound/signedMessages.ts'
import { request, signIn, startServer, stop } from './bigShop.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure, quantile } from './figure.ts'
import { freePort } from './freePort.ts'

// Statements per second that PostgreSQL gets from one idle process with demo data, and how soon a change reaches another browser, a job worker and a
// shop's server; `npm run bench -- idle`.
const idleSeconds = Number(process.env.BENCH_SECONDS ?? 60)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const streamSeconds = 300
const keySecret = 'a key of the benchmark, longer than thirty-two characters'
const webhookId = '01900000-0000-7000-8000-000000000100'

const cluster = await benchCluster({ shared_preload_libraries: 'pg_stat_statements' })
const owner = new pg.Client({ connectionString: cluster.ownerUrl })
await owner.connect()
await owner.query('create extension pg_stat_statements')
const { server, address } = await startServer({
  PORT: String(await freePort()),
  DATA_DIR: cluster.dataDir,
  DATABASE_URL: cluster.appUrl,
  DATABASE_MIGRATION_URL: cluster.ownerUrl,
  KEY_ENCRYPTION_KEY: keySecret,
  SEED: 'demo',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
})
await owner.query(`set search_path to ${productSchema}, public`)
const receiver = createServer()
await once(receiver.listen(0, '127.0.0.1'), 'listening')
try {
  await measureIdle()
  await measureChanges()
} finally {
  receiver.closeAllConnections()
  receiver.close()
  await stop(server)
  await owner.end()
  await cluster.stop()
}
end()

/** Statements of all connections of the product's role, as PostgreSQL counts them; those sent most often are printed. */
async function measureIdle(): Promise<void> {
  // Jobs that are due after the start, and the library's first pass.
  await sleep(30_000)
  await owner.query('select pg_stat_statements_reset()')
  const startedAt = performance.now()
  await sleep(idleSeconds * 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows } = await owner.query<{ calls: string; ms: number; text: string }>(
    `select sum(s.calls) as calls, sum(s.total_exec_time) / sum(s.calls) as ms, left(regexp_replace(s.query, '\\s+', ' ', 'g'), 120) as text from pg_stat_statements s
      where s.userid <> (select oid from pg_roles where rolname = current_user) group by 3 order by 1 desc`,
  )
  for (const { calls, ms, text } of rows.slice(0, Number(process.env.BENCH_SHOWN ?? 12)))
    console.error(`${calls.padStart(5)}  ${ms.toFixed(2)} ms  ${text}`)
  const calls = rows.reduce((all, row) => all + Number(row.calls), 0)
  figure({
    name: 'statements of an idle process',
    value: calls / seconds,
    unit: '1/s',
    budget: 5,
    facts: { seconds: Math.round(seconds), texts: rows.length },
  })
}

/** Requests reports one by one, and measures who hears of each when; in between the process is idle. */
async function measureChanges(): Promise<void> {
  const session = await signIn(address, 'owner.empresa@demo.test')
  const headers = { ...session, accept: 'application/vnd.trastienda.sandbox.v2+json' }
  const [shop] = JSON.parse((await request(`${address}/v2/merchants`, 'GET', undefined, headers)).text) as { id: string }[]
  if (!shop) throw new Error('the demo has no shop')
  await owner.query(
    `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'sandbox', $2, $3, '{report.ready}', $4, now())`,
    [
      shop.id,
      webhookId,
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      secretSeal([keySecret], webhookId).close(newSecret()),
    ],
  )
  const stream = await followShop(shop.id, headers)
  const heard: number[] = []
  const sent: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await sleep(700 + 300 * Math.random())
    const event = stream.next()
    const webhook = nextWebhook()
    const { status, text } = await request(`${address}/v2/merchants/${shop.id}/reports`, 'POST', reportOf(round), {
      ...headers,
      'idempotency-key': `bench-idle-${round}`,
    })
    const answeredAt = performance.now()
    if (status !== 201) throw new Error(`no report: ${status} ${text}`)
    heard.push(Math.max(0, (await event) - answeredAt))
    sent.push(await webhook)
  }
  stream.close()
  const { rows } = await owner.query<{ ms: number }>(
    `select extract(epoch from started_on - created_on)::float8 * 1000 as ms from pgboss.job where name = 'report'`,
  )
  if (rows.length < rounds) throw new Error(`${rounds} reports, ${rows.length} jobs`)
  const reference = { name: 'NOTIFY to LISTEN on two bare connections, p95', value: quantile(await bareNotifications(), 0.95) }
  const figures = {
    'a change, heard by another browser': heard,
    'a job, taken by a worker': rows.map(({ ms }) => ms),
    'a webhook, received': sent,
  }
  for (const [name, times] of Object.entries(figures))
    figure({
      name: `${name}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      budget: 200,
      reference,
      facts: { p50: Math.round(quantile(times, 0.5)), rounds },
    })
}

function reportOf(round: number) {
  return { type: 'campaigns', from: '2026-01-01', to: `2026-02-${String(1 + (round % 28)).padStart(2, '0')}`, format: 'csv' }
}

/** Milliseconds from the event to its request, by the same machine's clock. */
function nextWebhook(): Promise<number> {
  return new Promise((resolve, reject) => {
    receiver.once('request', async (request, response) => {
      const at = Date.now()
      let body = ''
      for await (const piece of request) body += String(piece)
      response.end()
      const { timestamp } = JSON.parse(body) as { timestamp: string }
      resolve(at - Date.parse(timestamp))
    })
    setTimeout(() => reject(new Error('no webhook arrived in 20 s')), 20_000).unref()
  })
}

/** The live stream of an open page; `next` resolves with the time of the next event about the shop. */
async function followShop(shopId: string, headers: Record<string, string>) {
  const stopping = new AbortController()
  const shops = encodeURIComponent(`${shopId}/sandbox`)
  const answer = await fetch(`${address}/v2/notifications/stream?seconds=${streamSeconds}&shops=${shops}`, {
    headers,
    signal: stopping.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`no live stream: ${answer.status} ${await answer.text()}`)
  let waiting: ((at: number) => void) | undefined
  const read = async (pieces: AsyncIterable<string>) => {
    for await (const piece of pieces) if (piece.includes('event: work')) waiting?.(performance.now())
  }
  read(answer.body.pipeThrough(new TextDecoderStream())).catch(() => {})
  return { next: () => new Promise<number>((resolve) => (waiting = resolve)), close: () => stopping.abort() }
}

async function bareNotifications(): Promise<number[]> {
  const listener = new pg.Client({ connectionString: cluster.appUrl })
  await listener.connect()
  await listener.query('listen bench')
  const times: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now()
    const received = once(listener, 'notification')
    await owner.query(`select pg_notify('bench', '')`)
    await received
    times.push(performance.now() - startedAt)
  }
  await listener.end()
  return times
}
