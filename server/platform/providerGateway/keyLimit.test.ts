import { expect, it } from 'vitest'
import { keyLimit, makeKeyLimit } from './keyLimit.ts'

it('counts the calls of each key in a window, says how many are left, and refuses those beyond', () => {
  let now = new Date('2026-03-02T08:00:00Z')
  const limit = makeKeyLimit(() => now)
  const sent: Record<string, unknown>[] = []
  const reply = { headers: (given: Record<string, unknown>) => sent.push(given) } as never
  for (let call = 0; call < keyLimit.calls; call += 1) limit('a', reply)
  expect(sent[0]).toEqual({ 'ratelimit-policy': '"key";q=600;w=60', ratelimit: '"key";r=599;t=60' })
  now = new Date('2026-03-02T08:00:20Z')
  expect(() => limit('a', reply)).toThrowError(expect.objectContaining({ type: 'TooManyRequests', retryAfterSeconds: 40 }))
  expect(sent.at(-1)).toMatchObject({ ratelimit: '"key";r=0;t=40' })
  limit('b', reply)
  now = new Date('2026-03-02T08:01:00Z')
  limit('a', reply)
  expect(sent.at(-1)).toMatchObject({ ratelimit: '"key";r=599;t=60' })
})
