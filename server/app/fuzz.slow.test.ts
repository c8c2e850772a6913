import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import type { Endpoint } from '#contract/platform/endpoint'
import { commonErrors } from '#contract/platform/endpoint'
import { api, calls } from '#contract/index'
import type { Mode } from '../platform/database/scope.ts'
import { beginSale, goTo, someone, type Stage, type TestSale } from '../testing/checkout/testSale.ts'
import { writeOperations } from '../testing/operations/testOperations.ts'
import { pdfOf } from '../testing/uploads/testFiles.ts'
import { ids, testPassword, type Persona } from '../testing/testFixture.ts'
import { startTestServer, type RawRequest, type TestServer, type TestSession } from '../testing/testServices.ts'
import { learntIds } from '../testing/testIds.ts'
import { around } from '../testing/testValues.ts'
import { hexOf, toCamel } from '../platform/calls/wire.ts'

// Whatever is sent, the answer is declared in the contract: no 500, no stack trace, no SQL.
// `FUZZ_REQUESTS=50000` is a long run with a random seed, which it prints (`FUZZ_SEED`). By default the requests are always the same.
const requested = process.env.FUZZ_REQUESTS
const runs = Number(requested ?? testRuns(3_000, 20))
const seed = Number(process.env.FUZZ_SEED ?? (requested === undefined ? 50_482 : Math.floor(Math.random() * 2 ** 31)))
const people: Persona[] = ['ownerA', 'adminA', 'editorA', 'guestA', 'disabledC']
let server: TestServer
/** Customers at every stage, each with a known browser, in both modes. */
const sales: { sale: TestSale; headers: Record<string, string> }[] = []
const stages: Stage[] = ['plan', 'consent', 'code', 'identity', 'card', 'summary']
beforeAll(async () => {
  server = await startTestServer()
  await writeOperations(
    server.database.ownerUrl,
    (['live', 'sandbox'] as const).flatMap((mode) =>
      (['payment_process', 'payment_process', 'pending_merchant', 'payment_suspended', 'stopped_merchant'] as const).flatMap((substatus) =>
        Array.from({ length: 8 }, () => ({ mode, substatus, totalCents: 200_000 })),
      ),
    ),
  )
  // Settlements and invoices of the sales.
  server.moveClock(40 * 86_400_000)
  await server.runClock()
  for (const mode of ['live', 'sandbox'] as const)
    for (const stage of [...stages, ...stages]) {
      const sale = await beginSale(server, { mode })
      const cookie = await goTo(sale, stage, { who: someone() })
      sales.push({ sale, headers: { authorization: `Bearer ${sale.token}`, cookie } })
    }
})
afterAll(() => server.close())

const endpoints = calls.filter(
  // Reading the event stream would not end; its own test sends invalid requests.
  ({ name }) => !['sessionSignOut', 'passwordForgotten', 'notificationStream'].includes(name),
)
/** Later requests read, change and delete what exists, except the callers and the shop. */
const existing = learntIds(
  endpoints.map(({ path }) => path),
  ['merchantId', 'checkoutId', 'userId', 'sessionId'],
)
const pathValue = fc.oneof(
  fc.constantFrom('public', 'private', 'product', 'cart', '2100', 'approved'),
  fc.constantFrom(hexOf(ids.merchantA1), 'f'.repeat(32), 'undefined', '0', '%20', '..%2f', 'ñ'),
  fc.string({ minLength: 1, maxLength: 40 }),
)

const request = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    name: fc.constant(endpoint.name),
    body: around(endpoint.body),
    query: around(endpoint.query),
    params: fc.array(pathValue, { minLength: 4, maxLength: 4 }),
    inMine: fc.integer({ min: 0, max: 9 }),
    person: fc.constantFrom<Persona>('ownerA', 'ownerA', 'ownerA', 'adminA', ...people),
    twice: fc.boolean(),
    key: fc.option(fc.oneof(fc.uuid(), fc.string({ maxLength: 300 }))),
    mode: fc.constantFrom<Mode>('live', 'sandbox'),
    nth: fc.nat(),
    isKnown: fc.integer({ min: 0, max: 9 }),
  }),
)

function addressOf(path: string, params: string[], ownParams: Record<string, string>, query: unknown, twice: boolean): string {
  let at = 0
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ownParams[name] ?? encodeURIComponent((params[at++] ?? 'x').toWellFormed()),
  )
  const pairs = Object.entries((typeof query === 'object' && query) || {}).flatMap(([key, value]) =>
    Array.from(
      { length: twice ? 2 : 1 },
      () =>
        `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())}`,
    ),
  )
  return `${filled}?${pairs.join('&')}`.slice(0, 8_000)
}

const contents = ['', '%PDF-1.7', pdfOf().toString('latin1'), '\u00ff\u00d8\u00ff', '<html>', 'x'.repeat(32), 'x'.repeat(100_000)]

