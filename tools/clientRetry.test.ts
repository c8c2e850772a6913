import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallFailure, isRefusalOf, shopsClient, StrangeAnswer, type ClientOptions, type ShopsClient } from '../client/src/main.ts'
import { retryAfterSeconds, waitBefore } from '../client/src/retry.ts'
import { Refusal } from '../client/src/failures.ts'

// A fake provider: each request gets the next response of `says`, and the requests are recorded.
type Says = (response: ServerResponse) => void
const says: Says[] = []
const heard: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
const provider = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    heard.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
    ;(says.shift() ?? json(200, {}))(response)
  })
})
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Says =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const no = (status: number, type: string, headers: Record<string, string> = {}): Says =>
  json(status, { error: { type, message: 'No puede ser.', request_id: 'r-1' } }, headers)
const hangUp: Says = (response) => response.destroy()
const refund = json(200, { remaining_amount: 900, refund: { pending_amount: 900 } })

let baseUrl = ''
const key = `sk_test_${'a'.repeat(32)}`
const shopOf = (options: Partial<ClientOptions> = {}) => shopsClient({ baseUrl, key, backOffMs: 1, ...options })
const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
const keysHeard = () => heard.map(({ headers }) => headers['idempotency-key'])

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
})
beforeEach(() => {
  says.length = 0
  heard.length = 0
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

describe('a write', () => {
  it.each([
    ['a lost connection', hangUp],
    ['too many calls', no(429, 'TooManyRequests', { 'retry-after': '0' })],
    ['maintenance', no(503, 'Maintenance', { 'retry-after': '0' })],
    ['its equal, still under way', no(409, 'IdempotencyInFlight')],
    ['a fault inside, by which its commit may have been lost', no(500, 'InternalError')],
    ['a gateway', (response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['a fault of a proxy', (response: ServerResponse) => response.writeHead(500).end('<h1>Error</h1>')],
  ])('is retried after %s with the same idempotency key', async (_why, first) => {
    says.push(first, refund)
    expect((await shopOf().operationRefund('A-1', { amount: 100 })).remainingAmount).toBe(900)
    const [firstKey, two] = keysHeard()
    expect(firstKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(two).toBe(firstKey)
    expect(heard.map(({ body }) => body)).toEqual(['{"amount":100}', '{"amount":100}'])
  })

  it('gets a new idempotency key each time, or the given one', async () => {
    const shop = shopOf()
    await shop.operationCancel('A-1')
    await shop.operationCancel('A-1')
    await shop.operationCancel('A-1', { idempotencyKey: 'mine' })
    const [first, two, ownKey] = keysHeard()
    expect(first).not.toBe(two)
    expect(ownKey).toBe('mine')
  })

  it('is not retried after a refusal', async () => {
    for (const [status, type] of [
      [409, 'RefundAmountExceeded'],
      [400, 'ApiValidationException'],
      [401, 'UnauthorizedException'],
      [422, 'IdempotencyKeyReused'],
    ] as const) {
      heard.length = 0
      says.push(no(status, type))
      const failure = await thrownBy(shopOf().operationRefund('A-1', { amount: 1 }))
      expect(failure).toMatchObject({
        name: 'Refusal',
        type,
        status,
        requestId: 'r-1',
        idempotencyKey: keysHeard()[0],
        maybeDone: false,
      })
      expect(heard, type).toHaveLength(1)
    }
  })

  it('that cannot be serialised throws a TypeError, not an unknown outcome', async () => {
    await expect(shopOf().operationRefund('A-1', { amount: 1n as unknown as number })).rejects.toBeInstanceOf(TypeError) // what an untyped program may send
    expect(heard).toHaveLength(0)
  })

  const strange: Says = (response) => response.writeHead(404).end('<html>')
  const fault = no(500, 'InternalError')
  it.each<[why: string, name: string, answers: Says[], maybeDone: boolean, times: number]>([
    ['no answer', 'NoAnswer', [hangUp, hangUp, hangUp, hangUp], true, 3],
    ['a fault inside', 'Refusal', [fault, fault, fault, fault], true, 3],
    ['its equal under way', 'Refusal', Array.from({ length: 4 }, () => no(409, 'IdempotencyInFlight')), true, 3],
    ['an answer that is none', 'StrangeAnswer', [strange], true, 1],
    ['a yes that cannot be read', 'StrangeAnswer', [(response) => response.end('<html>')], true, 1],
    ['no answer, then a no for now', 'Refusal', [hangUp, no(429, 'TooManyRequests', { 'retry-after': '60' })], true, 2],
    ['too many calls', 'Refusal', [no(429, 'TooManyRequests', { 'retry-after': '60' })], false, 1],
  ])(
    'that ends with %s reports its idempotency key and whether it may have been applied',
    async (_why, name, answers, maybeDone, times) => {
      says.push(...answers)
      const failure = await thrownBy(shopOf().operationRefund('A-1', { amount: 1 }))
      expect(failure).toBeInstanceOf(CallFailure)
      expect(failure).toMatchObject({ name, call: 'operationRefund', idempotencyKey: keysHeard()[0], maybeDone })
      expect(keysHeard()).toEqual(Array.from({ length: times }, () => keysHeard()[0]))
    },
  )
})

describe('a call', () => {
  it('times out with an error that says so', async () => {
    let requests = 0
    const silent: typeof fetch = (_url, request) =>
      new Promise((_, reject) => {
        requests += 1
        request?.signal?.addEventListener('abort', () => reject(new Error('cut')))
      })
    const failure = await thrownBy(shopOf({ timeoutMs: 5, retries: 1, fetch: silent }).merchantView())
    expect(failure).toMatchObject({ name: 'NoAnswer', timedOut: true, idempotencyKey: null, maybeDone: false })
    expect(requests).toBe(2)
  })

  it('is aborted by its signal, while waiting for a response or between two attempts, and is not retried', async () => {
    for (const first of [hangUp, no(503, 'Maintenance', { 'retry-after': '20' })]) {
      heard.length = 0
      const leaving = new AbortController()
      says.push((response) => {
        response.once('close', () => setImmediate(() => leaving.abort(new Error('gone'))))
        first(response)
      })
      await expect(shopOf({ backOffMs: 20_000 }).merchantView({ signal: leaving.signal })).rejects.toThrow('gone')
      expect(heard).toHaveLength(1)
    }
  })

  it("sends the mode of its key and the client's name, and does not follow redirects with its key", async () => {
    await shopOf().merchantView()
    await shopOf({ key: `pk_live_${'b'.repeat(32)}`, userAgent: 'mine/2' }).planSimulate({ amount: 100, articles: 'a b:1*2' })
    says.push((response) => response.writeHead(302, { location: `${baseUrl}elsewhere` }).end())
    await expect(shopOf().merchantView()).rejects.toBeInstanceOf(StrangeAnswer)
    expect(heard.map(({ url }) => url)).toEqual(['/me', '/instalment-plan-simulator?amount=100&articles=a+b%3A1*2', '/me'])
    expect(heard.map(({ headers }) => headers.accept)).toEqual([
      'application/vnd.shop.sandbox.v4+json',
      'application/vnd.shop.v4+json',
      'application/vnd.shop.sandbox.v4+json',
    ])
    expect(heard.map(({ headers }) => headers['user-agent'])).toEqual(['shops-client/1.0.0', 'mine/2', 'shops-client/1.0.0'])
    expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined])
  })

  it('sends the given values in wire format', async () => {
    await shopOf().operationList({ mid: ['A 1', 'B&2'], 'verified-isnull': false, ordering: '-total_amount' })
    expect(heard[0]?.url).toBe('/orders?mid=A+1&mid=B%262&verified-isnull=false&ordering=-total_amount')
    await shopOf().campaignUpdate('c-1', { minOrderAmount: 5_000, numInstalments: [3], endDate: null })
    expect(heard[1]?.body).toBe('{"min_order_amount":5000,"num_instalments":[3],"end_date":null}')
    await shopOf().operationView('a/b %')
    expect(heard[2]?.url).toBe('/orders/a%2Fb%20%25')
    expect(() => shopOf().operationView('..')).toThrow(TypeError)
    expect(() => shopOf().captureRefundable('A-1', '')).toThrow(TypeError)
  })

  const missing = undefined as unknown as string // as in an untyped program
  it.each<[string, (shop: ShopsClient) => Promise<unknown>]>([
    ['a filter of a list', (shop) => shop.operationList({ mid: missing })],
    ['a filter with no values', (shop) => shop.operationList({ status: 'any', mid: [] })],
    ['one of several values', (shop) => shop.operationList({ mid: ['A-1', missing] })],
    ['null', (shop) => shop.operationList({ mid: null as unknown as string })], // as above
    ['which articles are removed', (shop) => shop.campaignArticleRemove('c-1', { 'article-mid': missing })],
    ['how much is captured', (shop) => shop.operationCapture('A-1', { amount: missing as unknown as number })], // as above
    ['the end of a campaign', (shop) => shop.campaignUpdate('c-1', { endDate: missing })],
  ])('rejects a missing value instead of applying to everything: %s', async (_what, call) => {
    await expect(call(shopOf())).rejects.toBeInstanceOf(TypeError)
    expect(heard).toHaveLength(0)
  })

  it('omits optional fields of a purchase that are undefined', async () => {
    const order = { id: 'A-1', totalAmount: 100, currency: 'EUR', articles: [] }
    const optional = { customer: { phone: missing }, shipping: missing as never } // as above
    await shopOf().checkoutCreate({ merchant: { notificationUrl: 'https://shop.example' }, order, ...optional })
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ customer: {} })
    expect(heard[0]?.body).not.toContain('shipping')
  })

  it("distinguishes its own refusals from those of other calls and from responses that are not the API's", async () => {
    says.push(no(409, 'CancelNotAllowed'))
    const refused = await thrownBy(shopOf().operationCancel('A-1'))
    expect([
      isRefusalOf('operationCancel', refused),
      isRefusalOf('operationRefund', refused),
      isRefusalOf('operationCancel', new Error()),
    ]).toEqual([true, false, false])
    const strangers: Says[] = [
      (response) => response.end('<html>'),
      (response) => response.end(),
      (response) => response.end('null'),
      (response) => response.writeHead(404).end('nothing'),
      json(404, { error: 'nothing' }),
    ]
    for (const strange of strangers) {
      says.push(strange)
      await expect(shopOf().merchantView()).rejects.toBeInstanceOf(StrangeAnswer)
    }
  })
})

it('a client cannot be created with an invalid key or with a live key over plain HTTP', () => {
  for (const wrong of ['', 'sk_test_short', `sk_demo_${'a'.repeat(32)}`]) expect(() => shopOf({ key: wrong })).toThrow(TypeError)
  const live = `sk_live_${'a'.repeat(32)}`
  expect(() => shopOf({ key: live, baseUrl: 'http://pagos.example' })).toThrow(TypeError)
  for (const address of ['https://pagos.example', 'http://localhost:3000'])
    expect(() => shopOf({ key: live, baseUrl: address })).not.toThrow()
})

it('the retry delay follows Retry-After, grows with each attempt and is at most half a minute', () => {
  const sent = { call: 'merchantView', idempotencyKey: null, maybeDone: false } as const
  const refusal = (type: 'TooManyRequests' | 'Maintenance', retryAfterSeconds: number | null) =>
    new Refusal({ ...sent, type, status: 429 as never, message: '', fields: null, requestId: '', retryAfterSeconds }) // its status has no effect here
  const wait = (failure: unknown, tries = 1, chance = 1) => waitBefore(failure, tries, { backOffMs: 500, chance })
  expect(wait(refusal('TooManyRequests', 7))).toBe(7_000)
  expect(wait(refusal('Maintenance', 3_600))).toBeNull()
  expect([1, 2, 3].map((tries) => wait(refusal('TooManyRequests', null), tries))).toEqual([500, 1_000, 2_000])
  expect(wait(new StrangeAnswer({ ...sent, status: 503 }), 1, 0)).toBe(250)
  expect(wait(new StrangeAnswer({ ...sent, status: 404 }))).toBeNull()
  const now = new Date('2026-03-02T08:00:00Z')
  expect(
    ['12', 'Mon, 02 Mar 2026 08:00:30 GMT', 'Mon, 02 Mar 2026 07:00:00 GMT', 'soon', null].map((said) => retryAfterSeconds(said, now)),
  ).toEqual([12, 30, 0, null, null])
})
