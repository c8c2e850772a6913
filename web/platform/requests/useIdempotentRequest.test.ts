import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { operationRefund } from '#contract/sales/operationVerbs'
import { writeSession } from '../api/sessionCookie.ts'
import { testBrowser } from '../../testing/testBrowser.ts'
import { json, refuse, testServer, type Seen } from '../../testing/testServer.ts'
import { pollNow } from '../api/pollOutcome.ts'
import { sendIdempotent } from './useIdempotentRequest.ts'

const merchantId = 'a'.repeat(32)
const operationId = 'b'.repeat(32)
const server = await testServer()
const body = { amount: 1_000, expectedRemaining: 10_990, reason: 'product_returned' as const }
const done = { refund: { id: 'c'.repeat(32), amount: 1_000, state: 'held' } }
const isRefund = ({ url }: Seen) => url.endsWith('/refund')

beforeEach(() => {
  testBrowser(server.url)
  writeSession({ accessToken: 'access', refreshToken: 'refresh' })
  server.seen.length = 0
})
afterEach(() => vi.unstubAllGlobals())

/** Sends a refund; `events` records what happened, in order. Pauses between polls end at once. */
function refund({ resumed = false, stop = new AbortController().signal } = {}) {
  const events: string[] = []
  const pauses = setInterval(pollNow, 1)
  const sending = { key: 'k1', mode: 'live' as const, params: { merchantId, operationId }, body }
  const settled = sendIdempotent(operationRefund, sending, { resumed, onUnknown: () => void events.push('unknown'), stop }).finally(() =>
    clearInterval(pauses),
  )
  return { settled, events }
}

/** The server’s response to each refund and each outcome request, in order; the last one repeats. */
function plays(refunds: ((response: ServerResponse) => void)[], states: ('running' | 'done' | 'refused' | 'absent' | 'down')[]) {
  const nextOf = <T>(list: T[]): T | undefined => (list.length > 1 ? list.shift() : list[0])
  server.answer((seen, response) => {
    if (isRefund(seen)) return nextOf(refunds)?.(response)
    const state = nextOf(states)
    if (state === undefined || state === 'down') return response.destroy()
    json(response, 200, { action: 'Devolver', state, message: null })
  })
}
const lost = (response: ServerResponse) => void response.destroy()
const answerCreated = (response: ServerResponse) => json(response, 201, done)
const broken = (response: ServerResponse): void => refuse(response, 500, 'InternalError')
const unreachable = (response: ServerResponse): void => void response.writeHead(502).end('gateway')
const cutOff = (response: ServerResponse): void => void response.writeHead(201).end('{"refund')
const inFlight = (response: ServerResponse): void => refuse(response, 409, 'IdempotencyInFlight')
const refunds = () => server.seen.filter(isRefund)

it('resolves with the answer of the request, without asking for its outcome', async () => {
  plays([answerCreated], [])
  const { settled, events } = refund()
  expect(await settled).toMatchObject({ state: 'done', isRecovered: false, answer: done })
  expect(events).toEqual([])
  expect(server.seen).toHaveLength(1)
})

it('polls by the idempotency key until the outcome is known, and then repeats the same request for its answer', async () => {
  plays([lost, answerCreated], ['down', 'down', 'running', 'running', 'done'])
  const { settled, events } = refund()
  expect(await settled).toMatchObject({ state: 'done', isRecovered: true, answer: done })
  expect(events).toEqual(['unknown'])
  const [first, again] = refunds()
  expect([again?.body, again?.headers['idempotency-key']]).toEqual([first?.body, 'k1'])
  const statusRequests = server.seen.filter((seen) => !isRefund(seen))
  expect(statusRequests).toHaveLength(5)
  for (const { method, url, body: bodyText } of statusRequests) {
    expect([method, url]).toEqual(['POST', '/v2/requests/k1'])
    expect(JSON.parse(bodyText)).toEqual({ method: 'POST', path: `/v2/merchants/${merchantId}/orders/${operationId}/refund` })
  }
})

it('resolves to absent only when the server has closed the key, and sends nothing again', async () => {
  plays([lost], ['down', 'running', 'absent'])
  const { settled } = refund()
  expect(await settled).toEqual({ state: 'absent' })
  expect(refunds()).toHaveLength(1)
})

it('reports a refusal whose answer was lost in the server’s words', async () => {
  plays([lost, (response) => refuse(response, 409, 'RefundAmountExceeded')], ['refused'])
  expect(await refund().settled).toMatchObject({ state: 'refused', error: { type: 'RefundAmountExceeded' } })
})

it.each([
  [broken, 'done', { state: 'done', isRecovered: true }],
  [broken, 'absent', { state: 'refused', error: { type: 'InternalError' } }],
  [unreachable, 'done', { state: 'done', isRecovered: true }],
  [cutOff, 'done', { state: 'done', isRecovered: true }],
  [inFlight, 'done', { state: 'done', isRecovered: true }],
] as const)('does not take the end of an answer for the end of the request (%#)', async (first, state, outcome) => {
  plays([first, answerCreated], [state])
  const { settled, events } = refund()
  expect(await settled).toMatchObject(outcome)
  expect(events).toEqual(['unknown'])
})

it('resolves to done without an answer where the server no longer returns it', async () => {
  plays([lost, (response) => refuse(response, 403, 'PermissionDenied')], ['done'])
  expect(await refund().settled).toEqual({ state: 'done', isRecovered: true, answer: null })
})

it('resolves to refused, or to absent when its key was closed meanwhile, without asking for the outcome', async () => {
  plays([(response) => refuse(response, 409, 'StaleAmount')], [])
  expect(await refund().settled).toMatchObject({ state: 'refused', error: { type: 'StaleAmount' } })
  plays([(response) => refuse(response, 409, 'RequestClosed')], [])
  expect(await refund().settled).toEqual({ state: 'absent' })
  expect(server.seen).toHaveLength(2)
})

it('starts with the outcome request after a reload, and accepts the server’s answer that it is a repeat', async () => {
  plays([answerCreated], ['done'])
  expect(await refund({ resumed: true }).settled).toMatchObject({ state: 'done', isRecovered: true })
  expect(server.seen.map((seen) => (isRefund(seen) ? 'send' : 'ask'))).toEqual(['ask', 'send'])
  plays([(response) => json(response, 201, { ...done, replayed: true })], [])
  expect(await refund().settled).toMatchObject({ state: 'done', isRecovered: true })
})

it('stops polling when the signal is aborted', async () => {
  const stop = new AbortController()
  plays([lost], ['down'])
  const { settled } = refund({ stop: stop.signal })
  await vi.waitFor(() => expect(server.seen.length).toBeGreaterThan(2))
  stop.abort()
  expect(await settled).toEqual({ state: 'left' })
})
