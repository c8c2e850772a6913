import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openBigShop } from './bigShop.ts'
import { end, figure } from './figure.ts'
import { fillYear } from './fillYear.ts'
import { connectionOptions } from '../server/platform/database/productSchema.ts'

// A report of operations: how fast its file is generated compared with PostgreSQL's own COPY of the same columns, how fast it is downloaded, and the server's
// memory meanwhile; `npm run bench -- report`. BENCH_ROWS: operations of its year. Their data are created once, a minute for a million.
const size = Number(process.env.BENCH_ROWS ?? 1_000_000)
const shop = await openBigShop(20_000, { folder: `bench-report-${size}` })
const reports = `/v2/merchants/${shop.merchantId}/reports`
const client = new pg.Client({ connectionString: shop.database.ownerUrl, options: connectionOptions })
await client.connect()
await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [shop.merchantId])

/** The filled year, and a month of it for slow formats. */
const [year, month] = [
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2024-02-01', to: '2024-02-29' },
] as const
await fillYear(client, shop.merchantId, size)

/** COPY of the same rows and columns in the same order, as the database writes them; seconds. */
async function copied(): Promise<number> {
  const thrown = new Writable({ write: (_chunk, _encoding, done) => done() })
  const startedAt = performance.now()
  await pipeline(
    client.query(
      copyTo(`copy (select created_at at time zone 'Europe/Madrid', id, mid, first_name || ' ' || last_name, email, category, substatus, channel, product, num_instalments, paid_instalments,
          total_cents, captured_cents, refunded_cents, fee_cents, vat_cents, subsidy_cents, net_cents, settlement_reference, next_due_on, next_due_cents
        from operations where merchant_id = '${shop.merchantId}' and mode = 'live' and created_at >= '${year.from}'::timestamp at time zone 'Europe/Madrid'
          and created_at < ('${year.to}'::date + 1)::timestamp at time zone 'Europe/Madrid' order by created_at desc, id desc) to stdout with (format csv, delimiter ';')`),
    ),
    thrown,
  )
  return (performance.now() - startedAt) / 1000
}

type ReportAnswer = { id: string; status: string; rows: number; size_bytes: number; progress: number }
const view = async (id: string) => JSON.parse((await shop.call('GET', `${reports}/${id}`)).text) as ReportAnswer

async function reportOf(
  format: string,
  days: { from: string; to: string } = year,
): Promise<ReportAnswer & { seconds: number; steps: number }> {
  const startedAt = performance.now()
  const body = { type: 'operations', ...days, format, filters: [], recipients: [] }
  const answer = await shop.call('POST', reports, body)
  if (answer.status !== 201) throw new Error(`no report: ${answer.status} ${answer.text}`)
  const { id } = JSON.parse(answer.text) as ReportAnswer
  const seen = new Set<number>()
  for (;;) {
    const report = await view(id)
    seen.add(report.progress)
    if (report.status === 'ready') return { ...report, seconds: (performance.now() - startedAt) / 1000, steps: seen.size }
    if (report.status === 'failed') throw new Error('the report failed')
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

/** The median of three rounds, each alternating with COPY: the share of COPY's speed, and CPU time, which does not depend on the load of the machine. */
async function besideCopy<T extends { seconds: number }>(work: () => Promise<T>) {
  const rounds = []
  for (let round = 0; round < 3; round += 1) {
    const before = shop.cpuMs()
    const copySeconds = await copied()
    const between = shop.cpuMs()
    const { result, peakMb } = await peakDuring(work)
    const after = shop.cpuMs()
    const cpu = {
      copyCpuMs: between.database - before.database,
      databaseCpuMs: after.database - between.database,
      serverCpuMs: after.server - between.server,
    }
    rounds.push({ share: copySeconds / result.seconds, result, peakMb, facts: { seconds: result.seconds, copySeconds, ...cpu } })
  }
  const [, middle] = rounds.toSorted((a, b) => a.share - b.share)
  if (!middle) throw new Error('nothing was measured')
  return middle
}

await sleep(3_000)
const restMb = Math.round(shop.memory() / 1e5) / 10
await copied()
const report = await besideCopy(() => reportOf('csv'))
const { rows, steps, id, size_bytes: fileBytes } = report.result
figure({
  name: 'report of operations, CSV, speed against COPY',
  value: report.share,
  unit: 'of COPY',
  budget: 0.4,
  atLeast: true,
  facts: { rows, rowsPerSecond: Math.round(rows / report.result.seconds), progressSteps: steps, ...report.facts },
})
figure({ name: 'memory while it is made', value: report.peakMb, unit: 'MB', budget: 220, facts: { rows, restMb } })
const { rows: stored } = await client.query<{ bytes: string }>(
  `select coalesce(sum(length(p.content)), 0) as bytes from reports r join report_parts p on p.report_id = r.id and p.run = r.run where r.merchant_id = $1 and r.id = $2::uuid`,
  [shop.merchantId, id],
)
figure({
  name: 'bytes kept of each byte of the file',
  value: Number(stored[0]?.bytes) / fileBytes,
  unit: '×',
  budget: 0.35,
  facts: { rows, fileBytes },
})
const read = await peakDuring(() => shop.call('GET', `${reports}/${id}/download`))
if (read.result.bytes !== fileBytes) throw new Error(`the file has ${read.result.bytes} bytes, not ${fileBytes}`)
figure({
  name: 'first byte of its download',
  value: read.result.firstByteMs,
  unit: 'ms',
  budget: 200,
  facts: { megabytesASecond: Math.round(read.result.bytes / read.result.ms / 1000), peakMb: read.peakMb },
})
const list = await besideCopy(async () => {
  const { ms, firstByteMs, bytes } = await shop.call(
    'GET',
    `/v2/merchants/${shop.merchantId}/orders/download?format=csv&from=${year.from}&to=${year.to}`,
  )
  return { seconds: ms / 1000, firstByteMs, bytes }
})
figure({
  name: "the list's own CSV, speed against COPY",
  value: list.share,
  unit: 'of COPY',
  budget: 0.4,
  atLeast: true,
  facts: { rows, bytes: list.result.bytes, ...list.facts },
})
figure({ name: 'its first byte', value: list.result.firstByteMs, unit: 'ms', budget: 200, facts: { peakMb: list.peakMb } })
const xlsx = await peakDuring(() => reportOf('xlsx', month))
figure({
  name: 'report of operations, XLSX',
  value: (xlsx.result.seconds * 1e6) / xlsx.result.rows,
  unit: 'µs a row',
  facts: { rows: xlsx.result.rows, peakMb: xlsx.peakMb, fileBytes: xlsx.result.size_bytes },
})
const three = await peakDuring(() => Promise.all([reportOf('csv', month), reportOf('json', month), reportOf('csv', month)]))
figure({ name: 'memory while three are made at once', value: three.peakMb, unit: 'MB', budget: 220, facts: { rows: xlsx.result.rows } })
await client.end()
await shop.stop()
end()
