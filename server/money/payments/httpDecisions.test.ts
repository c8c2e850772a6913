import { afterEach, expect, it } from 'vitest'
import {
  acceptance,
  engineSecret,
  type RawAnswer,
  startEngine,
  startRawEngine,
  type TestEngine,
} from '../../testing/decisions/testEngine.ts'
import { httpDecisions } from './httpDecisions.ts'
import { EngineFailure } from './partners.ts'

let engine: TestEngine | undefined
afterEach(() => engine?.close())

const id = 'a'.repeat(32)
const body = JSON.stringify({
  version: 1,
  id,
  amounts: { total: 60_000, monthly: 10_000 },
  earlier: { has_defaulted: false, owed: 0 },
  bank: null,
})
const clientOf = (url: string, more: { nowMs?: () => number; timeoutMs?: number } = {}) =>
  httpDecisions({ url, secret: engineSecret, userAgent: 'test-decisions/1', ...more })
const problemOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error: unknown) => (error instanceof EngineFailure ? error.problem : error),
  )

it('verifies a signed request and its signed answer with the example engine, which repeats its answer', async () => {
  let decided = 0
  engine = await startEngine(() => ({ outcome: 'accept', rule: `nth_${(decided += 1)}` }))
  const client = clientOf(engine.url)
  const answers = [await client.ask({ id, body }), await client.ask({ id, body })]
  const first = { version: 1, id, outcome: 'accept', rule: 'nth_1', engineVersion: 'example-1' }
  expect(answers).toEqual([first, first])
})

it.each<[string, RawAnswer | null, string]>([
  ['is signed with another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }, 'signature'],
  ['is not signed', { headers: { 'webhook-signature': '' } }, 'signature'],
  ['is signed for another id', { headers: { 'webhook-id': 'b'.repeat(32) } }, 'signature'],
  ['is of ten minutes ago', { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 600) } }, 'signature'],
  ['has another status', { status: 500 }, 'status'],
  ['is a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'unreachable'],
  ['is no JSON', { body: 'accept' }, 'malformed'],
  ['names another request', { body: JSON.stringify(acceptance('b'.repeat(32))) }, 'malformed'],
  ['has an unknown outcome', { body: JSON.stringify({ ...acceptance(id), outcome: 'maybe' }) }, 'malformed'],
  ['has no rule', { body: JSON.stringify({ ...acceptance(id), rule: '' }) }, 'malformed'],
  ['is too long', { body: JSON.stringify({ ...acceptance(id), more: 'x'.repeat(20_000) }) }, 'malformed'],
  ['does not come in time', null, 'timed_out'],
])('does not count an answer that %s', async (_why, answer, problem) => {
  engine = await startRawEngine(() => answer)
  const timeoutMs = answer === null ? 50 : 2_000
  expect(await problemOf(clientOf(engine.url, { timeoutMs }).ask({ id, body }))).toBe(problem)
})

it('is not asked for 30 seconds after five failures in a row, and then once', async () => {
  let nowMs = Date.now()
  const raw = await startRawEngine(() => ({ status: 503 }))
  engine = raw
  const client = clientOf(raw.url, { nowMs: () => nowMs })
  const ask = () => problemOf(client.ask({ id, body }))
  const problems: unknown[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) problems.push(await ask())
  expect([problems.join(), client.isAvailable(), raw.heard.length]).toEqual(['status,status,status,status,status,circuit_open', false, 5])
  nowMs += 30_000
  expect([client.isAvailable(), await ask(), await ask(), raw.heard.length]).toEqual([true, 'status', 'circuit_open', 6])
  expect(await problemOf(clientOf('http://127.0.0.1:9/').ask({ id, body }))).toBe('unreachable')
})
