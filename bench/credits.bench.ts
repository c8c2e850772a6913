import { loadConfig } from '../server/platform/config/config.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { buildServer } from '../server/app/server.ts'
import { simulatedCards } from '../server/money/payments/simulatedCards.ts'
import { payCredits } from '../server/money/credits/payCredits.ts'
import { writeFixture } from '../server/testing/testFixture.ts'
import { writeOperations } from '../server/testing/operations/testOperations.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'

// Credits of two charges each, planned, asked of a card provider that answers at once, booked and committed to disk by one worker; `npm run bench -- credits`.
const many = Number(process.env.BENCH_DUE ?? 2_000)
const least = 100

const cluster = await benchCluster()
await writeFixture(cluster.ownerUrl)
// Without a network or records of its own: the provider's time is not ours.
const cards = simulatedCards()
const server = await buildServer({
  config: loadConfig({ DATABASE_URL: cluster.appUrl, DATA_DIR: cluster.dataDir, SEED: 'none', LOG_LEVEL: 'error' }),
  databaseUrl: cluster.appUrl,
  workers: false,
})

try {
  for (let written = 0; written < many; written += 500)
    await writeOperations(
      cluster.ownerUrl,
      Array.from({ length: Math.min(500, many - written) }, () => ({ totalCents: 6_000, numInstalments: 3, tinBps: 0, paid: 2 })),
    )
  await withClient(cluster.ownerUrl, async (client) => {
    await client.query(`with refund as (insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, credit_to_customer_cents, created_at, completed_at)
        select merchant_id, mode, id, id, 'cancel', 6000, 'completed', 4000, now(), now() from operations)
      select`)
    await client.query(`insert into customer_credits (merchant_id, mode, id, operation_id, amount_cents, created_at)
      select merchant_id, mode, id, id, 4000, now() from operations`)
    await client.query(`insert into credit_queue (credit_id, merchant_id, mode, operation_id, amount_cents, left_cents, state, created_at, due_at, task_at)
      select id, merchant_id, mode, id, 4000, 4000, 'refunding', now(), '-infinity', now() + interval '3 days' from operations`)
    await client.query('analyze')
  })
  const startedAt = performance.now()
  await payCredits({ ...server.services, payments: { ...server.services.payments, cards } })
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows } = await withClient(cluster.ownerUrl, (client) =>
    client.query<{ paid: number }>(`select count(*)::int as paid from customer_credits where state = 'paid'`),
  )
  if (rows[0]?.paid !== many) throw new Error(`${rows[0]?.paid} of ${many} credits were paid`)
  figure({
    name: 'credits of two charges paid, one worker',
    value: many / seconds,
    unit: 'a second',
    budget: least,
    atLeast: true,
    facts: { credits: many },
  })
} finally {
  await server.close()
  await cluster.stop()
}
end()
