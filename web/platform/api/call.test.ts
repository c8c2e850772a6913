import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordChange, sessionSignIn } from '#contract/access/session'
import { operationDownload, operationList } from '#contract/sales/operations'
import { operationCancel, operationRefund } from '#contract/sales/operationVerbs'
import { ApiFailure } from './apiFailure.ts'
import { addressOf, call } from './call.ts'
import type { PartialFile } from './readFile.ts'
import { consequenceOf, setErrorHandlers } from './catalogue.ts'
import { load } from './load.ts'
import { setRequestMode } from './requestMode.ts'
import { readSession, writeSession } from './sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { json, refuse, testServer } from '../../testing/testServer.ts'
import { write } from './write.ts'

const merchantId = 'a'.repeat(32)
const operationId = 'b'.repeat(32)
const page = { results: [], current_page: 1, max_visible_page: 1, next: null, search: null }
const handlers = { maintenance: vi.fn(), signedOut: vi.fn(), unknownEntity: vi.fn(), signedInAgain: vi.fn(() => Promise.resolve(false)) }
const server = await testServer()
let browser: ReturnType<typeof testBrowser>

beforeEach(() => {
  browser = testBrowser(server.url)
  server.seen.length = 0
  for (const way of Object.values(handlers)) way.mockClear()
  setErrorHandlers(handlers)
  setRequestMode('live')
  writeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' })
})
afterEach(() => vi.useRealTimers())

const fails = async (calling: Promise<unknown>): Promise<ApiFailure> => {
  const error: unknown = await calling.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiFailure)
  return error as ApiFailure // checked by the line before
}

/** The sign-out requests sent to the server with the token it had refused. */
const signedOutThere = (token: string) =>
  vi.waitFor(() => expect(server.seen.find(({ url }) => url === '/v2/signout')?.headers.authorization).toBe(`Bearer ${token}`))

describe('the request', () => {
  it('carries bearer token, snake_case and an idempotency key, and drops empty query values', async () => {
    server.answer((_, response) => json(response, 200, page))
    await call(operationList, { params: { merchantId }, query: { q: '', searchAs: 'mail', minAmount: 0, status: undefined, page: 2 } })
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: `/v2/merchants/${merchantId}/orders?min_amount=0&page=2&search_as=mail` })
    expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer access-1', accept: 'application/json' })
    expect(server.seen[0]?.headers['idempotency-key']).toBeUndefined()
    server.answer((_, response) => json(response, 200, { ended_sessions: 2 }))
    expect(await call(passwordChange, { body: { oldPassword: 'a', newPassword1: 'b', newPassword2: 'c' } })).toEqual({ endedSessions: 2 })
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({ old_password: 'a', new_password1: 'b', new_password2: 'c' })
    expect(server.seen[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  })

  it('asks for the sandbox media type, v2 below /v2/ and v1 elsewhere', async () => {
    setRequestMode('sandbox')
    server.answer((_, response) => json(response, 200, page, 'sandbox'))
    await call(operationList, { params: { merchantId }, query: {} })
    expect(server.seen[0]?.headers.accept).toBe('application/vnd.acme.sandbox.v2+json')
    server.answer((_, response) => json(response, 200, page, 'sandbox'))
    await call({ ...operationList, path: '/orders', query: undefined }, {})
    expect(server.seen[1]?.headers.accept).toBe('application/vnd.acme.sandbox.v1+json')
  })

  it('marks background calls and sends no bearer token to sign-in', async () => {
    server.answer((_, response) => json(response, 200, page))
    await call(operationList, { params: { merchantId }, query: {}, background: true })
    expect(server.seen[0]?.headers['x-background']).toBe('1')
    server.answer((_, response) => json(response, 200, { access_token: 'a', refresh_token: 'b', expires_in: 600, idle_seconds: 1800 }))
    await call(sessionSignIn, { body: { email: 'ana@tienda.example', password: 'x' } })
    expect(server.seen[1]?.headers.authorization).toBeUndefined()
  })

  it('encodes path parameters so that they stay one segment', () => {
    expect(addressOf(operationCancel, { merchantId: '../x', operationId: 'a/b?c' })).toBe('/v2/merchants/..%2Fx/orders/a%2Fb%3Fc/cancel')
  })
})

