import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMemberPolicy } from '#contract/platform/policy'
import { calls } from '#contract/index'
import type { Endpoint } from '#contract/platform/endpoint'
import { beginSale, type TestSale } from '../../testing/checkout/testSale.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type RawRequest, type TestServer } from '../../testing/testServices.ts'
import { hexOf, toSnake } from '../calls/wire.ts'

let server: TestServer
let sale: TestSale
beforeAll(async () => {
  server = await startTestServer()
  sale = await beginSale(server)
})
afterAll(() => server.close())

const pathOf = (endpoint: Endpoint) =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'merchantId' ? hexOf(ids.merchantA1) : name === 'checkoutId' ? hexOf(sale.checkoutId) : 'e'.repeat(32),
  )
/** A request by somebody who may make the call: anonymous, the customer with the checkout's link, or the owner. */
const entitled = ({ policy }: Endpoint): RawRequest => {
  if (policy.roles === 'public') return {}
  return policy.roles === 'consumer' ? { headers: { authorization: `Bearer ${sale.token}` } } : { as: 'ownerA' }
}
const typeOf = (answer: { status: number; raw: string }) => {
  const { error } = (answer.raw === '' ? {} : JSON.parse(answer.raw)) as { error?: { type: string } }
  return error ? `${answer.status} ${error.type}` : String(answer.status)
}
const ask = async (method: string, path: string, request: RawRequest = {}) => typeOf(await server.send(method, path, request))
/** A digest of the tables that a write could change. */
const rows = async () =>
  JSON.stringify(
    await server.ownerSql(`select (select count(*) from audit_entries where outcome = 'done' and call <> 'sessionSignIn') as done, (select count(*) from one_time_links) as links,
  (select count(*) from idempotency_keys) as keys, (select md5(string_agg(u::text, '' order by id)) from users u) as users, (select md5(string_agg(m::text, '' order by account_id, user_id)) from memberships m) as memberships, (select count(*) from sessions where ended_at is not null) as ended, (select count(*) from notification_reads) as reads`),
  )

describe('a call without a session', () => {
  it.each(calls.filter(({ policy }) => isMemberPolicy(policy)).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is NotAuthenticated',
    async (_, endpoint) => {
      expect(await ask(endpoint.method, pathOf(endpoint))).toBe('403 NotAuthenticated')
      expect(await ask(endpoint.method, pathOf(endpoint), { headers: { authorization: 'Basic b3duZXI6eA==' } })).toBe(
        '403 NotAuthenticated',
      )
    },
  )
})

describe('a customer’s call', () => {
  const customerCalls = calls.filter(({ policy }) => policy.roles === 'consumer').map((endpoint) => [endpoint.name, endpoint] as const)

  it.each(customerCalls)('%s is not found without the link’s token, with another one or with a session', async (_, endpoint) => {
    const path = pathOf(endpoint)
    const answers = [
      await ask(endpoint.method, path),
      await ask(endpoint.method, path, { headers: { authorization: `Bearer ${'A'.repeat(43)}` } }),
      await ask(endpoint.method, path, { headers: { authorization: `Basic ${sale.token}` } }),
      await ask(endpoint.method, path, { as: 'ownerA' }),
    ]
    expect(answers).toEqual(answers.map(() => '404 ObjectNotFoundException'))
  })

  it('is refused with its token by every call of the back office', async () => {
    for (const endpoint of calls.filter(({ policy }) => isMemberPolicy(policy)))
      expect(await ask(endpoint.method, pathOf(endpoint), { headers: { authorization: `Bearer ${sale.token}` } }), endpoint.name).toBe(
        '401 InvalidToken',
      )
  })
})

describe('a role without permission', () => {
  it.each([
    ['profile', 'adminA'],
    ['enterprise', 'editorA'],
    ['profile', 'guestA'],
  ] as const)('is refused %s (%s) with PermissionDenied, and stays signed in', async (name, persona) => {
    const answer = await server.call(name, { as: persona })
    expect([answer.status, answer.error.type]).toEqual([403, 'PermissionDenied'])
    expect((await server.call('me', { as: persona })).status).toBe(200)
  })

  it('leaves an audit entry with the request’s id', async () => {
    const answer = await server.call('profile', { as: 'guestA' })
    expect(
      await server.ownerSql('select outcome, user_id, role from audit_entries where request_id = $1', [answer.error.requestId]),
    ).toEqual([{ outcome: 'PermissionDenied', user_id: personas.guestA.id, role: 'guest' }])
  })
})

