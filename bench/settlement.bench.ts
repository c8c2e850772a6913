import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { openDatabase } from '../server/platform/database/database.ts'
import { withoutIndexes } from '../server/demo/load.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { settle } from '../server/money/settlements/settle.ts'
import { benchCluster } from './benchCluster.ts'
import { end, figure } from './figure.ts'

// A night's settlement run over a thousand shops, compared with the same work in four plain SQL statements; `npm run bench -- settlement`.
const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
const shops = Number(process.env.BENCH_SHOPS ?? Math.min(1_000, lines / 100))
/** The baseline works on its own lines, a fifth as many, and is counted per line. */
const referenceLines = lines / 5

/** Settings of PostgreSQL instead of the product's, as JSON. */
const cluster = await benchCluster(JSON.parse(process.env.BENCH_SETTINGS ?? '{}') as Record<string, string>)
try {
  await withClient(cluster.ownerUrl, fill)
  const took = await measure()
  const { bare, writes } = await withClient(cluster.ownerUrl, reference)
  figure({
    name: `settle ${lines} lines of ${shops} shops`,
    value: took.seconds,
    unit: 's',
    budget: (60 * lines) / 1_000_000,
    reference: { name: 'the same sums and marks in plain SQL, over all shops at once, without wall or equation', value: writes * 5 },
    facts: {
      lines_a_second: Math.round(lines / took.seconds),
      settlements: took.settlements,
      'CPU of run and database, s': took.cpuSeconds,
      ...took.written,
      'bare sums alone, s': Math.round(bare * 5_000) / 1_000,
    },
  })
  figure({ name: 'memory of the run', value: took.megabytes, unit: 'MB', budget: 300 })
} finally {
  await cluster.stop()
}
end()

/** Live lines for the run, sandbox lines for the baseline: each an order with its own operation, spread over the shops and a day. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0`)
  const restoreIndexes = await withoutIndexes(client)
  await client.query(`insert into accounts (id, type) values ('01900000-0000-7000-8000-000000000001', 'enterprise')`)
  await client.query(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 'ES7921000813610123456789', 'Banco de pruebas', now())`,
  )
  await client.query(
    `insert into merchants (id, account_id, name, status, live_on, bank_account_id) select md5('shop' || n)::uuid, '01900000-0000-7000-8000-000000000001', 'Tienda ' || n, 'active', '2026-01-01', '01900000-0000-7000-8000-000000000002'
     from generate_series(0, $1 - 1) n`,
    [shops],
  )
  for (const [mode, many] of [
    ['live', lines],
    ['sandbox', referenceLines],
  ] as const) {
    await client.query(
      `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, next_due_on, next_due_cents, fee_bps, fee_fixed_cents,
         vat_bps, reference_tin_bps, fee_cents, vat_cents, net_cents, settlement_status, first_name, last_name, email, phone, document_number, search_text, created_at, last_captured_at)
       select md5('shop' || n % $3)::uuid, $1::text::mode, ('019a9000-0000-7' || case $1::text when 'live' then '000' else '001' end || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'P-' || n, 'payment_process', 'online', 'instalments', 'automatic', 60000, 60000, 6, 1999, 2192, '2026-12-17', 10500, 250, 30,
         2100, 1999, 1530, 321, 58149, 'pending', 'Ana', 'Mora', 'ana' || n || '@mora.test', '600000000', '00000000T', 'ana mora p-' || n, at, at
       from generate_series(0, $2 - 1) n, lateral (select timestamptz '2026-11-17T08:00:00Z' + n % 40000 * interval '1 second' as at) t`,
      [mode, many, shops],
    )
    await client.query(
      `insert into settlement_lines (merchant_id, mode, id, operation_id, kind, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
       select merchant_id, mode, id, id, 'order', 60000, 1530, 321, 0, 58149, created_at, '2026-11-18' from operations where mode = $1::text::mode`,
      [mode],
    )
  }
  await restoreIndexes()
  await client.query('commit')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

type Took = { seconds: number; cpuSeconds: number; settlements: number; megabytes: number; written: Record<string, number> }

async function measure(): Promise<Took> {
  const database = openDatabase({ url: cluster.appUrl, connections: 6 })
  // Sandbox lines belong to the baseline.
  await withClient(cluster.ownerUrl, (client) =>
    client.query(`insert into settlement_runs (merchant_id, mode, settled_until) select id, 'sandbox', '2026-12-31' from merchants`),
  )
  let megabytes = 0
  const watch = setInterval(() => (megabytes = Math.max(megabytes, process.memoryUsage().rss / 1e6)), 200)
  const before = await written()
  const [began, cpuBefore] = [performance.now(), cpuSeconds()]
  const run = await settle({ database, now: () => new Date('2026-11-18T01:00:00Z'), log: (_, event, facts) => console.error(event, facts) })
  const seconds = (performance.now() - began) / 1_000
  const cpu = Math.round((cpuSeconds() - cpuBefore) * 10) / 10
  clearInterval(watch)
  await database.close()
  // A settlement may end with a line of its own that rounds the VAT.
  if (run.failed > 0 || run.lines < lines || run.lines > lines + shops)
    throw new Error(`the run settled ${run.lines} of ${lines} lines, ${run.failed} shops failed`)
  const after = await written()
  const more = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]))
  return { seconds, cpuSeconds: cpu, settlements: run.settlements, megabytes, written: more }
}

/** What the database has written since its start; unlike the clock these do not depend on what else runs on the machine. */
async function written(): Promise<Record<string, number>> {
  const { rows } = await withClient(cluster.ownerUrl, (client) =>
    client.query<
      Record<string, number>
    >(`select (w.wal_bytes / 1e6)::int as "WAL, MB", w.wal_fpi::int as "whole pages in it", (c.num_timed + c.num_requested)::int as checkpoints
      from pg_stat_wal w, pg_stat_checkpointer c`),
  )
  return rows[0] ?? {}
}

