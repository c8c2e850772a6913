import { beforeEach, expect, it, vi } from 'vitest'
import { operationList } from '#contract/sales/operations'
import { isApiFailure } from './apiFailure.ts'
import { call } from './call.ts'
import { setWays } from './catalogue.ts'
import { setRequestMode } from './requestMode.ts'
import { writeSession } from './sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { refuse, testServer } from '../../testing/testServer.ts'

// Another provider's API: it names no mode in its answers, and does not have every call.
const merchantId = 'a'.repeat(32)
const page = { results: [], current_page: 1, max_visible_page: 1, next: null }
const ways = { unknownEntity: vi.fn() }
const server = await testServer()

beforeEach(() => {
  testBrowser(server.url)
  ways.unknownEntity.mockClear()
  setWays(ways)
  setRequestMode('live')
  writeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' })
})

const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => (isApiFailure(error) ? error.type : undefined),
  )

it('counts as of the mode that was asked when its Content-Type names none', async () => {
  server.answer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page)))
  for (const mode of ['live', 'sandbox'] as const)
    expect(await call(operationList, { params: { merchantId }, query: {}, mode })).toMatchObject({ results: [], currentPage: 1 })
})

it('of an API without such a call says so: a 404 that names nothing, whatever stands in it', async () => {
  const notThere: [string, string][] = [
    ['text/plain', 'Not found'],
    ['text/html', '<h1>404</h1>'],
    ['application/json', '{}'],
    ['application/json', '{"error":{"type":"NotFound","message":"no"}}'],
    ['application/json', '{"error":{"type":"ObjectNotFoundException","fields":[]}}'],
  ]
  for (const [type, text] of notThere) {
    server.answer((_, response) => void response.writeHead(404, { 'content-type': type }).end(text))
    expect(await failureOf(call(operationList, { params: { merchantId }, query: {} })), text).toBe('NotOffered')
  }
  expect(ways.unknownEntity).not.toHaveBeenCalled()
  server.answer((_, response) => refuse(response, 404, 'ObjectNotFoundException', { uuid: merchantId }))
  expect(await failureOf(call(operationList, { params: { merchantId }, query: {} }))).toBe('ObjectNotFoundException')
  expect(ways.unknownEntity).toHaveBeenCalledOnce()
})