const foreign: [string, Record<string, string>][] = [
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['another origin', { origin: 'https://evil.test' }],
  ['the null origin', { origin: 'null' }],
  ['a similar origin', { origin: 'http://127.0.0.1.evil.test' }],
  ['an origin that is not a URL', { origin: 'javascript:alert(1)' }],
]
describe('a write from another site', () => {
  const writes = calls.filter(({ method }) => method !== 'GET')
  it.each(foreign)('%s has no effect, on any write', async (name, headers) => {
    await server.as('ownerA')
    const before = await rows()
    // In the normal run the first header on every write, the others each on a quarter of them.
    const at = foreign.findIndex(([other]) => other === name)
    const chosen = writes.filter((_, nth) => process.env.NIGHTLY !== undefined || at === 0 || nth % 4 === at % 4)
    for (const endpoint of chosen)
      expect(await ask(endpoint.method, pathOf(endpoint), { as: 'ownerA', headers, body: '{}' }), endpoint.name).toBe(
        '403 PermissionDenied',
      )
    expect(await rows()).toBe(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain; application/json'])(
    'with a body of type %s is not read',
    async (type) => {
      const before = await rows()
      const body = JSON.stringify({ prefered_merchant_uuid: hexOf(ids.merchantA2) })
      expect(await ask('PATCH', '/v2/me/prefered-merchant', { as: 'ownerA', headers: { 'content-type': type }, body })).toBe(
        '415 UnsupportedMediaType',
      )
      expect(await ask('POST', '/v2/token', { headers: { 'content-type': type }, body: '{}' })).toBe('415 UnsupportedMediaType')
      expect(await rows()).toBe(before)
    },
  )

  it('with the cookie alone is not authenticated', async () => {
    const { cookie } = await server.as('ownerA')
    expect(await ask('POST', '/v2/me/activity', { headers: { cookie } })).toBe('403 NotAuthenticated')
  })

  it('from our own page or a program is accepted', async () => {
    const own = new URL(server.url).origin
    expect(await ask('POST', '/v2/me/activity', { as: 'ownerA', headers: { origin: own, 'sec-fetch-site': 'same-origin' } })).toBe('204')
    expect(await ask('POST', '/v2/me/activity', { as: 'ownerA' })).toBe('204')
  })
})

const formWith = (field: string) => {
  const form = new FormData()
  form.append(field, 'owner')
  return form
}

/** Whether the body's schema has this field, so that its value is invalid instead of unknown. */
const offers = ({ body }: Endpoint, field: string) =>
  Object.hasOwn(toSnake(Object.fromEntries(Object.keys(body?.shape ?? {}).map((name) => [name, 1]))) as object, field)

describe('an unknown field', () => {
  const bodies = calls.filter((endpoint) => endpoint.body)
  it.each(['role', 'status', 'merchant_id', 'captured', 'user_type', '__proto__', 'constructor', 'disabled'])(
    '%s is refused in every body, and nothing is changed',
    async (field) => {
      await server.as('ownerA')
      const before = await rows()
      for (const endpoint of bodies.filter((one) => !offers(one, field))) {
        const answer = await ask(endpoint.method, pathOf(endpoint), {
          ...entitled(endpoint),
          body: endpoint.file ? formWith(field) : `{"${field}":"owner"}`,
        })
        // A body may lack fields as well; unknown ones are reported first.
        expect(answer, endpoint.name).toBe('422 UnknownField')
      }
      expect(await rows()).toBe(before)
    },
  )
})

describe('a response', () => {
  it('names mode and version in its media type', async () => {
    for (const [mode, type] of [
      ['live', 'application/vnd.trastienda.v2+json; charset=utf-8'],
      ['sandbox', 'application/vnd.trastienda.sandbox.v2+json; charset=utf-8'],
    ] as const) {
      expect((await server.send('GET', '/v2/me', { as: 'ownerA', mode })).headers.get('content-type')).toBe(type)
      expect((await server.send('GET', '/v2/me', { mode })).headers.get('content-type')).toBe(type)
    }
  })

  it('is 405 for other methods and lists the allowed ones', async () => {
    const answer = await server.send('DELETE', '/v2/me', { as: 'ownerA' })
    expect([typeOf(answer), answer.headers.get('allow')]).toEqual(['405 MethodNotAllowed', 'GET'])
  })

  it('is 413 for a body of more than 256 KB', async () => {
    expect(await ask('POST', '/v2/token', { body: JSON.stringify({ email: 'a'.repeat(300_000), password: 'x' }) })).toBe(
      '413 PayloadTooLarge',
    )
  })

  it('is the same for a missing shop and for one of another account, except for the requested id', async () => {
    const answerFor = async (id: string) =>
      (await server.send('GET', `/v2/merchants/${id}`, { as: 'ownerA' })).raw.replaceAll(id, 'ID').replace(/"request_id":"[^"]+"/, '')
    const missing = await answerFor('f'.repeat(32))
    expect(await answerFor(hexOf(ids.merchantB1))).toBe(missing)
    expect(missing).toContain('"fields":{"uuid":"ID"}')
  })

  it.each(['undefined', 'null', 'NaN', '%2e%2e', ids.merchantA1, hexOf(ids.merchantA1).toUpperCase(), 'x'.repeat(150), "'or'1'='1"])(
    'is 404 for the shop id %s',
    async (id) => {
      expect(await ask('GET', `/v2/merchants/${encodeURIComponent(id)}`, { as: 'ownerA' })).toBe('404 ObjectNotFoundException')
      expect(await ask('POST', `/v2/merchants/${encodeURIComponent(id)}/orders/${'e'.repeat(32)}/cancel`, { as: 'ownerA' })).toBe(
        '404 ObjectNotFoundException',
      )
    },
  )

  it('reveals nothing about an internal error but the request’s id', async () => {
    await server.ownerSql('alter table profiles rename to profiles_away')
    const answer = await server.send('GET', '/v2/profile', { as: 'ownerA' })
    await server.ownerSql('alter table profiles_away rename to profiles')
    expect(typeOf(answer)).toBe('500 InternalError')
    expect(answer.raw).not.toMatch(/profiles|select|relation|\.ts/)
    expect(JSON.parse(answer.raw)).toEqual({
      error: {
        type: 'InternalError',
        message: 'No se ha podido completar por un fallo nuestro.',
        request_id: answer.headers.get('x-request-id'),
      },
    })
  })
})

describe('a response body', () => {
  it('is compressed on reads, with the same content', async () => {
    const [plain, packed] = [
      await server.send('GET', '/v2/me', { as: 'ownerA', headers: { 'accept-encoding': 'identity' } }),
      await server.send('GET', '/v2/me', { as: 'ownerA', headers: { 'accept-encoding': 'gzip' } }),
    ]
    expect([plain, packed].map(({ headers }) => [headers.get('content-encoding'), headers.get('vary')])).toEqual([
      [null, 'accept-encoding'],
      ['gzip', 'accept-encoding'],
    ])
    expect(packed.raw).toBe(plain.raw)
  })
})
