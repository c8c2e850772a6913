import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint, Schema } from '#contract/endpoint'
import { everyCallRefuses } from '#contract/endpoint'
import { api } from '#contract/index'
import { permissions } from '#domain/roles'
import { beginSale, goTo, someone, type Stage, type TestSale } from '../checkout/testSale.ts'
import { ids, type Persona } from './testFixture.ts'
import { startTestServer, type RawRequest, type TestServer } from './testHouse.ts'
import { hexOf, snakeKey, toCamel } from './wire.ts'

// Whatever is sent, the answer is one that the contract declares: no 500, no stack trace, no SQL (specification §8).
const runs = Number(process.env.FUZZ_REQUESTS ?? 4_000)
const people: Persona[] = ['ownerA', 'adminA', 'editorA', 'guestA', 'disabledC']
let server: TestServer
/** Customers at every stage, each with a browser that is known, in both modes. */
const sales: { sale: TestSale; headers: Record<string, string> }[] = []
const stages: Stage[] = ['plan', 'consent', 'code', 'identity', 'card', 'summary']
beforeAll(async () => {
  server = await startTestServer()
  for (const mode of ['live', 'sandbox'] as const)
    for (const stage of [...stages, ...stages]) {
      const sale = await beginSale(server, { mode })
      const cookie = await goTo(sale, stage, { who: someone() })
      sales.push({ sale, headers: { authorization: `Bearer ${sale.token}`, cookie } })
    }
})
afterAll(() => server.close())

type JsonSchema = {
  type?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  minimum?: number
  maximum?: number
  anyOf?: JsonSchema[]
  required?: string[]
}

const strange = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '0',
    -1,
    0,
    1,
    1.5,
    1e308,
    2 ** 53,
    Number.MIN_SAFE_INTEGER,
    true,
    [],
    {},
    [[[[[[]]]]]],
    "' or 1=1 --",
    '$1',
    '{"$gt":""}',
    '\u0000',
    '\uD800',
    '‮',
    '../../etc/passwd',
    '%00',
    '<script>',
    'ñandú',
    '1e3',
    'NaN',
    '2026-02-30',
    '9999-99-99',
    'x'.repeat(10_000),
    '__proto__',
    { __proto__: { a: 1 } },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json({ maxDepth: 6 }).map((text) => JSON.parse(text) as unknown),
  fc.integer(),
  fc.double(),
)

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1),
      )
    case 'boolean':
      return fc.boolean()
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [snakeKey(key), fitting(inner)])), {
        requiredKeys: (schema.required ?? []).map(snakeKey),
      })
    default:
      return fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('2026-03-29', 'ana@mora.test', 'PED-10482', 'García Núñez', '129,90', 'a'.repeat(32)),
      )
  }
}

/** A fitting value, now and then with one field strange, missing or too many. */
function around(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange })
  const good = fitting(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  const spoilt = fc.tuple(good, strange, fc.nat()).map(([value, odd, at]) => {
    const fields = Object.keys((value ?? {}) as object)
    return { ...(value as object), [fields[at % (fields.length + 1)] ?? 'extra']: odd }
  })
  return fc.oneof({ weight: 2, arbitrary: good }, { weight: 3, arbitrary: spoilt }, { weight: 1, arbitrary: strange })
}

const endpoints = Object.values(api as Record<string, Endpoint>).filter(
  // The stream would be followed to its end; its own test sends it what is wrong.
  ({ name }) => !['sessionSignOut', 'passwordForgotten', 'notificationStream'].includes(name),
)
const pathValue = fc.oneof(
  fc.constantFrom(hexOf(ids.merchantA1), 'f'.repeat(32), 'undefined', '0', '%20', '..%2f', 'ñ'),
  fc.string({ minLength: 1, maxLength: 40 }),
)

