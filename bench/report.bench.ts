import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openBigShop } from './bigShop.ts'
import { end, figure } from './figure.ts'

// A report of operations: how fast its file is made against PostgreSQL's own COPY of the same columns, how fast it is read, and what the server
// holds in memory meanwhile; `npm run bench -- report`. BENCH_SIZES: operations of the shop; the report is of its fullest 366 days.
const size = Number((process.env.BENCH_SIZES ?? '1000000').split(',').at(-1))
const shop = await openBigShop(size)
const reports = `/v2/merchants/${shop.merchantId}/reports`
const client = new pg.Client({ connectionString: shop.database.ownerUrl })
await client.connect()
await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [shop.merchantId])

const { rows: years } = await client.query<{ first: string; last: string }>(
  `select to_char(d, 'YYYY-MM-DD') as first, to_char(d + 365, 'YYYY-MM-DD') as last from (select distinct day as d from operation_counters where merchant_id = $1 and mode = 'live') d
   order by (select sum(c.operations) from operation_counters c where c.merchant_id = $1 and c.mode = 'live' and c.day between d and d + 365) desc limit 1`,
  [shop.merchantId],
)
const { first: from = '', last: to = '' } = years[0] ?? {}

/** What COPY needs for the same rows and columns in the same order, as the database writes them; seconds. */
async function copied(): Promise<{ seconds: number; bytes: number }> {
  let bytes = 0
  const count = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      done()
    },
  })
  const startedAt = performance.now()
  await pipeline(
    client.query(
      copyTo(`copy (select created_at at time zone 'Europe/Madrid', id, mid, first_name || ' ' || last_name, email, category, substatus, channel, product, num_instalments, paid_instalments,
          total_cents, captured_cents, refunded_cents, fee_cents, vat_cents, subsidy_cents, net_cents, settlement_reference, next_due_on, next_due_cents
        from operations where merchant_id = '${shop.merchantId}' and mode = 'live' and created_at >= '${from}'::timestamp at time zone 'Europe/Madrid'
          and created_at < ('${to}'::date + 1)::timestamp at time zone 'Europe/Madrid' order by created_at desc, id desc) to stdout with (format csv, delimiter ';')`),
    ),
    count,
  )
  return { seconds: (performance.now() - startedAt) / 1000, bytes }
}

type Told = { id: string; status: string; rows: number; size_bytes: number; progress: number }
const view = async (id: string) => JSON.parse((await shop.call('GET', `${reports}/${id}`)).text) as Told

async function made(format: string): Promise<Told & { seconds: number; steps: number }> {
  const startedAt = performance.now()
  const body = { type: 'operations', from, to, format, filters: [], recipients: [] }
  const asked = await shop.call('POST', reports, body)
  if (asked.status !== 201) throw new Error(`no report: ${asked.status} ${asked.text}`)
  const { id } = JSON.parse(asked.text) as Told
  const seen = new Set<number>()
  for (;;) {
    const told = await view(id)
    seen.add(told.progress)
    if (told.status === 'ready') return { ...told, seconds: (performance.now() - startedAt) / 1000, steps: seen.size }
    if (told.status === 'failed') throw new Error('the report failed')
    await sleep(100)
  }
}

async function peakDuring<T>(work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peak = 0
  const watching = setInterval(() => (peak = Math.max(peak, shop.memory())), 50)
  const result = await work()
  clearInterval(watching)
  return { result, peakMb: Math.round(peak / 1e5) / 10 }
}

await sleep(3_000)
const restMb = Math.round(shop.memory() / 1e5) / 10
await copied()
const rounds = []
for (let round = 0; round < 3; round += 1) {
  const before = shop.cpuMs()
  const reference = await copied()
  const between = shop.cpuMs()
  const { result, peakMb } = await peakDuring(() => made('csv'))
  const after = shop.cpuMs()
  // Processor time says the same on a busy machine.
  const cpu = {
    copyCpuMs: between.database - before.database,
    databaseCpuMs: after.database - between.database,
    serverCpuMs: after.server - between.server,
  }
  rounds.push({ share: reference.seconds / result.seconds, reference, result, peakMb, cpu })
}
const [, middle] = rounds.toSorted((a, b) => a.share - b.share)
if (!middle) throw new Error('nothing was measured')
const { reference, result, peakMb } = middle
const { rows, steps } = result
figure({
  name: 'report of operations, CSV, speed against COPY',
  value: middle.share,
  unit: 'of COPY',
  budget: 0.4,
  atLeast: true,
  facts: {
    operations: size,
    rows,
    seconds: result.seconds,
    copySeconds: reference.seconds,
    rowsPerSecond: Math.round(rows / result.seconds),
    progressSteps: steps,
    ...middle.cpu,
  },
})
figure({ name: 'memory while it is made', value: peakMb, unit: 'MB', budget: 220, facts: { rows, restMb } })
const { rows: stored } = await client.query<{ bytes: string }>(
  `select coalesce(sum(length(p.content)), 0) as bytes from reports r join report_parts p on p.report_id = r.id and p.run = r.run where r.merchant_id = $1 and r.id = $2::uuid`,
  [shop.merchantId, result.id],
)
figure({
  name: 'bytes kept of each byte of the file',
  value: Number(stored[0]?.bytes) / result.size_bytes,
  unit: '×',
  budget: 0.35,
  facts: { rows, fileBytes: result.size_bytes },
})
const read = await peakDuring(() => shop.call('GET', `${reports}/${result.id}/download`))
if (read.result.bytes !== result.size_bytes) throw new Error(`the file has ${read.result.bytes} bytes, not ${result.size_bytes}`)
figure({
  name: 'its download',
  value: read.result.bytes / read.result.ms / 1000,
  unit: 'MB/s',
  facts: { firstByteMs: read.result.firstByteMs, peakMb: read.peakMb },
})
const xlsx = await peakDuring(() => made('xlsx'))
figure({
  name: 'report of operations, XLSX',
  value: xlsx.result.seconds,
  unit: 's',
  facts: { rows, peakMb: xlsx.peakMb, fileBytes: xlsx.result.size_bytes },
})
const three = await peakDuring(() => Promise.all([made('csv'), made('json'), made('csv')]))
figure({ name: 'memory while three are made at once', value: three.peakMb, unit: 'MB', budget: 220, facts: { rows } })
await client.end()
await shop.stop()
end()
