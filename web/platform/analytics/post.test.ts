import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import type { AnalyticsEvent } from '#domain/analytics'
import { testServer } from '../../testing/testServer.ts'
import { postTo } from './post.ts'

const collector = await testServer()
collector.seen.length = 0
afterEach(() => vi.unstubAllGlobals())

const uuid = 'b5e0a9a4-9d5b-4c5e-8a57-0f5f7f3a1c2d'
const event: AnalyticsEvent = {
  event_type: 'campaigns',
  uuid,
  device_id: uuid,
  session_id: 1,
  timestamp: 2,
  event_properties: { action: 'publish' },
}
const post = postTo(`${collector.url}/analytics`, 'the key')

it('sends an upload in the collector’s format: form-encoded, with its checksum, without cookies', async () => {
  collector.answer((_, response) => void response.end('success'))
  expect(await post([event])).toBe('taken')
  const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = collector.seen
  const sent = Object.fromEntries(new URLSearchParams(body))
  expect(Object.keys(sent)).toEqual(['client', 'e', 'v', 'upload_time', 'checksum'])
  expect([method, headers['content-type'], headers.cookie]).toEqual(['POST', 'application/x-www-form-urlencoded', undefined])
  expect([sent['client'], sent['v'], JSON.parse(sent['e'] ?? '')]).toEqual(['the key', '2', [event]])
  expect(sent['checksum']).toBe(createHash('md5').update(`2the key${sent['e']}${sent['upload_time']}`).digest('hex'))
})

it('distinguishes too large from every other failure, and never throws', async () => {
  const outcomeOf = async (status: number, text: string) => {
    collector.answer((_, response) => void response.writeHead(status).end(text))
    return post([event])
  }
  expect(await outcomeOf(413, '')).toBe('tooLarge')
  for (const [status, text] of [
    [500, ''],
    [503, ''],
    [429, 'success'],
    [400, 'bad_checksum'],
    [200, 'bad_checksum'],
    [200, '<html>'],
  ] as const)
    expect(await outcomeOf(status, text), `${status} ${text}`).toBe('failed')
  collector.answer((_, response) => void response.destroy())
  expect(await post([event])).toBe('failed')
  expect(await postTo('http://127.0.0.1:1/', 'k')([event])).toBe('failed')
})

it('uses keepalive when it is small enough for that', async () => {
  const fetchMock = vi.fn(() => Promise.resolve(new Response('success')))
  vi.stubGlobal('fetch', fetchMock)
  await post([event])
  await post(Array.from({ length: 400 }, () => event))
  expect(fetchMock.mock.calls.map((call: unknown[]) => (call[1] as RequestInit).keepalive)).toEqual([true, false])
})
