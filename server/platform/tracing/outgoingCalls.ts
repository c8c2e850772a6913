import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'

// Requests to partners, by whatever library sends them: Node announces those of `http` and of `fetch` on these channels.

/** As undici announces a request. */
type FetchRequest = { origin: string | URL; method: string }
type FetchAnswer = { request: FetchRequest; response: { statusCode: number } }

/** Records a span for each outgoing request with its host and status; never its path, which may contain a value. Returns what ends it. */
export function watchOutgoingCalls(spans: Tracer): () => void {
  const open = new WeakMap<object, Span>()
  const start = (request: object, method: string, host: string, port: string) =>
    open.set(
      request,
      spans.startSpan(
        method,
        {
          kind: SpanKind.CLIENT,
          attributes: { 'http.request.method': method, 'server.address': host, ...(port === '' ? {} : { 'server.port': Number(port) }) },
        },
        context.active(),
      ),
    )
  const answered = (request: object, status: number) => open.get(request)?.setAttribute('http.response.status_code', status)
  const end = (request: object, failed = false) => {
    const span = open.get(request)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    open.delete(request)
    span?.end()
  }
  const listeners: Record<string, (message: never) => void> = {
    'http.client.request.start': ({ request }: { request: ClientRequest }) => {
      const { hostname, port } = new URL(`${request.protocol}//${request.host}`)
      start(request, request.method, hostname, port)
      request.once('close', () => end(request))
    },
    'http.client.response.finish': ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
      void answered(request, response.statusCode ?? 0),
    'http.client.request.error': ({ request }: { request: ClientRequest }) => end(request, true),
    'undici:request:create': ({ request }: { request: FetchRequest }) => {
      const { hostname, port } = new URL(request.origin)
      start(request, request.method, hostname, port)
    },
    'undici:request:headers': ({ request, response }: FetchAnswer) => void answered(request, response.statusCode),
    'undici:request:trailers': ({ request }: { request: FetchRequest }) => end(request),
    'undici:request:error': ({ request }: { request: FetchRequest }) => end(request, true),
  }
  const all = Object.entries(listeners) as unknown as [string, Parameters<typeof subscribe>[1]][] // each channel has its own type of message
  for (const [channel, listener] of all) subscribe(channel, listener)
  return () => all.forEach(([channel, listener]) => unsubscribe(channel, listener))
}
