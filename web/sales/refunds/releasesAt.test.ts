import { afterEach, expect, it } from 'vitest'
import { asServerTime } from '../../platform/api/serverClock.ts'
import { setTestClockOffset } from '../../platform/api/merchantNow.ts'
import { holdMs, releasesAt } from './releasesAt.ts'

afterEach(() => setTestClockOffset(0))

const dayMs = 86_400_000
const now = Date.parse('2026-03-09T10:00:00.000Z')
/** A refund as the server returns it, requested at this instant of the device's clock. */
const held = (at: number) => ({ created: asServerTime(at).toISOString(), releaseAt: asServerTime(at + 20_000).toISOString() })

it('counts the same seconds with a moved sandbox clock as in live mode', () => {
  setTestClockOffset(7 * dayMs)
  expect(releasesAt(held(now + 7 * dayMs - 5_000), 'sandbox', now) - now).toBe(15_000)
  expect(releasesAt(held(now - 5_000), 'live', now) - now).toBe(15_000)
})

it('never shows a completed refund as held, nor one longer than its hold', () => {
  setTestClockOffset(dayMs)
  expect(releasesAt(held(now + dayMs - 30_000), 'sandbox', now)).toBeLessThan(now)
  setTestClockOffset(0)
  expect(releasesAt(held(now + dayMs), 'sandbox', now) - now).toBe(20_000)
  expect(holdMs({ created: new Date(now).toISOString(), releaseAt: null })).toBe(0)
})
