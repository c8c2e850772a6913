import { loadConfig } from '../server/platform/config/config.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { buildServer } from '../server/app/server.ts'
import { ids, writeFixture } from '../server/testing/testFixture.ts'
import { completeOperations } from '../server/testing/operations/completeOperations.ts'
import { writeOperations, type TestOperation } from '../server/testing/operations/testOperations.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'

// Deadlines taken, queued, handled and committed to disk by one worker, compared with a plain update of as many rows; `npm run bench -- clock`.
const many = Number(process.env.BENCH_DUE ?? 4_000)
const least = 1_000
const day = 86_400_000

const cluster = await benchCluster()
await writeFixture(cluster.ownerUrl)
let aheadMs = 0
const server = await buildServer({
  config: loadConfig({ DATABASE_URL: cluster.appUrl, DATA_DIR: cluster.dataDir, SEED: 'none', LOG_LEVEL: 'error' }),
  databaseUrl: cluster.appUrl,
  now: () => new Date(Date.now() + aheadMs),
  workers: false,
})

const owner = (text: string, values: unknown[] = []) =>
  withClient(cluster.ownerUrl, async (client) => (await client.query<Record<string, string>>(text, values)).rows)

/** A hundred shops like the fixture's first one. */
async function shops(): Promise<string[]> {
  const [{ names } = {}] = await owner(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_schema = 'trastienda' and table_name = 'merchants' and is_generated = 'NEVER'`,
  )
  await owner(
    `insert into merchants (${names}) select ${names} from (
       select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).* from merchants m, generate_series(1, 99) where m.id = $1) copy`,
    [ids.merchantA1],
  )
  return (await owner('select id from merchants where account_id = $1', [ids.accountA])).flatMap(({ id }) => (id === undefined ? [] : [id]))
}

async function write(merchantIds: readonly string[], fields: TestOperation): Promise<void> {
  const all = Array.from({ length: many }, (_, nth): TestOperation => ({
    ...fields,
    merchantId: merchantIds[nth % merchantIds.length] ?? ids.merchantA1,
  }))
  for (let from = 0; from < all.length; from += 1_000) await writeOperations(cluster.ownerUrl, all.slice(from, from + 1_000))
}

async function expiring(merchantIds: readonly string[]): Promise<void> {
  await write(merchantIds, { substatus: 'pending_customer', channel: 'in_store' })
  await withClient(cluster.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`update operations set expires_at = now() + interval '1 hour' where substatus = 'pending_customer'`)
    await completeOperations(client)
    await client.query('commit')
  })
}

/** Seconds of one worker from the first deadline taken to the last job completed. */
async function work(event: string): Promise<number> {
  // As in a database in use: with statistics.
  await owner('analyze')
  const startedAt = performance.now()
  const taken = await server.runClock()
  const seconds = (performance.now() - startedAt) / 1_000
  const [done] = await owner('select count(*) as many from operation_events where event = $1', [event])
  await owner(`delete from pgboss.job where state = 'completed'`)
  if (taken !== many || Number(done?.['many']) % many !== 0) throw new Error(`${event}: taken ${taken}, done ${done?.['many']}`)
  return seconds
}

/** A plain update of as many rows, in one statement and transaction, without history, rules or queue. */
async function bareSeconds(): Promise<number> {
  await write([ids.merchantA1], { substatus: 'pending_customer', channel: 'in_store', createdAt: new Date(Date.now() - 400 * day) })
  const startedAt = performance.now()
  await owner(
    `update operations set substatus = 'stopped_customer', status_reason = 'expired', ended_at = now() where substatus = 'pending_customer' and expires_at is null`,
  )
  return (performance.now() - startedAt) / 1_000
}

function report(name: string, seconds: number, bare: number): void {
  const reference = { name: 'bare update of as many rows, a second', value: many / bare }
  figure({ name, value: many / seconds, unit: 'a second', budget: least, atLeast: true, reference, facts: { due: many } })
}

try {
  const all = await shops()
  await server.runClock()
  const bare = await bareSeconds()
  for (const [name, merchantIds] of [
    ['expiries of one shop, one worker', [ids.merchantA1]],
    ['expiries of 100 shops, one worker', all],
  ] as const) {
    await expiring(merchantIds)
    aheadMs += day
    report(name, await work('checkout_expired'), bare)
  }
  await write([ids.merchantA1], { createdAt: new Date(), numInstalments: 1 })
  await owner(
    `insert into payment_methods (merchant_id, mode, operation_id, provider, token, brand, last4, created_at)
     select merchant_id, mode, id, 'simulated', 'sim_accepted_visa_1111_abcd1234', 'visa', '1111', now() from operations where substatus = 'payment_process'`,
  )
  aheadMs += 40 * day
  report('instalments of one shop collected, one worker', await work('last_instalment_collected'), bare)
} finally {
  await server.close()
  await cluster.stop()
}
end()