/** Form fields, with a file of some kind or without. */
function formOf(file: string, body: unknown, nth: number): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries((typeof body === 'object' && body) || {}))
    form.append(key, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const content = contents[nth % (contents.length + 1)]
  if (content !== undefined) form.append(file, new Blob([Buffer.from(content, 'latin1')]), ['x.pdf', '../\u0000\r\n', '\u202e'][nth % 3])
  return form
}

const sessions = new Map<Persona, TestSession>()
let enteredAt = -Infinity
/**
 * Signs everybody in again before their session expires, with a step-up that lasts five minutes. Deletes the failed sign-ins from the same address, which
 * would lock them out.
 */
async function enter(): Promise<void> {
  if (performance.now() - enteredAt < 4 * 60_000) return
  enteredAt = performance.now()
  await server.ownerSql('delete from sign_in_failures')
  for (const person of people) {
    const session = await server.signIn(person)
    await server.call('meStepUp', { as: session, body: { password: testPassword } })
    sessions.set(person, session)
  }
}

/** The number of answers per status, and the calls that succeeded at least once. */
const seen = new Map<number, number>()
const served = new Set<string>()

type FuzzRequest = typeof request extends fc.Arbitrary<infer One> ? One : never

const endpointOf = (name: string): Endpoint => (api as Record<string, Endpoint>)[name] as Endpoint // every name is one of these

function send({ name, body, query, params, inMine, person, twice, key, mode, nth, isKnown }: FuzzRequest) {
  const endpoint = endpointOf(name)
  const sale = sales[nth % sales.length]
  const isCustomer = endpoint.policy.roles === 'consumer'
  const by: RawRequest = isCustomer && isKnown < 8 && sale ? { headers: sale.headers } : { as: sessions.get(person) }
  const sold = sale ? { checkoutId: hexOf(sale.sale.checkoutId) } : {}
  const ownParams = inMine < 9 ? { ...existing.known(mode, nth), ...sold, merchantId: hexOf(ids.merchantA1) } : {}
  const keyed: Record<string, string> = key === null || /[^\x20-\x7e]/.test(key) ? {} : { 'idempotency-key': key }
  const carries = body !== undefined && endpoint.method !== 'GET'
  return server.send(endpoint.method, addressOf(endpoint.path, params, ownParams, query, twice && inMine > 7), {
    ...(by.as === undefined ? {} : { as: by.as }),
    mode,
    headers: { ...by.headers, ...keyed },
    ...(carries ? { body: endpoint.file ? formOf(endpoint.file.name, body, nth) : JSON.stringify(body) } : {}),
  })
}

/** Sends a request and checks the answer; in tests the server also validates its answers against the contract. */
async function ask(sample: FuzzRequest): Promise<void> {
  const { mode } = sample
  const endpoint = endpointOf(sample.name)
  const { status, headers, raw } = await send(sample)
  seen.set(status, (seen.get(status) ?? 0) + 1)
  const context = `${endpoint.method} ${endpoint.path} → ${status} ${raw.slice(0, 300)}`
  expect(status, context).toBeLessThan(500)
  expect(raw, context).not.toMatch(/\bat .+\.[jt]s:\d+|\bselect\b.+\bfrom\b|syntax error at|violates/i)
  if (status < 400) {
    served.add(endpoint.name)
    expect(Object.keys(endpoint.answers), context).toContain(String(status))
    if (headers.get('content-type')?.includes('json')) existing.learn(mode, endpoint.path, toCamel(JSON.parse(raw)))
    return
  }
  const { error } = toCamel(JSON.parse(raw)) as { error: { type: string; message: string; requestId: string } }
  expect([...commonErrors, ...endpoint.refusals] as string[], context).toContain(error.type)
  expect(error.message.length, context).toBeGreaterThan(5)
  expect(error.requestId, context).toMatch(/^[0-9a-f-]{36}$/)
}

const atOnce = 20

it(
  `stays inside its contract for ${runs} requests of seed ${seed}`,
  async () => {
    const batch = fc.array(request, { minLength: atOnce, maxLength: atOnce })
    await fc.assert(
      fc.asyncProperty(batch, async (all) => {
        await enter()
        await Promise.all(all.map(ask))
      }),
      { numRuns: Math.ceil(runs / atOnce), endOnFailure: true, seed },
    )
    const byStatus = Object.fromEntries([...seen].toSorted(([one], [other]) => one - other))
    console.log(JSON.stringify({ seed, requests: runs, served: served.size, calls: endpoints.length, ...byStatus }))
    // A fuzz run that is always unauthenticated proves nothing: a fair part must be let in.
    expect([...seen].filter(([status]) => status < 300).reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(runs / 50)
  },
  Math.max(300_000, runs * 60),
)
