import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string; boolValue?: boolean } }
type Exported = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ExportedSpan[] }[] }[]
}
type ExportedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number }
}
/** A span as it was exported, with its attributes by name. */
export type CollectedSpan = Omit<ExportedSpan, 'attributes'> & { facts: Record<string, string | number | boolean | undefined> }

const factsOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  )

/** A collector of OpenTelemetry: takes traces in OTLP over HTTP, in JSON. */
export async function startCollector() {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const whole = Buffer.concat(parts)
      bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole).toString())
      headers.push({ ...request.headers, path: request.url })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const exported = () => bodies.flatMap((body) => (JSON.parse(body) as Exported).resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    /** Everything that was sent, as text. */
    text: () => bodies.join('\n'),
    spans: (): CollectedSpan[] =>
      exported().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) }))),
      ),
    resource: () => factsOf(exported()[0]?.resource.attributes ?? []),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
