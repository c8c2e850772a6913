import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hexOf } from '../../platform/calls/wire.ts'
import { deleteOldCalls } from '../../platform/apiCalls/deleteOldCalls.ts'
import { ids } from '../../testing/testFixture.ts'
import { issueTestKeys, makeShop, type Shop, type TestKeys } from '../../testing/shopsApi/testShop.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

const merchantId = hexOf(ids.merchantA1)
let server: TestServer
let keys: TestKeys
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  keys = await issueTestKeys(server, ids.merchantA1)
  shop = makeShop(server, keys.live.private)
  server.stopClock()
})
afterAll(() => server.close())

const list = async (query = {}, mode: 'live' | 'sandbox' = 'live', of = merchantId, as: 'adminA' | 'ownerB' = 'adminA') =>
  (await server.call('apiCallList', { params: { merchantId: of }, query, mode, as })).body
/** The log once it has as many rows: a call is noted after its answer, which the client may have before. */
const logged = (rows: number, query = {}, mode: 'live' | 'sandbox' = 'live') =>
  vi.waitFor(async () => {
    await server.services.apiCalls.flush()
    const { results } = await list(query, mode)
    expect(results).toHaveLength(rows)
    return results
  })

it('shows a shop each call of its own keys, with the error whole and nothing of a person', async () => {
  const body = { order: { id: 'PED-1', total_amount: 'mucho' }, customer: { first_name: 'Ana', email: 'ana@correo.test' } }
  const refused = await shop('POST', '/checkout', { body })
  await shop('GET', '/orders?q=ana%20n%C3%BA%C3%B1ez&page=1')
  await shop('GET', '/orders/PED-404', { headers: { 'user-agent': 'curl/8' } })
  await shop('GET', '/orders/PED-1/nada')
  await shop('GET', '/me', { key: keys.live.public })
  await shop('GET', '/me', { key: keys.sandbox.private })
  await shop('GET', '/me', { key: keys.other.private })
  await shop('GET', '/me', { key: `sk_live_${'A'.repeat(32)}` })
  const rows = await logged(5)
  expect(
    rows.map(({ method, path, status, errorType, keyKind }) => `${method} ${path} ${status} ${errorType} ${keyKind}`).toSorted(),
  ).toEqual([
    'GET  404 ObjectNotFoundException private',
    'GET /me 403 PermissionDenied public',
    'GET /orders 200 null private',
    'GET /orders/{ref} 404 ObjectNotFoundException private',
    'POST /checkout 400 ApiValidationException private',
  ])
  const row = rows.find(({ path }) => path === '/checkout')
  expect(row).toMatchObject({
    requestId: refused.headers.get('x-request-id'),
    at: server.services.now().toISOString(),
    requestBytes: JSON.stringify(body).length,
    answer: refused.raw,
    keyLastFour: keys.live.private.slice(-4),
  })
  expect(JSON.parse(row?.requestBody ?? '')).toMatchObject({
    order: { id: 'PED-1', total_amount: 'mucho' },
    customer: { first_name: '•••' },
  })
  expect(JSON.stringify(await server.ownerSql('select * from api_calls'))).not.toMatch(/ana|Ana|núñez|n%C3|curl/)
  // A key of the other mode is seen in its own mode.
  expect((await logged(1, {}, 'sandbox')).map(({ status, errorType }) => [status, errorType])).toEqual([[401, 'UnauthorizedException']])
})

it('filters by every property, and finds a request id as developers write it', async () => {
  await logged(5)
  const many = async (query: object) => (await list(query)).results.length
  const [{ requestId = '', keyId = '' } = {}] = (await list({ call: 'checkoutCreate' })).results
  const filters = [
    { answer: 'success' },
    { answer: 'caller' },
    { answer: 'server' },
    { method: 'POST' },
    { call: 'checkoutCreate' },
    { call: 'unknown' },
    { key: keyId },
    { error: 'PermissionDenied' },
    { answer: 'caller', method: 'GET', error: 'ObjectNotFoundException', key: keyId },
    { request: requestId },
    { request: requestId.replaceAll('-', '').toUpperCase() },
    { request: 'nada', call: 'unknown' },
    { key: 'f'.repeat(32) },
  ]
  expect(await Promise.all(filters.map(many))).toEqual([1, 4, 0, 1, 1, 1, 4, 1, 2, 1, 1, 0, 0])
})

it('counts calls and errors by hour and day, with what the filters offer', async () => {
  await logged(5)
  const figures = async (query: object) => (await server.call('apiCallFigures', { params: { merchantId }, query, as: 'ownerA' })).body
  const day = await figures({ range: 'day' })
  expect([day.unit, day.points.length, day.points.at(-1)]).toEqual(['hour', 24, expect.objectContaining({ calls: 5, errors: 4 })])
  const month = await figures({ range: 'month', error: 'ObjectNotFoundException' })
  expect([month.unit, month.points.length, month.points.at(-1)]).toEqual(['day', 30, expect.objectContaining({ calls: 2, errors: 2 })])
  expect(month.errorTypes).toEqual(['ApiValidationException', 'ObjectNotFoundException', 'PermissionDenied'])
  expect(month.calls).toContainEqual({ call: 'checkoutCreate', method: 'POST', path: '/checkout' })
  expect(month.calls).toContainEqual({ call: 'unknown', method: '', path: '' })
})

it('is closed to other shops, to editors, and to those without the right', async () => {
  expect((await list({}, 'live', hexOf(ids.merchantB1), 'ownerB')).results.map(({ path }) => path)).toEqual(['/me'])
  const request = { params: { merchantId }, as: 'ownerB' } as const
  expect((await server.call('apiCallList', request)).status).toBe(404)
  for (const as of ['editorA', 'guestA'] as const)
    expect((await server.call('apiCallFigures', { params: { merchantId }, as })).error.type).toBe('PermissionDenied')
})

it('deletes calls and their counters after 30 days', async () => {
  await logged(5)
  server.moveClock(29 * 86_400_000)
  await shop('GET', '/me')
  await logged(6, { range: 'month' })
  expect(await deleteOldCalls(server.services)).toBe(0)
  server.moveClock(86_400_000 + 2 * 3_600_000)
  expect(await deleteOldCalls(server.services)).toBe(7)
  expect(await server.ownerSql('select path from api_calls')).toEqual([{ path: '/me' }])
  expect(await server.ownerSql('select call, calls from api_call_hours')).toEqual([{ call: 'merchantView', calls: 1 }])
})