describe('the answer', () => {
  it('is refused when its Content-Type names the other mode', async () => {
    server.answer((_, response) => json(response, 200, page, 'sandbox'))
    const wrong = (outcomeUnknown: boolean) => ({ type: 'WrongMode', outcomeUnknown })
    expect(await fails(call(operationList, { params: { merchantId }, query: {} }))).toMatchObject(wrong(false))
    server.answer((_, response) => void response.writeHead(204, { 'content-type': 'application/vnd.acme.sandbox.v2+json' }).end())
    expect(await fails(call(operationCancel, { params: { merchantId, operationId }, body: {} }))).toMatchObject(wrong(true))
    server.answer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>proxy</p>'))
    expect(await fails(call(operationList, { params: { merchantId }, query: {} }))).toMatchObject({ type: 'Unreadable' })
  })

  it('rejects every error as an ApiFailure, with fields by their camelCase name', async () => {
    server.answer((_, response) =>
      refuse(response, 400, 'ApiValidationException', [{ name: 'new_password1', code: 'too_short', message: 'corta' }]),
    )
    const failure = await fails(call(passwordChange, { body: { oldPassword: 'a', newPassword1: 'b', newPassword2: 'c' } }))
    expect(failure).toMatchObject({ status: 400, type: 'ApiValidationException', requestId: 'request-1', outcomeUnknown: false })
    expect(failure.fields.get('newPassword1')?.message).toBe('corta')
    expect(failure.response?.status).toBe(400)
  })

  it('decodes the blob of a refused download', async () => {
    server.answer((_, response) => refuse(response, 403, 'PermissionDenied'))
    expect(await fails(call(operationDownload, { params: { merchantId }, query: { format: 'csv' } }))).toMatchObject({
      type: 'PermissionDenied',
      message: 'message of PermissionDenied',
    })
    expect(handlers.signedOut).not.toHaveBeenCalled()
  })

  it('takes a download’s file name from the server', async () => {
    server.answer(
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="operaciones.csv"' })
          .end('a;b'),
    )
    const progress = vi.fn()
    const file = (await call(operationDownload, { params: { merchantId }, query: { format: 'csv' }, onProgress: progress })) as File // a download resolves to a file
    expect([file.name, await file.text()]).toEqual(['operaciones.csv', 'a;b'])
    expect(progress).toHaveBeenLastCalledWith(3, null)
  })

  it('resumes a download that broke off, and restarts it when the file has changed', async () => {
    const sentKeys: (string | undefined)[] = []
    const partial: PartialFile = { pieces: [], received: 0, etag: null }
    const part = (etag: string, status: number, text: string, breaksOff: boolean, from = partial.received) =>
      server.answer((request, response) => {
        sentKeys.push(request.headers.range && `${request.headers.range} ${request.headers['if-range']}`)
        const length = text.length + (breaksOff ? 3 : 0)
        const headers = { 'content-type': 'text/csv', etag, 'content-length': length, 'content-range': `bytes ${from}-9/10` }
        response.writeHead(status, headers).write(text, () => breaksOff && response.destroy())
        if (!breaksOff) response.end()
      })
    const take = () =>
      call(operationDownload, { params: { merchantId }, query: { format: 'csv' }, partial, onProgress: () => {} }) as Promise<File> // a download resolves to a file
    part('"1"', 200, 'a;b', true)
    expect(await fails(take())).toMatchObject({ type: 'NoConnection' })
    part('"1"', 206, ';c', true)
    await fails(take())
    part('"1"', 206, ';d', false)
    expect(await (await take()).text()).toBe('a;b;c;d')
    part('"2"', 200, 'x;y', true)
    await fails(take())
    part('"2"', 206, 'y', false, 2)
    await fails(take())
    expect(partial).toMatchObject({ received: 0, etag: null })
    part('"2"', 200, 'x;y', false)
    expect(await (await take()).text()).toBe('x;y')
    expect(sentKeys).toEqual([undefined, 'bytes=3- "1"', 'bytes=5- "1"', 'bytes=7- "1"', 'bytes=3- "2"', undefined])
  })

  it('marks the outcome of an unanswered write as unknown, and not that of a read', async () => {
    server.answer((_, response) => void response.destroy())
    expect(await fails(call(operationCancel, { params: { merchantId, operationId }, body: {} }))).toMatchObject({
      status: 0,
      type: 'NoConnection',
      outcomeUnknown: true,
    })
    expect(await fails(call(operationList, { params: { merchantId } }))).toMatchObject({ type: 'NoConnection', outcomeUnknown: false })
    server.answer((_, response) => void response.writeHead(504).end('gateway'))
    const cancel = () => fails(call(operationCancel, { params: { merchantId, operationId }, body: {} }))
    expect(await cancel()).toMatchObject({ type: 'Unreadable', outcomeUnknown: true })
    // A server that failed may have failed after the commit; one under maintenance did nothing.
    const types = { 500: 'InternalError', 503: 'Maintenance', 409: 'CancelNotAllowed' }
    for (const [status, type] of Object.entries(types)) {
      server.answer((_, response) => refuse(response, Number(status), type))
      expect(await cancel()).toMatchObject({ type, outcomeUnknown: status === '500' })
    }
  })

  it('times out after 15 000 ms, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let arrived = () => {}
    const requestArrived = new Promise<void>((resolve) => (arrived = resolve))
    server.answer(() => arrived())
    let ended = false
    const failing = fails(call(operationCancel, { params: { merchantId, operationId }, body: {} })).finally(() => (ended = true))
    await requestArrived
    await vi.advanceTimersByTimeAsync(14_999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failing).toMatchObject({ type: 'Timeout', outcomeUnknown: true })
  })

  it.each([
    [10_000, 'a download that keeps coming is not given up, however long it takes'],
    [15_001, 'a download that falls silent is'],
  ])('times out a download after %i ms without a chunk: %s', async (silentMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let pieces = 4
    let waitedMs = 0
    let next = () => {}
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="operaciones.csv"' })
      next = () => void (--pieces > 0 ? response.write('a;b') : response.end())
      next()
    })
    const onProgress = () => {
      vi.advanceTimersByTime(silentMs)
      waitedMs += silentMs
      next()
    }
    const downloading = call(operationDownload, { params: { merchantId }, query: { format: 'csv' }, onProgress })
    if (silentMs > 15_000) expect(await fails(downloading)).toMatchObject({ type: 'Timeout', outcomeUnknown: false })
    else {
      expect(await ((await downloading) as File).text()).toMatch(/^(?:a;b){2,}$/) // a download resolves to a file
      // How the network splits the pieces does not matter; together they took longer than the timeout of one call.
      expect(waitedMs).toBeGreaterThan(15_000)
    }
  })
})

