import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '#contract/platform/endpoint'
import { calls } from '#contract/index'
import { shopCalls } from '#contract/shopsApi'
import { beginSale, goTo, someone } from '../testing/checkout/testSale.ts'
import { mintScope } from '../platform/database/scope.ts'
import { issueKey } from '../platform/keys/issueKey.ts'
import { writeOperations } from '../testing/operations/testOperations.ts'
import { ids, personas, testPassword } from '../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'
import { fittingOf, inputOf, type JsonSchema } from '../testing/testValues.ts'
import { hexOf, snakeKey } from '../platform/calls/wire.ts'

// Sends the limits of the calendar in every date and time field of both APIs: the answer is a readable error, never a 5xx.
const days = ['1900-01-01', '0000-01-01', '1899-12-31', '9999-12-31', '2026-02-31']
const endOfDay = 'T23:59:59.999Z'
const dayNames =
  /^(?:from|to|since|until|on|day|date|birthday|month|at|after|before|created)$|[a-z](?:On|At|Day|Date|Joined|Login|From|To|Until)$/

let server: TestServer
let owner: TestSession
let consumer: Record<string, string>
let key: string
let order: string
let checkout: string
beforeAll(async () => {
  server = await startTestServer()
  ;[order = ''] = await writeOperations(server.database.ownerUrl, [{ mode: 'live', substatus: 'payment_process', totalCents: 20_000 }])
  owner = await server.signIn('ownerA')
  await server.call('meStepUp', { as: owner, body: { password: testPassword } })
  const sale = await beginSale(server)
  consumer = { authorization: `Bearer ${sale.token}`, cookie: await goTo(sale, 'identity', { who: someone() }) }
  checkout = hexOf(sale.checkoutId)
  const scope = mintScope(ids.merchantA1, 'live')
  const issuing = {
    kind: 'private' as const,
    by: personas.ownerA.id,
    now: server.services.now(),
    secrets: server.services.config.keySecrets,
  }
  key = (await server.services.database.write(scope, async (db) => issueKey(db, scope, issuing))).token
})
afterAll(() => server.close())
type Path = readonly string[]

/** Where a schema has dates: by format, or as text with a name of a date. */
function dayFields(schema: JsonSchema, path: Path = []): Path[] {
  const inside = [
    ...(schema.anyOf ?? []).flatMap((one) => dayFields(one, path)),
    ...(schema.items ? dayFields(schema.items, [...path, '0']) : []),
  ]
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => dayFields(one, [...path, name]))
  const isText = schema.type === 'string' && schema.enum === undefined
  const isDay =
    isText && (schema.format === 'date' || schema.format === 'date-time' || (!schema.pattern && dayNames.test(path.at(-1) ?? '')))
  const fields = isDay ? [path, ...inside, ...named] : [...inside, ...named]
  return [...new Map(fields.map((one) => [one.join('.'), one])).values()]
}

/** A copy with a value set at a path. */
function put(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  if (name === '0') return [put(Array.isArray(value) ? value[0] : undefined, rest, text)]
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const wire = snakeKey(name)
  return { ...object, [wire]: put((object as Record<string, unknown>)[wire], rest, text) }
}

const addressOf = (path: string) =>
  path
    .replace('{merchantId}', hexOf(ids.merchantA1))
    .replace('{checkoutId}', checkout)
    .replaceAll(/\{\w+\}/g, order)
const queryOf = (value: unknown) =>
  new URLSearchParams(
    Object.fromEntries(
      Object.entries(value as object).map(([name, one]) => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
    ),
  )

type Sending = { method: string; address: () => string; body?: unknown; headers?: () => Record<string, string>; isOwner?: boolean }

/** The requests that were answered with 5xx. */
async function failed(sendings: readonly Sending[]): Promise<string[]> {
  const answers = await Promise.all(
    sendings.map(async ({ method, address, body, headers, isOwner = false }) => {
      const { status } = await server.send(method, address(), {
        ...(isOwner ? { as: owner } : {}),
        mode: 'live',
        headers: headers?.() ?? {},
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return `${method} ${address()} ${JSON.stringify(body)} → ${status}`
    }),
  )
  return answers.filter((answer) => / → 5\d\d$/.test(answer))
}

/** One request for each base and each date, in the query or in the body. */
function sendingsOf(schema: Schema, field: Path, isQuery: boolean, { address, ...rest }: Sending): Sending[] {
  const [base] = fc.sample(fittingOf(schema), { numRuns: 1, seed: 7 })
  const isInstant = JSON.stringify(inputOf(schema)).includes('date-time')
  return [...days, ...(isInstant ? days.map((day) => day + endOfDay) : [])].map((day) => {
    const value = put(base, field, day)
    return isQuery ? { ...rest, address: () => `${address()}?${queryOf(value)}` } : { ...rest, address, body: value }
  })
}

const panel = calls.flatMap((endpoint) => {
  const isConsumer = endpoint.policy.roles === 'consumer'
  const sending: Sending = {
    method: endpoint.method,
    address: () => addressOf(endpoint.path),
    isOwner: !isConsumer,
    ...(isConsumer && { headers: () => consumer }),
  }
  return [
    ...(endpoint.query
      ? dayFields(inputOf(endpoint.query)).map((field) => ({ schema: endpoint.query as Schema, field, isQuery: true }))
      : []),
    ...(endpoint.body && !endpoint.file
      ? dayFields(inputOf(endpoint.body)).map((field) => ({ schema: endpoint.body as Schema, field, isQuery: false }))
      : []),
  ].map((place) => ({ ...place, name: endpoint.name, sending }))
})

const shops = shopCalls.flatMap((call) => {
  const sending: Sending = {
    method: call.method,
    address: () => addressOf(call.path),
    headers: () => ({ authorization: `Bearer ${key}`, accept: 'application/vnd.zeta.v1+json' }),
  }
  return [
    ...(call.query ? dayFields(inputOf(call.query)).map((field) => ({ schema: call.query as Schema, field, isQuery: true })) : []),
    ...(call.body ? dayFields(inputOf(call.body)).map((field) => ({ schema: call.body as Schema, field, isQuery: false })) : []),
  ].map((place) => ({ ...place, name: call.name, sending }))
})

type Place = { name: string; schema: Schema; field: Path; isQuery: boolean; sending: Sending }

describe.each<[string, Place[], number]>([
  ['the panel and its customers', panel, 40],
  ['programs of shops', shops, 6],
])('every date field of %s', (_who, places, least) => {
  it('is found by its schema or name', () => {
    expect(places.length).toBeGreaterThanOrEqual(least)
  })
  it('answers the limits of the calendar', async () => {
    for (const { schema, field, isQuery, sending } of places) expect(await failed(sendingsOf(schema, field, isQuery, sending))).toEqual([])
  })
})
