import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { shopCalls } from '#contract/shopsApi'
import { mintScope } from '../platform/database/scope.ts'
import { issueKey } from '../platform/keys/issueKey.ts'
import { ids, personas } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { hexOf } from '../platform/calls/wire.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  const scope = mintScope(ids.merchantA1, 'live')
  const { keySecrets } = server.services.config
  const issued = await server.services.database.write(scope, async (db) =>
    issueKey(db, scope, { kind: 'private', by: personas.ownerA.id, now: server.services.now(), secrets: keySecrets }),
  )
  key = issued.token
})
afterAll(() => server.close())

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** Requests to every call: names inherited from Object as ids, in the query and in the body, and a body that is nested too deeply. */
function requestsTo(path: string, method: string) {
  let at = 0
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'merchantId' ? hexOf(ids.merchantA1) : String(inherited[at++]),
  )
  const query = inherited.map((name) => `${name}=1`).join('&')
  const names = inherited.map((name) => `"${name}":1`).join(',')
  const bodies = method === 'GET' ? [undefined] : [`{${names},"order":{${names}},"body":[{${names}}]}`, nested(40)]
  return [...bodies.map((body) => ({ method, address: filled, body })), { method, address: `${filled}?${query}`, body: bodies[0] }]
}

describe('names inherited from Object, and deeply nested JSON', () => {
  const panel = calls.filter(({ name }) => !['sessionSignOut', 'notificationStream'].includes(name))
  it.each([
    ['the panel', panel, () => ({ as: 'ownerA' as const })],
    ['shops', shopCalls, () => ({ headers: { authorization: `Bearer ${key}`, accept: 'application/vnd.zeta.v1+json' } })],
  ] as const)('never make the API of %s fail', async (_, calls, by) => {
    const failed: string[] = []
    const requests = calls.flatMap(({ path, method }) => requestsTo(path, method))
    for (let at = 0; at < requests.length; at += 10)
      await Promise.all(
        requests.slice(at, at + 10).map(async ({ method, address, body }) => {
          const { status } = await server.send(method, address, { ...by(), ...(body === undefined ? {} : { body }) })
          if (status >= 500) failed.push(`${method} ${address} ${body?.slice(0, 40)} ${status}`)
        }),
      )
    expect(failed).toEqual([])
  })

  it('are refused by name', async () => {
    const { status, raw } = await server.send('POST', '/v2/token', { body: '{"constructor":1,"__proto__":2}' })
    expect([status, JSON.parse(raw).error.fields.map(({ name }: { name: string }) => name)]).toEqual([422, ['constructor', '__proto__']])
  })

  it('are refused before parsing when too deep, and accepted when the brackets are in a string', async () => {
    const put = (comment: string) => server.send('POST', '/v2/token', { body: comment })
    expect((await put(nested(120_000))).status).toBe(400)
    const answer = await put(JSON.stringify({ email: 'a@b.test', password: `\\"${'[{'.repeat(100)}` }))
    expect(JSON.parse(answer.raw).error.type).not.toBe('ApiValidationException')
  })
})

const accept = 'application/vnd.zeta.v1+json'
const named = (name: string) => JSON.stringify({ name, start_date: '2031-01-01', interest: 0, num_instalments: [3], partial: true })

