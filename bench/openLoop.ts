import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './figure.ts'

/** One kind of request that is sent at a fixed rate, however long the responses take. */
export type Lane = {
  name: string
  perSecond: number
  /** Sends one request; throws if the response is not as expected. */
  ask(nth: number): Promise<void>
}

/** Results of one lane. Milliseconds from when a request was due, not from when it was sent: queueing time counts. */
export type LaneReport = {
  name: string
  perSecond: number
  asked: number
  failed: number
  /** Of the successful ones: refunds and captures refused by a rule, so that no money moved. */
  refused?: number
  firstFailure: string | null
  p50: number
  p95: number
  p99: number
  p999: number
  most: number
}

/** Sends each lane's requests when they are due, for the given time or until stopped, then waits for the last responses. */
export function openLoop(lanes: readonly Lane[], seconds: number, stopped?: AbortSignal): Promise<LaneReport[]> {
  const startedAt = performance.now()
  return Promise.all(lanes.map((lane) => drive(lane, { startedAt, seconds, stopped })))
}

type Span = { startedAt: number; seconds: number; stopped: AbortSignal | undefined }

async function drive(lane: Lane, { startedAt, seconds, stopped }: Span): Promise<LaneReport> {
  const { name, perSecond } = lane
  const times: number[] = []
  const waiting = new Set<Promise<void>>()
  let failed = 0
  let firstFailure: string | null = null
  const all = Math.round(perSecond * seconds)
  const ask = async (nth: number, dueAt: number): Promise<void> => {
    try {
      await lane.ask(nth)
      times.push(performance.now() - dueAt)
    } catch (error) {
      failed += 1
      firstFailure ??= (error as Error).message
    }
  }
  let sentCount = 0
  while (sentCount < all) {
    if (stopped?.aborted) break
    const due = Math.min(all, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1)
    for (; sentCount < due; sentCount += 1) {
      const answer = ask(sentCount, startedAt + (sentCount / perSecond) * 1000)
      waiting.add(answer)
      void answer.then(() => waiting.delete(answer))
    }
    await sleep(1)
  }
  await Promise.all(waiting)
  const share = (part: number) => quantile(times, part)
  return {
    name,
    perSecond,
    asked: sentCount,
    failed,
    firstFailure,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    p999: share(0.999),
    most: times.reduce((most, one) => Math.max(most, one), 0),
  }
}
