import { context, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../calls/refusal.ts'
import type { TracingConfig } from '../config/monitoringConfig.ts'
import { version } from '../config/version.ts'
import type { Log } from '../log/log.ts'
import { watchOutgoingCalls } from './outgoingCalls.ts'
import { setTracer, type Tracer } from './spans.ts'

// Imported only when a collector is set: without one the library is not loaded.

const sendingMs = 5_000
const maxTextLength = 4_000
const warnEveryMs = 60_000

type Tracing = {
  /** Opens a span for each request of this server. */
  traceRequests(app: FastifyInstance): void
  /** Sends what is still to be sent. */
  close(): Promise<void>
}

/** Records spans in this process and sends them to the collector. */
export function startTracing(config: TracingConfig, log: Log): Tracing {
  let warnedAt = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    log('warn', 'traces_not_sent', {}, error)
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: config.url, headers: config.headers, timeoutMillis: sendingMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...config.resource, 'service.name': config.serviceName, 'service.version': version }),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: maxTextLength },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: sendingMs })],
  })
  const spans = provider.getTracer('trastienda', version)
  const during = <T>(span: Span, work: () => Promise<T>) => withSpan(span, context.active(), work)
  const tracer: Tracer = {
    inSpan: ({ name, facts = {}, root = false }, work) => during(spans.startSpan(name, { attributes: facts, root }), work),
    inStatement(statement, work) {
      if (!trace.getSpan(context.active())) return work()
      return during(spans.startSpan(summaryOf(statement.text), { kind: SpanKind.CLIENT, attributes: statementFacts(statement) }), work)
    },
    addFacts: (facts) => void trace.getSpan(context.active())?.setAttributes(facts),
    traceId: () => trace.getSpan(context.active())?.spanContext().traceId,
    traceparent() {
      const headers: { traceparent?: string } = {}
      propagator.inject(context.active(), headers, { set: (carrier, key, value) => void (carrier[key as 'traceparent'] = value) })
      return headers.traceparent
    },
  }
  setTracer(tracer)
  const stopWatching = watchOutgoingCalls(spans)
  return {
    traceRequests: (app) => traceRequests(app, spans),
    async close() {
      setTracer(null)
      stopWatching()
      await provider.shutdown().catch((error: unknown) => log('warn', 'traces_not_sent', {}, error))
      context.disable()
    },
  }
}

const propagator = new W3CTraceContextPropagator()

function samplerOf({ sampler, parentBased, ratio }: TracingConfig) {
  const root = { always_on: new AlwaysOnSampler(), always_off: new AlwaysOffSampler(), traceidratio: new TraceIdRatioBasedSampler(ratio) }[
    sampler
  ]
  return parentBased ? new ParentBasedSampler({ root }) : root
}

async function withSpan<T>(span: Span, around: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(around, span), work)
  } catch (error) {
    span.setAttribute('error.type', errorTypeOf(error))
    // A refusal is an expected answer.
    if (!(error instanceof Refusal)) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** The type of a refusal, SQLSTATE or another code, or the error's name: its message may quote a value. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if (error instanceof Refusal) return error.type
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** What it does and the first table it names: `select operations`. */
function summaryOf(text: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?((?:\w+\.)?\w+)"?/i.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

const statementFacts = ({ text, name }: { text: string; name?: string | undefined }) => ({
  'db.system.name': 'postgresql',
  'db.operation.name': summaryOf(text).split(' ')[0] ?? '',
  'db.query.text': text,
  ...(name === undefined ? {} : { 'trastienda.statement': name }),
})

type Open = { span: Span; inside: Context }

function traceRequests(app: FastifyInstance, spans: ReturnType<TracerProvider['getTracer']>): void {
  const open = new WeakMap<FastifyRequest, Open>()
  // Reading a body leaves the asynchronous context: it is entered again.
  const enter = (request: FastifyRequest, done: () => void) => {
    const { inside } = open.get(request) ?? { inside: context.active() }
    context.with(inside, done)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const caller = propagator.extract(ROOT_CONTEXT, request.headers, {
      get: ({ traceparent }, key) => (key === 'traceparent' ? traceparent : undefined),
      keys: Object.keys,
    })
    const { url: route = 'unknown', config } = request.routeOptions
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'trastienda.call': config.call ?? 'page',
      'trastienda.request': request.id,
    }
    const span = spans.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller)
    open.set(request, { span, inside: trace.setSpan(caller, span) })
    enter(request, done)
  })
  app.addHook('preHandler', (request, _reply, done) => enter(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = open.get(request) ?? {}
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    enter(request, done)
  })
}
