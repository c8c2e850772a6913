import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { nextDelayMs, watchCheckout } from './watchCheckout.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

const answer = (some: Partial<OfflineCheckout>) =>
  ({ status: 'pending', version: 1, expiresAt: null, deliveries: [], ...some }) as OfflineCheckout // only what the watch reads

function watched(answers: (() => Promise<OfflineCheckout>)[], hidden = () => false) {
  const asked: { wait?: number; seen?: number }[] = []
  const shown: number[] = []
  const onFailure = vi.fn()
  const watch = watchCheckout({
    ask: (query) => {
      asked.push(query)
      return (answers[asked.length - 1] ?? answers.at(-1) ?? (() => Promise.reject(new Error('no answer left'))))()
    },
    onAnswer: ({ version }) => shown.push(version),
    onFailure,
    hidden,
  })
  return { watch, asked, shown, onFailure }
}
const later = (ms: number, some: Partial<OfflineCheckout>) => () =>
  new Promise<OfflineCheckout>((resolve) => setTimeout(() => resolve(answer(some)), ms))

describe('following a link', () => {
  it('asks 3 s apart for two minutes, then 10 s, when the server does not hold its answers', () => {
    const usual = { heldMs: 20, changed: false, toExpiryMs: null }
    expect(nextDelayMs({ ...usual, watchedMs: 119_999 })).toBe(3_000)
    expect(nextDelayMs({ ...usual, watchedMs: 120_000 })).toBe(10_000)
    expect(nextDelayMs({ ...usual, watchedMs: 500_000, toExpiryMs: 900 })).toBe(1_150)
    expect(nextDelayMs({ ...usual, watchedMs: 0, changed: true })).toBe(0)
    expect(nextDelayMs({ ...usual, watchedMs: 0, heldMs: 9_900 })).toBe(0)
  })

  it('asks on at once after a held answer, names what it has seen, and stops at the end', async () => {
    const { asked, shown } = watched([later(5, {}), later(9_000, { version: 2 }), later(4_000, { version: 3, status: 'ok' })])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([{}, { wait: 10, seen: 1 }, { wait: 10, seen: 2 }])
    expect(shown).toEqual([1, 2, 3])
  })

  it('stops one minute after the end of a link that the server never closes', async () => {
    const { asked } = watched([later(5, { expiresAt: '2026-11-22T10:00:10Z' })])
    await vi.advanceTimersByTimeAsync(75_000)
    const until = asked.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked.length).toBe(until)
    expect(until).toBeGreaterThan(10)
  })

  it('goes on asking, without being held, until the letters of a sale that has ended have left, and not for ever', async () => {
    const letter = (state: 'queued' | 'sent') => ({ status: 'ok' as const, deliveries: [{ state }] as OfflineCheckout['deliveries'] })
    const { asked } = watched([later(5, letter('queued')), later(5, letter('queued')), later(5, letter('sent'))])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([{}, {}, {}])
    const stuck = watched([later(5, letter('queued'))])
    await vi.advanceTimersByTimeAsync(1_200_000)
    const until = stuck.asked.length
    await vi.advanceTimersByTimeAsync(1_200_000)
    expect([until > 60, stuck.asked.length]).toEqual([true, until])
  })

  it('goes on after failures', async () => {
    const { shown, onFailure } = watched([() => Promise.reject(new Error('down')), later(5, { version: 4, status: 'ko' })])
    await vi.advanceTimersByTimeAsync(3_100)
    expect(onFailure).toHaveBeenCalledOnce()
    expect(shown).toEqual([4])
  })

  it('rests while the tab is hidden and asks at once when it is woken, without waiting', async () => {
    let away = false
    const { watch, asked } = watched([later(5, {})], () => away)
    await vi.advanceTimersByTimeAsync(3_100)
    away = true
    await vi.advanceTimersByTimeAsync(10_000)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(before)
    away = false
    watch.wake()
    await vi.advanceTimersByTimeAsync(1)
    expect(asked.slice(before)).toEqual([{}])
    watch.stop()
  })
})
