import type pg from 'pg'
import { readBalance } from '../server/money/cardBalance/readBalance.ts'
import { movementsInDatabase, simulatedBalance } from '../server/money/payments/simulatedMovements.ts'
import type { Services } from '../server/platform/calls/call.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'

// A month of a card provider's balance with a million charges of a thousand shops, read and compared as after an outage of a month: day by day, all at
// once; `npm run bench -- cardBalance`. BENCH_CHARGES: fewer, on fewer days of the same size.
const charges = Number(process.env.BENCH_CHARGES ?? 1_000_000)
const aDay = 33_334
const shops = 1_000
const days = Math.max(1, Math.round(charges / aDay))

const cluster = await benchCluster()
try {
  await withClient(cluster.ownerUrl, fill)
  const database = openDatabase({ url: cluster.appUrl, connections: 6 })
  const now = () => new Date(Date.UTC(2026, 9, 1 + days, 3))
  const balance = simulatedBalance(movementsInDatabase(database, now))
  const services = { database, now, payments: { cards: { name: 'simulated', balance } }, log: () => {} } as unknown as Services // the rest is not used by it
  const restMb = process.memoryUsage().rss / 1e6
  let megabytes = 0
  const watch = setInterval(() => (megabytes = Math.max(megabytes, process.memoryUsage().rss / 1e6)), 100)
  const [began, cpuBefore] = [performance.now(), process.cpuUsage()]
  const read = await readBalance(services)
  const seconds = (performance.now() - began) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  clearInterval(watch)
  await database.close()
  const facts = { charges: days * aDay, shops, days: read, ownProcessorSeconds: Math.round((cpu.user + cpu.system) / 1e6) }
  figure({ name: 'read and compare the balance of a card provider', value: seconds, unit: 's', budget: 30 * days, facts })
  figure({ name: 'memory of it, above rest', value: megabytes - restMb, unit: 'MB', budget: 200, facts: { restMb: Math.round(restMb) } })
  figure({ name: 'days not compared', value: days - read, unit: '', budget: 0 })
  figure({ name: 'differences found where there are none', value: await withClient(cluster.ownerUrl, differences), unit: '', budget: 0 })
} finally {
  await cluster.stop()
}
end()

async function differences(client: pg.Client): Promise<number> {
  return (await client.query('select from card_differences')).rowCount ?? 0
}

/** Operations with one captured charge each, its journal and the movement of it, evenly over shops and over the hours of each day. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0`)
  await client.query(`insert into accounts (id, type) values ('01900000-0000-7000-8000-000000000001', 'enterprise')`)
  await client.query(
    `insert into merchants (id, account_id, name, status, live_on) select md5('shop' || n)::uuid, '01900000-0000-7000-8000-000000000001', 'Tienda ' || n, 'active', '2026-01-01'
     from generate_series(0, $1 - 1) n`,
    [shops],
  )
  await client.query(
    `create temp table sold as select md5('shop' || n % $2)::uuid as merchant_id, md5('operation' || n)::uuid as operation_id, md5('charge' || n)::uuid as charge_id, md5('journal' || n)::uuid as journal_id,
       2000 + n % 90000 as cents, timestamptz '2026-09-30T22:00:00Z' + (n / $3) * interval '1 day' + n % $3 * interval '2.5 seconds' as at from generate_series(0, $1 - 1) n`,
    [days * aDay, shops, aDay],
  )
  await client.query(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
       vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, last_captured_at)
     select merchant_id, 'live', operation_id, 'P', 'payment_process', 'online', 'instalments', 'automatic', cents, cents, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', 'ana@mora.test', 'ana mora', at, at from sold`,
  )
  await client.query(
    `insert into charges (merchant_id, mode, id, operation_id, amount_cents, state, created_at) select merchant_id, 'live', charge_id, operation_id, cents, 'captured', at from sold`,
  )
  await client.query(
    `insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at) select merchant_id, 'live', journal_id, 'capture', operation_id, at from sold`,
  )
  await client.query(
    `insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
     select merchant_id, 'live'::mode, journal_id, a.account, a.sign * cents from sold cross join (values ('cash', 1), ('merchant_payable', -1)) a (account, sign)`,
  )
  await client.query(
    `insert into ledger_shop_days (day, merchant_id, kind, account, debit_cents, credit_cents, lines)
     select (at at time zone 'Europe/Madrid')::date, merchant_id, 'capture', 'cash', sum(cents), 0, count(*) from sold group by 1, 2`,
  )
  await client.query(
    `insert into simulated_card_movements (reference, kind, merchant_id, operation_id, about, about_id, amount_cents, fee_cents, at)
     select 'sim_' || charge_id, 'charge', merchant_id, operation_id, 'charge', charge_id::text, cents, 25, at from sold`,
  )
  await client.query(`insert into card_balance_days (provider, day) values ('simulated', '2026-10-01')`)
  await client.query('commit')
  await client.query('vacuum analyze')
}
