import { beforeEach, expect, it, vi } from 'vitest'
import { operationList } from '#contract/sales/operations'
import { isApiFailure } from './apiFailure.ts'
import { call } from './call.ts'
import { setErrorHandlers } from './catalogue.ts'
import { setRequestMode } from './requestMode.ts'
import { writeSession } from './sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { refuse, testServer } from '../../testing/testServer.ts'

// Another provider’s API: its answers name no mode, and it does not have every call.
const merchantId = 'a'.repeat(32)
const page = { results: [], current_page: 1, max_visible_page: 1, next: null }
const handlers = { unknownEntity: vi.fn() }
const server = await testServer()

beforeEach(() => {
  testBrowser(server.url)
  handlers.unknownEntity.mockClear()
  setErrorHandlers(handlers)
  setRequestMode('live')
  writeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' })
})

const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => (isApiFailure(error) ? error.type : undefined),
  )

it('an answer without a mode in its Content-Type counts as of the requested mode', async () => {
  server.answer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page)))
  for (const mode of ['live', 'sandbox'] as const)
    expect(await call(operationList, { params: { merchantId }, query: {}, mode })).toMatchObject({ results: [], currentPage: 1 })
})

it('a 404 without fields rejects with NotOffered, whatever its body', async () => {
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
  expect(handlers.unknownEntity).not.toHaveBeenCalled()
  server.answer((_, response) => refuse(response, 404, 'ObjectNotFoundException', { uuid: merchantId }))
  expect(await failureOf(call(operationList, { params: { merchantId }, query: {} }))).toBe('ObjectNotFoundException')
  expect(handlers.unknownEntity).toHaveBeenCalledOnce()
})