describe('error handling by type', () => {
  it.each([
    [503, 'Maintenance', null, false, 'maintenance'],
    [403, 'NotAuthenticated', null, false, 'signedOut'],
    [401, 'InvalidToken', null, false, 'signedOut'],
    [401, 'TokenExpired', null, false, 'refresh'],
    [401, 'TokenExpired', null, true, 'signedOut'],
    [404, 'ObjectNotFoundException', operationId, false, 'unknownEntity'],
    [404, 'ObjectNotFoundException', null, false, 'none'],
    [403, 'PermissionDenied', null, false, 'none'],
    [403, 'AccountDisabled', null, false, 'none'],
    [401, 'UnauthorizedException', null, false, 'none'],
    [401, 'StepUpRequired', null, false, 'none'],
    [500, 'InternalError', null, false, 'none'],
    [429, 'TooManyRequests', null, false, 'none'],
  ] as const)('%i %s %s retried %s → %s', (status, type, unknownEntity, retried, expected) => {
    expect(consequenceOf({ status, type, unknownEntity }, retried)).toBe(expected)
  })

  it('redirects to maintenance, root or sign-in, and still rejects', async () => {
    const read = () => call(operationList, { params: { merchantId }, query: {} })
    server.answer((_, response) => refuse(response, 503, 'Maintenance'))
    await fails(read())
    expect(handlers.maintenance).toHaveBeenCalledOnce()
    server.answer((_, response) => refuse(response, 404, 'ObjectNotFoundException', { uuid: operationId }))
    expect((await fails(read())).unknownEntity).toBe(operationId)
    const verb = () => call(operationCancel, { params: { merchantId, operationId }, body: {} })
    await fails(verb())
    expect(handlers.unknownEntity).toHaveBeenCalledTimes(2)
    server.answer((_, response) => refuse(response, 401, 'InvalidToken'))
    await fails(verb())
    expect(handlers.signedOut).toHaveBeenCalledOnce()
    await signedOutThere('access-1')
    expect(readSession()).toBeNull()
  })

  it('never signs out on a denied role, and redirects nowhere for a quiet call', async () => {
    server.answer((_, response) => refuse(response, 403, 'PermissionDenied'))
    await fails(call(operationCancel, { params: { merchantId, operationId }, body: {} }))
    server.answer((_, response) => refuse(response, 503, 'Maintenance'))
    await fails(call(operationList, { params: { merchantId }, query: {}, quiet: true }))
    expect([handlers.signedOut, handlers.maintenance].some((way) => way.mock.calls.length > 0)).toBe(false)
    expect(readSession()?.accessToken).toBe('access-1')
  })
})

