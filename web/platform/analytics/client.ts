import {
  ANALYTICS_BATCH,
  ANALYTICS_PERIOD_MS,
  ANALYTICS_THRESHOLD,
  type AnalyticsEvent,
  type AnalyticsSection,
  fitProperties,
} from '#domain/analytics'
import { newUuid } from '../api/newUuid.ts'
import type { Post } from './post.ts'
import type { SavedEvents } from './savedEvents.ts'

/** One event: section and properties; properties not on the allow-list are dropped before sending. */
export type TrackedEvent = { section: AnalyticsSection; properties: Readonly<Record<string, unknown>> }

export type AnalyticsClient = {
  record(event: TrackedEvent): void
  /** Uploads the queue now: the page is about to be unloaded. */
  leave(): void
  /** Stops recording; the queue is deleted, or left for the next visit. */
  stop(waiting: 'forget' | 'leave'): void
}

/** Events recorded within this interval are stored together. */
const gatherMs = 1_000
/** The most events that fit into a `keepalive` request. */
const lastBatch = 50
/** After failures the delay doubles each time, up to 16 minutes. */
const maxDoublings = 5

/**
 * Uploads events to the collector: at 30 queued events or every 30 seconds, 100 at a time. A 413 halves the batch; after any other failure the events
 * stay queued. It runs in the background: nothing awaits it, and nothing throws.
 */
export function makeClient(post: Post, saved: SavedEvents, device: string): AnalyticsClient {
  const began = Date.now()
  let stopped: 'forget' | 'leave' | null = null
  let uploading = false
  let failures = 0
  let batchSize = ANALYTICS_BATCH
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: ReturnType<typeof setTimeout> | undefined
  /** Recorded and not yet stored. */
  let fresh: AnalyticsEvent[] = []

  function arm(): void {
    if (stopped) return
    timer ??= setTimeout(() => void upload(), ANALYTICS_PERIOD_MS * 2 ** Math.min(failures, maxDoublings))
  }

  /** Uploads one batch; false when no further one should follow. */
  async function sendBatch(batch: readonly AnalyticsEvent[]): Promise<boolean> {
    const outcome = await post(batch)
    if (stopped) return false
    failures = outcome === 'failed' ? failures + 1 : 0
    if (outcome === 'failed') return false
    if (outcome === 'tooLarge' && batch.length > 1) batchSize = Math.ceil(batch.length / 2)
    // A single event that is too large would block the queue for ever.
    else await saved.remove(new Set(batch.map(({ uuid }) => uuid)))
    return true
  }

  async function upload(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (uploading || stopped) return
    uploading = true
    let batch = saved.first(batchSize)
    while (batch.length > 0 && (await sendBatch(batch))) batch = saved.first(batchSize)
    uploading = false
    if (batch.length > 0) arm()
  }

  async function save(): Promise<void> {
    clearTimeout(saving)
    saving = undefined
    const events = fresh
    const waiting = await saved.add(events)
    fresh = fresh.filter((one) => !events.includes(one))
    if (stopped === 'forget') saved.clear()
    else if (waiting >= ANALYTICS_THRESHOLD && failures === 0) void upload()
    else arm()
  }

  // Events an earlier page left.
  if (saved.first(1).length > 0) arm()

  return {
    record({ section, properties }) {
      if (stopped) return
      const facts = { event_type: section, uuid: newUuid(), device_id: device, session_id: began, timestamp: Date.now() }
      fresh = [...fresh, { ...facts, event_properties: fitProperties(properties) }]
      if (fresh.length === ANALYTICS_THRESHOLD) void save()
      else saving ??= setTimeout(() => void save(), gatherMs)
    },
    leave() {
      clearTimeout(saving)
      saving = undefined
      saved.addNow(fresh)
      fresh = []
      const batch = saved.first(Math.min(batchSize, lastBatch))
      if (batch.length > 0 && !uploading && failures === 0) void sendBatch(batch)
    },
    stop(waiting) {
      stopped = waiting
      clearTimeout(timer)
      clearTimeout(saving)
      if (waiting === 'forget') saved.clear()
      else saved.addNow(fresh)
    },
  }
}
