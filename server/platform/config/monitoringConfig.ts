import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of metrics, and of traces under OpenTelemetry's standard names: default and description. */
export const monitoringSettings = {
  METRICS_TOKEN: ['', 'Bearer token with which /metrics can be read from other machines; default from this machine alone'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '',
    'Address of an OpenTelemetry collector that takes OTLP over HTTP in JSON, as http://127.0.0.1:4318: traces are sent to its /v1/traces; default none',
  ],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['', 'The whole address for traces; default OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces'],
  OTEL_EXPORTER_OTLP_HEADERS: ['', 'Headers for the collector, as api-key=abc,tenant=one; values percent-encoded'],
  OTEL_SERVICE_NAME: ['', 'Name of this service in traces; default BRAND_VENDOR'],
  OTEL_RESOURCE_ATTRIBUTES: ['', 'Further attributes of all spans, as deployment.environment.name=production; values percent-encoded'],
  OTEL_TRACES_SAMPLER: [
    'parentbased_always_on',
    'Which traces are recorded: always_on, always_off, traceidratio, or the same with parentbased_ before it, which follows what a caller says in traceparent',
  ],
  OTEL_TRACES_SAMPLER_ARG: ['1', 'The share of traces that traceidratio records, 0 to 1'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof monitoringSettings) => string

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
type SamplerName = (typeof samplers)[number]

export type TracingConfig = {
  url: string
  headers: Record<string, string>
  serviceName: string
  resource: Record<string, string>
  sampler: SamplerName
  /** Follows the decision of a caller that sent a traceparent. */
  parentBased: boolean
  ratio: number
}

/** `name=value,…` with percent-encoded values, as OpenTelemetry's settings have it. */
function pairsOf(read: Read, name: keyof typeof monitoringSettings): Record<string, string> {
  const parts = read(name)
    .split(',')
    .filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(part) ?? []
      // The text may hold a key of the collector, so it is not printed.
      if (key === '') throw new ConfigProblem(`${name} is not a list as name=value,name=value.`)
      try {
        return [key, decodeURIComponent(value.trim())]
      } catch {
        throw new ConfigProblem(`${name} has a value of ${key} that is not percent-encoded.`)
      }
    }),
  )
}

function addressOf(read: Read, name: 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'): string {
  const text = read(name)
  if (text !== '' && !['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''))
    throw new ConfigProblem(`${name} is not an address that starts with http:// or https://.`)
  return text
}

function samplerOf(read: Read): Pick<TracingConfig, 'sampler' | 'parentBased' | 'ratio'> {
  const [text, arg] = [read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG')]
  const sampler = samplers.find((one) => one === text.replace(/^parentbased_/, ''))
  if (!sampler)
    throw new ConfigProblem(
      `OTEL_TRACES_SAMPLER="${text}" is not one of ${samplers.join(', ')}, or one of these with parentbased_ before it.`,
    )
  const ratio = Number(arg)
  if (!/^[\d.]+$/.test(arg) || !(ratio >= 0 && ratio <= 1))
    throw new ConfigProblem(`OTEL_TRACES_SAMPLER_ARG="${arg}" is not a number from 0 to 1.`)
  return { sampler, parentBased: text.startsWith('parentbased_'), ratio }
}

/** Null: no collector is set. */
function tracingOf(read: Read, vendor: string): TracingConfig | null {
  const [base, whole] = [addressOf(read, 'OTEL_EXPORTER_OTLP_ENDPOINT'), addressOf(read, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')]
  const settings = {
    headers: pairsOf(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
    resource: pairsOf(read, 'OTEL_RESOURCE_ATTRIBUTES'),
    serviceName: read('OTEL_SERVICE_NAME') || vendor,
    ...samplerOf(read),
  }
  if (base === '' && whole === '') return null
  return { url: whole || `${base.replace(/\/+$/, '')}/v1/traces`, ...settings }
}

/** `metricsToken`: opens /metrics to other machines; empty: none. `tracing`: where traces are sent; null: nowhere. */
export type MonitoringConfig = { metricsToken: string; tracing: TracingConfig | null }

/** Reads the settings of metrics and traces. Throws ConfigProblem. */
export function monitoringOf(read: Read, vendor: string): MonitoringConfig {
  const metricsToken = read('METRICS_TOKEN')
  if (metricsToken !== '' && metricsToken.length < 16) throw new ConfigProblem('METRICS_TOKEN has fewer than 16 characters.')
  return { metricsToken, tracing: tracingOf(read, vendor) }
}
