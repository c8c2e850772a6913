import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANALYTICS_MAX_SAVED, type AnalyticsEvent } from '#domain/analytics'
import { testBrowser } from '../../testing/testBrowser.ts'
import { type AnalyticsClient, makeClient } from './client.ts'
import type { Outcome } from './post.ts'
import { savedEvents } from './savedEvents.ts'

const device = 'b5e0a9a4-9d5b-4c5e-8a57-0f5f7f3a1c2d'
const key = 'analytics-events'
/** A collector whose answers the test decides, and the events that it accepted. */
let outcomes: (batch: readonly AnalyticsEvent[]) => Promise<Outcome>
let uploads: number[]
let taken: AnalyticsEvent[]
let stored: Map<string, string>

const post = async (batch: readonly AnalyticsEvent[]): Promise<Outcome> => {
  uploads.push(batch.length)
  const outcome = await outcomes(batch)
  if (outcome === 'taken') taken.push(...batch)
  return outcome
}
const always = (outcome: Outcome) => () => Promise.resolve(outcome)
const tab = (): AnalyticsClient => makeClient(post, savedEvents(), device)
const waiting = () => savedEvents().first(10_000).length
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

/** Records events, and waits until they are stored. */
async function record(client: AnalyticsClient, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) client.record({ section: 'campaigns', properties: { action: 'publish', sandbox: false } })
  await seconds(1)
}
const ids = () => new Set(taken.map(({ uuid }) => uuid))

beforeEach(() => {
  vi.useFakeTimers()
  stored = testBrowser('http://127.0.0.1').stored
  outcomes = always('taken')
  uploads = []
  taken = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('upload times', () => {
  it('uploads at once with 30 queued events, and after 30 seconds with fewer', async () => {
    const client = tab()
    await record(client, 29)
    await seconds(29)
    expect(uploads).toEqual([])
    await seconds(1)
    expect(uploads).toEqual([29])
    await record(client, 30)
    expect(uploads).toEqual([29, 30])
    await seconds(3_600)
    expect([uploads, waiting(), ids().size]).toEqual([[29, 30], 0, 59])
  })

  it('uploads at most 100 at a time, oldest first, including those an earlier page left', async () => {
    outcomes = always('failed')
    await record(tab(), 230)
    outcomes = always('taken')
    const [before] = [savedEvents().first(230)]
    uploads = []
    tab()
    await seconds(30)
    expect(uploads).toEqual([100, 100, 30])
    expect(taken).toEqual(before)
  })

  it('uploads the queue when the page is hidden, including events recorded just before', async () => {
    const client = tab()
    await record(client, 2)
    client.record({ section: 'campaigns', properties: {} })
    client.leave()
    expect(uploads).toEqual([3])
    await seconds(120)
    expect([uploads, waiting(), ids().size]).toEqual([[3], 0, 3])
  })
})

describe('a failing collector', () => {
  it('that rejects a batch as too large gets half of it, until it fits, and no event is lost', async () => {
    outcomes = (batch) => Promise.resolve(batch.length > 13 ? 'tooLarge' : 'taken')
    const client = tab()
    await record(client, 30)
    expect(uploads).toEqual([30, 15, 8, 8, 8, 6])
    expect([waiting(), ids().size, taken.length]).toEqual([0, 30, 30])
  })

  it('that rejects a single event as too large does not block the queue', async () => {
    outcomes = always('tooLarge')
    await record(tab(), 30)
    expect(waiting()).toBe(0)
    expect(uploads.length).toBeLessThan(40)
  })

  it('that fails leaves the events queued, and is retried with exponential backoff', async () => {
    outcomes = always('failed')
    const client = tab()
    await record(client, 40)
    expect([uploads, waiting()]).toEqual([[30], 40])
    await seconds(60)
    expect(uploads).toEqual([30, 40])
    await record(client, 40)
    expect(uploads).toEqual([30, 40])
    outcomes = always('taken')
    await seconds(120)
    expect([waiting(), ids().size, taken.length]).toEqual([0, 80, 80])
  })

  it('that is down for a day receives the newest 1 000 events, each once', async () => {
    outcomes = always('failed')
    const client = tab()
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      await record(client, 12)
      await seconds(599)
      expect(waiting()).toBeLessThanOrEqual(ANALYTICS_MAX_SAVED)
    }
    expect(uploads.length).toBeLessThan(110)
    const savedOnes = savedEvents().first(2_000)
    expect(savedOnes).toHaveLength(ANALYTICS_MAX_SAVED)
    expect(Date.now() - (savedOnes.at(-1)?.timestamp ?? 0)).toBe(600_000)
    outcomes = always('taken')
    await seconds(1_000)
    expect(taken).toEqual(savedOnes)
  })

  it('that never answers blocks nothing: one upload is in flight and recording continues', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    outcomes = () => promise
    const client = tab()
    await record(client, 100)
    await seconds(600)
    expect([uploads, waiting()]).toEqual([[30], 100])
    outcomes = always('taken')
    resolve('failed')
    await seconds(60)
    expect([waiting(), ids().size]).toEqual([0, 100])
  })
})

describe('the queue of this browser', () => {
  it('is shared by all tabs, with 1 000 events in total, none lost or stored twice', async () => {
    outcomes = always('failed')
    const tabs = [tab(), tab(), tab()]
    await Promise.all(tabs.map((one) => record(one, 300)))
    expect(waiting()).toBe(900)
    await Promise.all(tabs.map((one) => record(one, 300)))
    expect(waiting()).toBe(ANALYTICS_MAX_SAVED)
    expect(
      new Set(
        savedEvents()
          .first(1_000)
          .map(({ uuid }) => uuid),
      ).size,
    ).toBe(ANALYTICS_MAX_SAVED)
    outcomes = always('taken')
    await seconds(60)
    expect([waiting(), ids().size]).toEqual([0, ANALYTICS_MAX_SAVED])
  })

  it('is cleared when consent is withdrawn, including the upload in flight, and records nothing more', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    outcomes = () => promise
    const client = tab()
    await record(client, 30)
    client.record({ section: 'campaigns', properties: {} })
    client.stop('forget')
    resolve('failed')
    await seconds(0)
    client.record({ section: 'campaigns', properties: {} })
    await seconds(3_600)
    expect([stored.has(key), uploads]).toEqual([false, [30]])
  })

  it('ignores invalid content of the storage', async () => {
    stored.set(key, '[{"event_type":"campaigns","email":"ana@tienda.es"},7]')
    expect(waiting()).toBe(0)
    stored.set(key, 'torn')
    await record(tab(), 1)
    expect(waiting()).toBe(1)
  })

  it('records nothing, and throws nothing, without storage or locks', async () => {
    testBrowser('http://127.0.0.1', { locks: false })
    vi.stubGlobal('localStorage', undefined)
    await record(tab(), 40)
    await seconds(60)
    expect(uploads).toEqual([])
  })
})
