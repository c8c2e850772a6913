import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOf, retryDelay, signedText, WEBHOOK_GIVE_UP_MS } from './webhook.ts'

/** The delays until a message is given up, with a random value for each. */
function delaysOf(chances: readonly number[]): number[] {
  const delays: number[] = []
  for (;;) {
    const delay = retryDelay(delays.length + 1, chances[delays.length] ?? 0)
    if (delay === null) return delays
    delays.push(delay)
  }
}

describe('the delay between attempts', () => {
  it('grows, and ends within three days, for any random values', () => {
    const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(chances, (draws) => {
        const delays = delaysOf(draws)
        const whole = delays.reduce((sum, one) => sum + one, 0)
        expect(whole).toBeLessThanOrEqual(WEBHOOK_GIVE_UP_MS)
        expect(whole).toBeGreaterThan(WEBHOOK_GIVE_UP_MS * 0.85)
        for (const [at, delay] of delays.slice(2, 8).entries()) expect(delay).toBeGreaterThan(delays[at + 1] ?? 0)
      }),
    )
  })

  it('begins with seconds, so that a restart of the receiver costs nothing', () => {
    expect(retryDelay(1, 0)).toBe(5_000)
    expect(retryDelay(1, 1)).toBe(4_500)
    expect(retryDelay(10, 0)).toBeNull()
  })
})

describe('an answer', () => {
  it('is a delivery for 200 to 299 only; a redirect is not', () => {
    for (const status of [200, 202, 204, 299]) expect(outcomeOf(status)).toBe('delivered')
    for (const status of [0, 101, 199, 300, 301, 307, 400, 404, 429, 500, 503]) expect(outcomeOf(status)).toBe('failed')
    expect(outcomeOf(410)).toBe('gone')
  })
})

it('the signed text contains id, time and body', () => {
  expect(signedText('msg_1', 1_700_000_000, '{"a":1}')).toBe('msg_1.1700000000.{"a":1}')
})