/** A server that accepts one access token and renews by the refresh token; `rounds` counts the renewals. */
function expiring(fresh = 'access-2') {
  let good = fresh
  const count = { refreshes: 0 }
  server.answer((seen, response) => {
    if (seen.url === '/v2/token/refresh') {
      count.refreshes += 1
      if (seen.headers.authorization !== 'Bearer refresh-1') return refuse(response, 401, 'InvalidToken')
      return json(response, 200, { access_token: good, refresh_token: 'refresh-2', expires_in: 600, idle_seconds: 1800 })
    }
    if (seen.headers.authorization !== `Bearer ${good}`) return refuse(response, 401, 'TokenExpired')
    return seen.method === 'GET' ? json(response, 200, page) : json(response, 201, { done: true })
  })
  return { count, expireAgain: () => (good = 'never') }
}

describe('an expired token', () => {
  it('is refreshed, and the rejection still reaches the caller', async () => {
    const { count } = expiring()
    expect(await fails(call(operationList, { params: { merchantId }, query: {} }))).toMatchObject({ type: 'TokenExpired' })
    expect(count.refreshes).toBe(1)
    expect(readSession()).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2' })
    expect(JSON.parse(browser.stored.get('session-renewal') ?? '')).toMatchObject({ expiresAt: expect.any(Number) as number })
  })

  it('is retried once by the loader', async () => {
    expiring()
    expect(await load(operationList, { params: { merchantId }, query: {} })).toMatchObject({ results: [], currentPage: 1 })
  })

  it('signs out when the call was already retried', async () => {
    server.answer((seen, response) =>
      seen.url === '/v2/token/refresh'
        ? json(response, 200, { access_token: 'x', refresh_token: 'y', expires_in: 600, idle_seconds: 1 })
        : refuse(response, 401, 'TokenExpired'),
    )
    await fails(load(operationList, { params: { merchantId }, query: {} }))
    expect(server.seen.filter(({ url }) => url === '/v2/token/refresh')).toHaveLength(1)
    expect(handlers.signedOut).toHaveBeenCalledOnce()
    expect(readSession()).toBeNull()
    await signedOutThere('x')
  })

  it('neither retries nor signs out when the refresh gets no answer', async () => {
    server.answer((seen, response) => (seen.url === '/v2/token/refresh' ? void response.destroy() : refuse(response, 401, 'TokenExpired')))
    expect(await fails(load(operationList, { params: { merchantId }, query: {} }))).toMatchObject({ type: 'TokenExpired', renewed: false })
    expect(server.seen.filter(({ url }) => url.includes('/orders'))).toHaveLength(1)
    expect(handlers.signedOut).not.toHaveBeenCalled()
    expect(readSession()?.refreshToken).toBe('refresh-1')
  })

  it('ends the session when the refresh is refused', async () => {
    server.answer((seen, response) => refuse(response, 401, seen.url === '/v2/token/refresh' ? 'InvalidToken' : 'TokenExpired'))
    await fails(load(operationList, { params: { merchantId }, query: {} }))
    expect(handlers.signedOut).toHaveBeenCalledOnce()
    expect(readSession()).toBeNull()
  })

  it('is refreshed once for fifty concurrent calls, none of which is lost', async () => {
    const { count } = expiring()
    const all = await Promise.all(Array.from({ length: 50 }, () => load(operationList, { params: { merchantId }, query: {} })))
    expect(all).toHaveLength(50)
    expect(count.refreshes).toBe(1)
    expect(handlers.signedOut).not.toHaveBeenCalled()
  })

  it('retries a refresh whose answer was lost', async () => {
    let lost = 0
    server.answer((seen, response) => {
      if (seen.url !== '/v2/token/refresh')
        return seen.headers.authorization === 'Bearer access-2' ? json(response, 200, page) : refuse(response, 401, 'TokenExpired')
      lost += 1
      return lost === 1
        ? void response.destroy()
        : json(response, 200, { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 600, idle_seconds: 1800 })
    })
    await load(operationList, { params: { merchantId }, query: {} })
    expect(lost).toBe(2)
    expect(handlers.signedOut).not.toHaveBeenCalled()
  })

  it('is renewed before the call when its expiry is known', async () => {
    const { count } = expiring()
    browser.stored.set('session-renewal', JSON.stringify({ refreshAt: Date.now() - 9_000, expiresAt: Date.now() - 1_000 }))
    await Promise.all([1, 2, 3].map(() => call(operationList, { params: { merchantId }, query: {} })))
    expect(count.refreshes).toBe(1)
    expect(server.seen).toHaveLength(4)
  })

  it.each(['undefined', '{"refreshAt":"x"}', '[]', '{"refreshAt":1e999,"expiresAt":1e999}', 'null', '{"__proto__":1}'])(
    'ignores an invalid stored renewal: %s',
    async (poison) => {
      server.answer((_, response) => json(response, 200, page))
      browser.stored.set('session-renewal', poison)
      await call(operationList, { params: { merchantId }, query: {} })
      expect(server.seen).toHaveLength(1)
    },
  )
})

