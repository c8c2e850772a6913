import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { httpDecisions } from '../money/payments/httpDecisions.ts'
import { loadConfig, type Config } from '../platform/config/config.ts'
import { sql } from '../platform/database/sql.ts'
import { inSpan, traceHeaders } from '../platform/tracing/spans.ts'
import { startCallbackFixture } from '../testing/callbacks/callbackFixture.ts'
import { ana, beginSale, sign, someone } from '../testing/checkout/testSale.ts'
import { engineSecret } from '../testing/decisions/testEngine.ts'
import { type CollectedSpan, startCollector } from '../testing/tracing/testCollector.ts'
import { startReceiver } from '../testing/webhooks/testReceiver.ts'

/** Values of persons, planted wherever a customer, a shop or PostgreSQL can say one. */
const marked = { firstName: 'Marcada', lastName: 'Nombre Plantado', email: 'marcada-7319@plantada.test', documentId: someone().documentId }
const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

let spans: CollectedSpan[]
let exported: string
let headers: Record<string, unknown>[]
let resource: Record<string, unknown>
const lines: Record<string, unknown>[] = []
let called: { status: number; headers: Headers }
let shopHeard: unknown
const partnerHeard: unknown[] = []
let operationId: string

const tracingOf = (settings: Record<string, string>): Partial<Config> => {
  const { tracing } = loadConfig({ SESSION_SECRET: 'x'.repeat(32), ...settings })
  return { tracing }
}

// One run of everything that leaves spans; the tests read what the collector got.
beforeAll(async () => {
  const [collector, partner] = [await startCollector(), await startReceiver()]
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text)) as Record<string, unknown>) > 0)
  const tracing = tracingOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b',
    OTEL_SERVICE_NAME: 'panel',
  })
  const fixture = await startCallbackFixture({ ...tracing, logLevel: 'info' })
  const { server, shop } = fixture
  called = await server.call('me', { as: 'ownerA', headers: { traceparent: `00-${parent.traceId}-${parent.spanId}-01` } })
  await server.call('operationList', {
    as: 'ownerA',
    mode: 'live',
    params: { merchantId: '0'.repeat(32) },
    query: { search: marked.email } as never,
  })
  await sign(await beginSale(server), { who: { ...ana, ...marked } })
  const order = await fixture.signed()
  ;({ operationId } = order)
  await fixture.sendDue()
  shopHeard = shop.heard[0]?.traceparent
  await inSpan({ name: 'test of partners' }, async () => {
    const engine = httpDecisions({ url: partner.url, secret: engineSecret, userAgent: 'test' })
    await engine.ask({ id: 'one', body: JSON.stringify(marked) }).catch(() => {})
    await fetch(`${partner.url}/${marked.lastName}?email=${marked.email}`)
    await server.services.database.read(null, (db) => db.first(sql`select ${marked.email}::text::uuid`)).catch(() => {})
  })
  partnerHeard.push(...partner.received.map((one) => one.headers.traceparent))
  await fixture.close()
  partner.close()
  spans = collector.spans()
  ;[exported, headers, resource] = [collector.text(), collector.headers, collector.resource()]
  collector.close()
})
afterAll(() => vi.restoreAllMocks())

const named = (name: string) => spans.filter((span) => span.name === name)
const childrenOf = ({ spanId }: CollectedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)

it('goes to the collector at its address, with its headers and the name of the service', () => {
  expect(headers[0]).toMatchObject({ path: '/v1/traces', 'api-key': 'a b', 'content-type': 'application/json' })
  expect(resource).toMatchObject({ 'service.name': 'panel', 'service.version': expect.stringMatching(/^\d+\.\d+/) as string })
})

it('a call goes on with its caller’s trace, and has its route, status, mode, handler and statements', () => {
  const [call] = named('GET /v2/me')
  if (!call) throw new Error('no span of the call')
  expect(call).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId, kind: 2 })
  expect(call.facts).toMatchObject({
    'http.route': '/v2/me',
    'http.response.status_code': 200,
    'trastienda.call': 'me',
    'trastienda.request': called.headers.get('x-request-id'),
    'trastienda.mode': 'live',
  })
  const [handler] = childrenOf(call).filter(({ name }) => name === 'me')
  if (!handler) throw new Error('no span of the handler')
  const statement = childrenOf(handler).find(({ facts }) => facts['db.query.text'] !== undefined)
  expect(statement?.facts).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'select',
    'db.query.text': expect.stringContaining('$1') as string,
    'trastienda.statement': expect.stringMatching(/^[\w-]{27}$/) as string,
  })
  expect(named('GET /v2/merchants/:merchantId/orders')[0]?.facts).toMatchObject({ 'http.response.status_code': 404 })
  expect(lines.find((line) => line.event === 'request' && line.call === 'me')).toMatchObject({ trace_id: parent.traceId })
})

it('a message of the outbox is a trace of its own, which a shop’s server is told; so is a partner’s, and public services are not', () => {
  const [sent] = named('send order_callback')
  expect(sent?.facts).toMatchObject({ 'trastienda.messages': 1, 'trastienda.attempt': 1 })
  const request = spans.find(({ traceId, kind, facts }) => traceId === sent?.traceId && kind === 3 && facts['server.address'] !== undefined)
  expect(request?.facts).toMatchObject({ 'server.address': '127.0.0.1', 'http.request.method': 'POST', 'http.response.status_code': 200 })
  expect(shopHeard).toMatch(new RegExp(`^00-${sent?.traceId}-[0-9a-f]{16}-01$`))
  const [partners] = named('test of partners')
  if (!partners) throw new Error('no span of the partners')
  const outgoing = childrenOf(partners).filter(({ facts }) => facts['server.address'] !== undefined)
  expect(outgoing.map(({ facts }) => [facts['http.request.method'], facts['http.response.status_code']])).toEqual([
    ['POST', 200],
    ['GET', 200],
  ])
  expect(partnerHeard).toEqual([expect.stringContaining(partners.traceId), undefined])
})

it('a failed statement has its SQLSTATE, not its message', () => {
  const failed = spans.filter(({ facts }) => facts['error.type'] === '22P02')
  expect(failed.map(({ status }) => status.code)).toEqual([2])
})

it('no span has a value of a person, nor an id that a caller gave', () => {
  expect(spans.length).toBeGreaterThan(100)
  for (const value of [...Object.values(marked), marked.email.toUpperCase(), encodeURIComponent(marked.email), 'access_token'])
    expect(exported.includes(value), value).toBe(false)
  expect(spans.some(({ facts }) => Object.values(facts).includes(operationId))).toBe(false)
})

it('is off without a collector, and settings that cannot be meant stop the start', () => {
  expect(tracingOf({}).tracing).toBeNull()
  expect(traceHeaders()).toEqual({})
  expect(() => tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT is not an address')
  expect(() => tracingOf({ OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow('OTEL_TRACES_SAMPLER="sometimes" is not one of')
  expect(() => tracingOf({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG="2" is not a number')
  expect(() => tracingOf({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(/^(?!.*secret).*not a list/)
})
