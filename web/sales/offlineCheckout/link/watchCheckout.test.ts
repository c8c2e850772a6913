import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { nextDelayMs, watchCheckout } from './watchCheckout.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

const answer = (some: Partial<OfflineCheckout>) =>
  ({ status: 'pending', version: 1, expiresAt: null, deliveries: [], ...some }) as OfflineCheckout // only the properties that the watch reads

function watched(answers: (() => Promise<OfflineCheckout>)[], hidden = () => false) {
  const queries: { wait?: number; seen?: number }[] = []
  const shown: number[] = []
  const onFailure = vi.fn()
  const watch = watchCheckout({
    ask: (query) => {
      queries.push(query)
      return (answers[queries.length - 1] ?? answers.at(-1) ?? (() => Promise.reject(new Error('no answer left'))))()
    },
    onAnswer: ({ version }) => shown.push(version),
    onFailure,
    hidden,
  })
  return { watch, queries, shown, onFailure }
}
const later = (ms: number, some: Partial<OfflineCheckout>) => () =>
  new Promise<OfflineCheckout>((resolve) => setTimeout(() => resolve(answer(some)), ms))

describe('watching a link', () => {
  it('polls every 3 s for two minutes, then every 10 s, when the server does not long-poll', () => {
    const usual = { tookMs: 20, changed: false, toExpiryMs: null }
    expect(nextDelayMs({ ...usual, watchedMs: 119_999 })).toBe(3_000)
    expect(nextDelayMs({ ...usual, watchedMs: 120_000 })).toBe(10_000)
    expect(nextDelayMs({ ...usual, watchedMs: 500_000, toExpiryMs: 900 })).toBe(1_150)
    expect(nextDelayMs({ ...usual, watchedMs: 0, changed: true })).toBe(0)
    expect(nextDelayMs({ ...usual, watchedMs: 0, tookMs: 9_900 })).toBe(0)
  })

  it('polls again immediately after a long poll with the last seen version, and stops when the link ends', async () => {
    const { queries, shown } = watched([later(5, {}), later(9_000, { version: 2 }), later(4_000, { version: 3, status: 'ok' })])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queries).toEqual([{}, { wait: 10, seen: 1 }, { wait: 10, seen: 2 }])
    expect(shown).toEqual([1, 2, 3])
  })

  it('stops one minute after the expiry of a link that the server never closes', async () => {
    const { queries } = watched([later(5, { expiresAt: '2026-11-22T10:00:10Z' })])
    await vi.advanceTimersByTimeAsync(75_000)
    const until = queries.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(queries.length).toBe(until)
    expect(until).toBeGreaterThan(10)
  })

  it('keeps polling an ended sale until its e-mails are sent, without long polls and for a limited time', async () => {
    const ended = (state: 'queued' | 'sent') => ({ status: 'ok' as const, deliveries: [{ state }] as OfflineCheckout['deliveries'] })
    const { queries } = watched([later(5, ended('queued')), later(5, ended('queued')), later(5, ended('sent'))])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queries).toEqual([{}, {}, {}])
    const stuck = watched([later(5, ended('queued'))])
    await vi.advanceTimersByTimeAsync(1_200_000)
    const until = stuck.queries.length
    await vi.advanceTimersByTimeAsync(1_200_000)
    expect([until > 60, stuck.queries.length]).toEqual([true, until])
  })

  it('continues after failures', async () => {
    const { shown, onFailure } = watched([() => Promise.reject(new Error('down')), later(5, { version: 4, status: 'ko' })])
    await vi.advanceTimersByTimeAsync(3_100)
    expect(onFailure).toHaveBeenCalledOnce()
    expect(shown).toEqual([4])
  })

  it('pauses while the tab is hidden, and polls immediately without a long poll when refreshed', async () => {
    let away = false
    const { watch, queries } = watched([later(5, {})], () => away)
    await vi.advanceTimersByTimeAsync(3_100)
    away = true
    await vi.advanceTimersByTimeAsync(10_000)
    const before = queries.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queries.length).toBe(before)
    away = false
    watch.refresh()
    await vi.advanceTimersByTimeAsync(1)
    expect(queries.slice(before)).toEqual([{}])
    watch.stop()
  })
})