describe('a write during the end of a session', () => {
  const refund = { params: { merchantId, operationId }, body: { amount: 100 }, key: 'key-of-the-form' }

  it('is sent again with its idempotency key after a refresh', async () => {
    expiring()
    await write(operationRefund, refund)
    const sent = server.seen.filter(({ url }) => url.endsWith('/refund'))
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-of-the-form', 'key-of-the-form'])
  })

  it('waits until the user signs in over the page and then sends the same request', async () => {
    server.answer((seen, response) =>
      seen.headers.authorization === 'Bearer access-3' ? json(response, 201, {}) : refuse(response, 401, 'InvalidToken'),
    )
    handlers.signedInAgain.mockImplementationOnce(() => {
      writeSession({ accessToken: 'access-3', refreshToken: 'refresh-3' })
      return Promise.resolve(true)
    })
    await write(operationRefund, refund)
    expect(server.seen.filter(({ url }) => url.endsWith('/refund')).map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
      [1, 2].map(() => ['key-of-the-form', '{"amount":100}']),
    )
  })

  it('fails when the user does not sign in again', async () => {
    server.answer((_, response) => refuse(response, 401, 'InvalidToken'))
    expect(await fails(write(operationRefund, refund))).toMatchObject({ type: 'InvalidToken' })
    expect(server.seen.filter(({ url }) => url.endsWith('/refund'))).toHaveLength(1)
  })
})
