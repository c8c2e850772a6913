import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

/** Labels are the call's name and status only: no personal data. */
const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Answered requests, by call and status.',
  labelNames: ['call', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
  registers: [registry],
})

const hashes = new Counter({
  name: 'password_hashes_total',
  help: 'Started password hashes: each takes about 30 ms of a thread, so a flood of sign-ins shows here first.',
  registers: [registry],
})

const apiCallsLeftOut = new Counter({
  name: 'api_calls_left_out_total',
  help: 'Calls with API keys that the shops’ log counts and does not show, by reason: successes of public keys, too many of one key, a full queue, a failed write.',
  labelNames: ['reason'],
  registers: [registry],
})
export type ApiCallsLeftOut = 'public_key' | 'key_limit' | 'queue_full' | 'not_stored'

/** Counts calls that the log of API calls leaves out. */
export const countApiCallsLeftOut = (reason: ApiCallsLeftOut, calls: number): void => apiCallsLeftOut.inc({ reason }, calls)

/** Counts one answered request. */
export const count = (call: string, status: number, ms: number): void => requests.observe({ call, status }, ms / 1000)

let hashesStarted = 0

/** Counts one started password hash. */
export function countPasswordHash(): void {
  hashesStarted += 1
  hashes.inc()
}

/** How many password hashes this process has started. */
export const passwordHashCount = (): number => hashesStarted

/** A value read when the metrics are asked for. */
export type Reading = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number }

let processIsWatched = false

/** Metrics in Prometheus text format: of this process, and what was read. */
export async function metricsPage(readings: readonly Reading[]): Promise<string> {
  // Not before somebody asks: measuring the event loop wakes an idle process.
  if (!processIsWatched) collectDefaultMetrics({ register: registry })
  processIsWatched = true
  const read = new Registry()
  for (const { name, help, labels = {}, value } of readings) {
    const known = read.getSingleMetric(name) as Gauge | undefined
    const gauge = known ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [read] })
    gauge.set(labels, value)
  }
  return (await Promise.all([registry.metrics(), read.metrics()])).join('\n')
}
