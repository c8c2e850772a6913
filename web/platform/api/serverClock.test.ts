import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The module keeps state: each test imports its own instance.
beforeEach(() => void vi.resetModules())
afterEach(() => vi.useRealTimers())

const trueTime = Date.parse('2026-11-26T10:00:00.400Z')
/** The Date header that the server sends `afterMs` after `trueTime`. */
const header = (afterMs = 0) => new Date(Math.floor((trueTime + afterMs) / 1_000) * 1_000).toUTCString()

it.each([
  ['40 minutes fast', 40 * 60_000],
  ['a day slow', -86_400_000],
  ['right', 0],
  ['almost right', 700],
])('derives the server’s time from an answer on a device whose clock is %s', async (_, offMs) => {
  vi.useFakeTimers({ now: trueTime + offMs + 80, toFake: ['Date'] })
  const { readClock, serverNow, onThisClock } = await import('./serverClock.ts')
  readClock(header(40), trueTime + offMs, trueTime + offMs + 80)
  expect(Math.abs(serverNow().getTime() - (trueTime + 80))).toBeLessThanOrEqual(1_080)
  expect(onThisClock('2026-11-26T10:00:30Z')).toBe(Date.parse('2026-11-26T10:00:30Z') - (serverNow().getTime() - Date.now()))
})

it('ignores a delayed answer, whether delayed by the network or by a suspended server, and one without a Date header', async () => {
  vi.useFakeTimers({ now: trueTime, toFake: ['Date'] })
  const { readClock, serverNow } = await import('./serverClock.ts')
  readClock(header(100), trueTime, trueTime + 18_000)
  readClock(header(17_900), trueTime, trueTime + 18_000)
  for (const none of [null, '', 'x']) readClock(none, trueTime, trueTime)
  expect(serverNow().getTime()).toBe(trueTime)
})

it('follows a device clock that is corrected while the page is open', async () => {
  vi.useFakeTimers({ now: trueTime, toFake: ['Date'] })
  const { readClock, serverNow } = await import('./serverClock.ts')
  readClock(header(), trueTime + 3_600_000, trueTime + 3_600_050)
  expect(Date.now() - serverNow().getTime()).toBeGreaterThan(3_500_000)
  readClock(header(), trueTime - 20, trueTime + 20)
  expect(Math.abs(serverNow().getTime() - trueTime)).toBeLessThanOrEqual(1_020)
})