/** CPU time of this process and of the database's, including exited ones; where /proc does not exist, of this process only. */
function cpuSeconds(): number {
  const own = process.cpuUsage()
  const postmaster = cluster.pid()
  const stats = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const ticks = stats.flatMap((name) => {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const isDatabase = Number(name) === postmaster || fields[1] === postmaster
      return isDatabase ? [11, 12, 13, 14].map((at) => fields[at] ?? 0) : []
    } catch {
      return []
    }
  })
  return (own.user + own.system) / 1e6 + ticks.reduce((all, one) => all + one, 0) / 100
}

/** Seconds of the sums alone, and of sums and updates as the run leaves them, in one transaction. */
async function reference(client: pg.Client): Promise<{ bare: number; writes: number }> {
  await client.query('checkpoint')
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return (performance.now() - began) / 1_000
  }
  const sums = `select merchant_id, mode, count(*) as many, sum(gross_cents) as gross, sum(fee_cents) as fees, sum(vat_cents) as vat, sum(net_cents) as net
    from settlement_lines where mode = 'sandbox' and settlement_id is null and occurred_at < '2026-11-17T23:00:00Z' group by merchant_id, mode`
  const bare = await timed(() => client.query(sums))
  const writes = await timed(async () => {
    await client.query('begin; set local statement_timeout = 0')
    await client.query(`insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, period_from, period_to, cut_off_at, sales_cents, fees_cents, vat_cents, order_count)
      select merchant_id, mode, md5('settlement' || merchant_id::text)::uuid, 'LIQ-' || merchant_id, '2026-11-18', net, '2026-11-17', '2026-11-17', '2026-11-17T23:00:00Z', gross, -fees, -vat, many from (select merchant_id, mode, count(*) as many, sum(gross_cents) as gross, sum(fee_cents) as fees, sum(vat_cents) as vat, sum(net_cents) as net
        from settlement_lines where mode = 'sandbox' and settlement_id is null and occurred_at < '2026-11-17T23:00:00Z' group by merchant_id, mode) s`)
    await client.query(
      `update settlement_lines l set settlement_id = s.id from settlements s where (s.merchant_id, s.mode) = (l.merchant_id, l.mode) and l.mode = 'sandbox' and l.settlement_id is null`,
    )
    await client.query(`update operations o set settlement_status = 'settled', settlement_reference = s.reference from settlement_lines l join settlements s on (s.merchant_id, s.mode, s.id) = (l.merchant_id, l.mode, l.settlement_id)
      where (l.merchant_id, l.mode, l.operation_id) = (o.merchant_id, o.mode, o.id) and o.mode = 'sandbox'`)
    await client.query('commit')
  })
  return { bare, writes }
}
