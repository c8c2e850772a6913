const buckets = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 15_000]
type Series = { count: number; sumMs: number; atMost: number[] }
const calls = new Map<string, Series>()

/** Counts one answered request. Labels are the call's name and status only: no personal data. */
export function count(call: string, status: number, ms: number): void {
  const key = `call="${call}",status="${status}"`
  let series = calls.get(key)
  if (!series) calls.set(key, (series = { count: 0, sumMs: 0, atMost: buckets.map(() => 0) }))
  series.count += 1
  series.sumMs += ms
  buckets.forEach((limit, at) => {
    if (ms <= limit) series.atMost[at] = (series.atMost[at] ?? 0) + 1
  })
}

let passwordHashes = 0

/** Counts one started password hash: each takes about 30 ms of a thread, so a flood of sign-ins shows here first. */
export function countPasswordHash(): void {
  passwordHashes += 1
}

/** How many password hashes this process has started. */
export const passwordHashCount = (): number => passwordHashes

/** Metrics in Prometheus text format. */
export function metricsPage(): string {
  const lines = ['# TYPE http_request_duration_milliseconds histogram']
  for (const [labels, { count: total, sumMs, atMost }] of calls) {
    buckets.forEach((limit, at) => lines.push(`http_request_duration_milliseconds_bucket{${labels},le="${limit}"} ${atMost[at]}`))
    lines.push(`http_request_duration_milliseconds_bucket{${labels},le="+Inf"} ${total}`)
    lines.push(
      `http_request_duration_milliseconds_sum{${labels}} ${sumMs.toFixed(1)}`,
      `http_request_duration_milliseconds_count{${labels}} ${total}`,
    )
  }
  lines.push('# TYPE password_hashes_total counter', `password_hashes_total ${passwordHashes}`)
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const gauges = {
    process_resident_memory_bytes: rss,
    nodejs_heap_size_total_bytes: heapTotal,
    nodejs_heap_size_used_bytes: heapUsed,
    nodejs_external_memory_bytes: external,
  }
  for (const [name, bytes] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${bytes}`)
  return `${lines.join('\n')}\n`
}