async function post(bytes: Buffer, type: string) {
  const answer = await fetch(`${server.url}/me/campaigns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept, 'content-type': type, 'accept-charset': 'koi8-r' },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, said: (await answer.json()) as { name?: string } }
}

describe('the charset of a body', () => {
  it.each([
    ['application/json', 'utf8', 'Envío à la Peña 1 €', 'Envío à la Peña 1 €'],
    ['application/json; charset=UTF-8', 'utf8', 'Envío 2', 'Envío 2'],
    ['application/json;charset="utf8"', 'utf8', 'Envío 3', 'Envío 3'],
    ['application/json; charset=ISO-8859-1', 'latin1', 'Envío código 4', 'Envío código 4'],
    ['application/json; charset=latin1', 'latin1', 'Envío 5', 'Envío 5'],
    ['application/json; charset=windows-1252', 'latin1', 'Envío \u0080 6', 'Envío € 6'],
    ['text/plain; charset=iso-8859-1', 'latin1', 'Envío 7', 'Envío 7'],
  ] as const)('is decoded as %s says', async (type, encoding, name, expected) => {
    const { status, said } = await post(Buffer.from(named(name), encoding), type)
    expect([status, said.name]).toEqual([201, expected])
  })

  it.each([
    ['application/json', 'latin1', 400],
    ['application/json; charset=utf-8', 'latin1', 400],
    ['application/json; charset=utf-16', 'utf16le', 415],
    ['application/json; charset=koi8-r', 'utf8', 415],
    ['application/json; charset=nonsense', 'utf8', 415],
  ] as const)('is refused when the bytes are not %s', async (type, encoding, status) => {
    expect((await post(Buffer.from(named('código'), encoding), type)).status).toBe(status)
  })

  it('is checked in forms and by the back office too', async () => {
    const form = 'application/x-www-form-urlencoded'
    const send = (path: string, type: string, bytes: Buffer, authorization: string) =>
      fetch(server.url + path, { method: 'POST', headers: { authorization, accept, 'content-type': type }, body: new Uint8Array(bytes) })
    expect((await send('/orders/x/captures', form, Buffer.from('amount=\u00e9', 'latin1'), `Bearer ${key}`)).status).toBe(400)
    const panel = { email: 'josé@b.test', password: 'x' }
    const signIn = (type: string) => send('/v2/token', type, Buffer.from(JSON.stringify(panel), 'latin1'), '')
    expect((await signIn('application/json')).status).toBe(400)
    expect((await signIn('application/json; charset=koi8-r')).status).toBe(415)
    // A byte order mark is not part of the body.
    expect((await post(Buffer.from(`\ufeff${named('Envío 8')}`), 'application/json')).status).toBe(201)
  })
})

describe('fields in camelCase', () => {
  const shop = async (method: string, path: string, body: unknown) => {
    const answer = await server.send(method, path, { headers: { authorization: `Bearer ${key}`, accept }, body: JSON.stringify(body) })
    return { status: answer.status, error: JSON.parse(answer.raw).error as { type: string; fields: Record<string, string[]> } }
  }
  const article = { id: 1, name: 'Silla', quantity: 1, price: 1_000 }
  const order = { id: 'C-1', total_amount: 60_000, currency: 'EUR', articles: [article] }
  const whole = { merchant: { notification_url: 'https://tienda.test/n' }, order, customer: {} }

  it.each([
    [{ ...whole, order: { ...order, cartDiscount: 500 } }, 'order.cartDiscount', 'order.cart_discount'],
    [{ ...whole, order: { ...order, total_amount: undefined, totalAmount: 60_000 } }, 'order.totalAmount', 'order.total_amount'],
    [
      { ...whole, order: { ...order, articles: [{ ...article, taxRate: 2_100 }] } },
      'order.articles.0.taxRate',
      'order.articles.0.tax_rate',
    ],
    [{ ...whole, merchant: { notificationUrl: 'https://tienda.test/n' } }, 'merchant.notificationUrl', 'merchant.notification_url'],
    [{ ...whole, customer: { firstName: 'Ana' } }, 'customer.firstName', 'customer.first_name'],
  ])('are refused by the shops’ API with their right spelling: %j', async (body, name, right) => {
    const { status, error } = await shop('POST', '/checkout', body)
    expect([status, error.type, error.fields]).toEqual([400, 'ApiValidationException', { [name]: [`Se escribe «${right}».`] }])
  })

  it('are refused by the back office in bodies and queries, and ignored where they mean nothing', async () => {
    const path = `/v2/merchants/${hexOf(ids.merchantA1)}/orders`
    const body = await server.send('POST', `${path}/${'f'.repeat(32)}/refund`, { as: 'ownerA', body: '{"amount":1,"captureId":"x"}' })
    expect([body.status, JSON.parse(body.raw).error.fields]).toEqual([
      422,
      [{ name: 'captureId', code: 'unknown', message: 'Se escribe «capture_id».' }],
    ])
    const query = await server.send('GET', `${path}?searchAs=mail`, { as: 'ownerA' })
    expect(JSON.parse(query.raw).error?.fields?.[0]?.name ?? query.status).toBe('searchAs')
    expect((await server.send('GET', `${path}?utmSource=x`, { as: 'ownerA' })).status).toBe(200)
    const { status } = await shop('POST', '/checkout', { ...whole, meta: { phpVersion: '8' }, order: { ...order, id: 'C-2', wcExtra: 1 } })
    expect(status).toBe(201)
  })
})
