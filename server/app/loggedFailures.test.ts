import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint'
import { calls } from '#contract/index'
import { shopCalls } from '#contract/shopsApi'
import { beginSale, type TestSale } from '../testing/checkout/testSale.ts'
import type { Database } from '../platform/database/database.ts'
import { issueTestKeys, type TestKeys } from '../testing/shopsApi/testShop.ts'
import { ids, type Persona } from '../testing/testFixture.ts'
import { startTestServer, type RawRequest, type TestServer } from '../testing/testServices.ts'
import { around } from '../testing/testValues.ts'
import { hexOf, toCamel } from '../platform/calls/wire.ts'

/** A marked value, in place of personal data: in requests, and in PostgreSQL's error messages. */
const marked = 'Marcada-7319'
const failure = () =>
  Object.assign(new Error(`value "${marked}" violates something`), {
    name: 'error',
    code: '23514',
    severity: 'ERROR',
    detail: `Failing row contains (${marked}).`,
    table: 'operations',
    constraint: 'operations_planted_check',
  })

type Line = {
  severity: string
  event: string
  request?: string
  worker?: string
  error?: { code?: string; stack?: string[]; constraint?: string }
}
const lines: string[] = []
const logged = () => lines.map((line) => JSON.parse(line) as Line)

type Failing = Database & { backgroundPool: Database }
/** Lets the next `after` packets to the database through, then fails every statement until it is repaired. */
function breakDatabase(database: Failing, after: number): () => void {
  let calls = 0
  const spies = [database, database.backgroundPool].flatMap((pool) =>
    (['read', 'readBatch', 'write'] as const).map((name) => {
      const sound = pool[name].bind(pool) as (...all: unknown[]) => Promise<unknown>
      return vi
        .spyOn(pool, name)
        .mockImplementation((...all: unknown[]) => (calls++ < after ? sound(...all) : Promise.reject(failure())) as never)
    }),
  )
  return () => spies.forEach((spy) => spy.mockRestore())
}

let server: TestServer
let sale: TestSale
let keys: TestKeys
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  server = await startTestServer({ config: { logLevel: 'warn' } })
  sale = await beginSale(server, { mode: 'live' })
  keys = await issueTestKeys(server, ids.merchantA1)
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})

/** A valid value for a schema, with the marked value in its free texts; undefined without a schema. */
function valueFor(shape: Schema | undefined): unknown {
  if (!shape) return undefined
  const fits = (one: unknown) => z.safeParse(shape, toCamel(one)).success
  const sample = fc.sample(around(shape), { numRuns: 60, seed: 7 }).find(fits)
  if (typeof sample !== 'object' || sample === null) return sample
  for (const key of Object.keys(sample)) {
    const named = { ...sample, [key]: marked }
    if (fits(named)) Object.assign(sample, { [key]: marked })
  }
  return sample
}

const addressOf = (path: string, query: unknown) => {
  const params: Record<string, string> = { merchantId: hexOf(ids.merchantA1), checkoutId: hexOf(sale.checkoutId) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'f'.repeat(32))
  return `${filled}?${new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>)).toString()}`
}

/** Sends a request with the database failing after a number of packets; returns the status, after checking that a 5xx is logged with its cause. */
async function askBroken(path: string, method: string, request: RawRequest, after: number): Promise<number> {
  const heal = breakDatabase(server.services.database as Failing, after)
  lines.length = 0
  const answer = await server.send(method, path, request).catch(() => null)
  heal()
  expect(lines.join(''), path).not.toContain(marked)
  if (answer && answer.status < 500) return answer.status
  expect(answer?.raw ?? '', path).not.toContain(marked)
  // A download that breaks has already sent its status.
  const line = logged().find(({ severity, request }) => severity === 'error' && (!answer || request === answer.headers.get('x-request-id')))
  expect(line?.error, `${method} ${path}`).toMatchObject({ code: '23514', constraint: 'operations_planted_check' })
  expect(line?.error?.stack?.length, `${method} ${path}`).toBeGreaterThan(0)
  return answer?.status ?? 500
}

/** Calls that may be refused by validation here, or answered from memory (also by a session read within the last second). */
const answeredBeforeTheDatabase = new Set<string>([
  'sessionRefresh',
  // Closed by default.
  'signUpRequest',
  'signUpConfirm',
  'staffViewOpen',
  'ibanFreeze',
  'ibanFreezeView',
  'passwordReset',
  'continuationTake',
  'pushSubscribe',
  'bankConsentView',
  'bankConsentAnswer',
  'packageLinkView',
  'packageLinkConfirm',
  'packageLinkFile',
  'packageLinkStop',
  'invitationView',
  'invitationAccept',
  'invitationJoin',
  'widgetPlans',
  'audienceContains',
  'businessActivities',
  'passkeyChallenge',
  'tillLeave',
])

const bodyOf = (body: unknown, { method }: { method: string }) =>
  body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }

it('no call of the back office or of customers answers 5xx without logging its cause', async () => {
  const never: string[] = []
  // The event stream would not end, and signing out would end the test's own session.
  for (const endpoint of calls.filter(({ name, file }) => !file && !['notificationStream', 'sessionSignOut'].includes(name))) {
    const { roles } = endpoint.policy
    const by: RawRequest =
      roles === 'consumer'
        ? { headers: { authorization: `Bearer ${sale.token}` } }
        : roles === 'publicKey'
          ? { headers: { authorization: `Bearer ${keys.live.public}` } }
          : { as: 'ownerA' satisfies Persona }
    const request = { ...by, ...bodyOf(valueFor(endpoint.body), endpoint) }
    if (typeof by.as === 'string') await server.as(by.as)
    const statuses: number[] = []
    for (const query of endpoint.query ? [valueFor(endpoint.query), {}] : [{}])
      for (const after of [0, 1]) statuses.push(await askBroken(addressOf(endpoint.path, query), endpoint.method, request, after))
    if (statuses.every((status) => status < 500)) never.push(endpoint.name)
  }
  expect(never.filter((name) => !answeredBeforeTheDatabase.has(name))).toEqual([])
})

it('no call of the shops’ API answers 5xx without logging its cause', async () => {
  const never: string[] = []
  for (const call of shopCalls) {
    const request = { headers: { authorization: `Bearer ${keys.live.private}` }, ...bodyOf(valueFor(call.body), call) }
    const statuses: number[] = []
    for (const query of call.query ? [valueFor(call.query), {}] : [{}])
      for (const after of [0, 1]) statuses.push(await askBroken(addressOf(call.path, query), call.method, request, after))
    if (statuses.every((status) => status < 500)) never.push(call.name)
  }
  expect(never).toEqual([])
})

it('no background job fails without logging its cause', async () => {
  const working = await startTestServer({ database: server.database, config: { logLevel: 'warn' }, workers: true })
  const heal = breakDatabase(working.services.database as Failing, 0)
  lines.length = 0
  const failed = () => logged().filter(({ event }) => event === 'worker_failed')
  await vi.waitFor(() => expect(new Set(failed().map(({ worker }) => worker)).size).toBeGreaterThan(15), 20_000).finally(heal)
  await working.close()
  for (const line of failed()) expect(line.error, line.worker).toMatchObject({ code: '23514', constraint: 'operations_planted_check' })
  expect(lines.join('')).not.toContain(marked)
})