const request = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    body: around(endpoint.body),
    query: around(endpoint.query),
    params: fc.array(pathValue, { minLength: 4, maxLength: 4 }),
    inMine: fc.integer({ min: 0, max: 9 }),
    person: fc.constantFrom(...people),
    twice: fc.boolean(),
    key: fc.option(fc.string({ maxLength: 300 })),
    sandbox: fc.boolean(),
    nth: fc.nat(),
    isKnown: fc.integer({ min: 0, max: 9 }),
  }),
)

function addressOf(path: string, params: string[], mine: Record<string, string>, query: unknown, twice: boolean): string {
  let at = 0
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => mine[name] ?? encodeURIComponent((params[at++] ?? 'x').toWellFormed()))
  const pairs = Object.entries((typeof query === 'object' && query) || {}).flatMap(([key, value]) =>
    Array.from(
      { length: twice ? 2 : 1 },
      () =>
        `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())}`,
    ),
  )
  return `${filled}?${pairs.join('&')}`.slice(0, 8_000)
}

const contents = ['', '%PDF-1.7', '\u00ff\u00d8\u00ff', '<html>', 'x'.repeat(100_000)]

/** Fields as a form has them, with a file of one kind or another, or without. */
function formOf(file: string, body: unknown, nth: number): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries((typeof body === 'object' && body) || {}))
    form.append(key, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const content = contents[nth % (contents.length + 1)]
  if (content !== undefined) form.append(file, new Blob([Buffer.from(content, 'latin1')]), ['x.pdf', '../\u0000\r\n', '\u202e'][nth % 3])
  return form
}

it(`stays inside its contract for ${runs} requests`, async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 20 }), async (batch) => {
      await Promise.all(
        batch.map(async ({ endpoint, body, query, params, inMine, person, twice, key, sandbox, nth, isKnown }) => {
          const sale = sales[nth % sales.length]
          const isCustomer = permissions[endpoint.name] === 'consumer'
          const by: RawRequest = isCustomer && isKnown < 8 && sale ? { headers: sale.headers } : { as: person }
          const mine: Record<string, string> =
            inMine < 8 ? { merchantId: hexOf(ids.merchantA1), ...(sale ? { checkoutId: hexOf(sale.sale.checkoutId) } : {}) } : {}
          const headers: Record<string, string> = {
            ...by.headers,
            ...(key === null || /[^\x20-\x7e]/.test(key) ? {} : { 'idempotency-key': key }),
          }
          const answer = await server.send(endpoint.method, addressOf(endpoint.path, params, mine, query, twice && inMine > 6), {
            ...(by.as === undefined ? {} : { as: by.as }),
            mode: sandbox ? 'sandbox' : 'live',
            headers,
            ...(body === undefined || endpoint.method === 'GET'
              ? {}
              : { body: endpoint.file ? formOf(endpoint.file.name, body, nth) : JSON.stringify(body) }),
          })
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
          const context = `${endpoint.method} ${endpoint.path} → ${answer.status} ${answer.raw.slice(0, 300)}`
          expect(answer.status, context).toBeLessThan(500)
          expect(answer.raw, context).not.toMatch(/\bat .+\.[jt]s:\d+|\bselect\b.+\bfrom\b|syntax error at|violates/i)
          if (answer.status < 400) return void expect(Object.keys(endpoint.answers), context).toContain(String(answer.status))
          const { error } = toCamel(JSON.parse(answer.raw)) as { error: { type: string; message: string; requestId: string } }
          expect([...everyCallRefuses, ...endpoint.refusals] as string[], context).toContain(error.type)
          expect(error.message.length, context).toBeGreaterThan(5)
          expect(error.requestId, context).toMatch(/^[0-9a-f-]{36}$/)
        }),
      )
    }),
    { numRuns: Math.ceil(runs / 20), endOnFailure: true },
  )
  // A fuzz that is refused at the door proves nothing: a fair part must get in.
  expect([...seen].filter(([status]) => status < 300).reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(runs / 50)
}, 300_000)
