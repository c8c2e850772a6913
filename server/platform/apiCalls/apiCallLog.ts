import { DAY_MS, HOUR_MS } from '#domain/platform/dates'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { type ApiCallsLeftOut, countApiCallsLeftOut } from '../metrics/metrics.ts'
import type { AnsweredCall, Batch } from './callBatch.ts'
import { makeRate } from '../calls/rate.ts'
import { storeCalls } from './storeCalls.ts'

/** The log of calls with API keys: written after the answers, in batches, and never waited for. */
export type ApiCallLog = {
  /** Counts a call, and stores it unless there are too many. */
  note(call: AnsweredCall): void
  /** Writes what is waiting. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** How long a call waits for others. */
const batchMs = 1_000
/** What may wait: beyond it calls are counted and not stored. */
export const maxWaiting = 2_000
const maxWaitingBytes = 8_000_000
/** A longer body is stored by its length alone. */
const maxBody = 64 * 1_024
/** Of one key, errors and successes apart, so that neither fills the disk or displaces the other: rows a minute, and bytes a day. */
export const maxRowsAMinute = 120
const maxBytesADay = 5_000_000
const rowBytes = 300
const minuteMs = 60_000

/** `store`: writes a batch. */
export function makeApiCallLog(store: (batch: Batch) => Promise<void>, failed: (error: unknown) => void): ApiCallLog {
  const [rows, bytes] = [makeRate(maxRowsAMinute, minuteMs), makeRate(maxBytesADay, DAY_MS)]
  let waiting: Batch = { calls: [], counts: new Map() }
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined
  let storing: Promise<void> = Promise.resolve()

  /** Why a call is counted and not stored; null: it is stored. */
  function leftOut({ key, status, at }: AnsweredCall, size: number): ApiCallsLeftOut | null {
    // Each view of a product in the shop's pages makes one.
    if (key.kind === 'public' && status < 400) return 'public_key'
    const who = `${key.keyId}${status < 400 ? '' : '!'}`
    if (waiting.calls.length >= maxWaiting || waitingBytes + size > maxWaitingBytes) return 'queue_full'
    return rows(who, at.getTime()) && bytes(who, at.getTime(), size) ? null : 'key_limit'
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await storing
    if (waiting.counts.size === 0) return
    const batch = waiting
    waiting = { calls: [], counts: new Map() }
    waitingBytes = 0
    storing = store(batch).catch((error: unknown) => {
      countApiCallsLeftOut('not_stored', batch.calls.length)
      failed(error)
    })
    await storing
  }
  return {
    note(call) {
      addTo(waiting.counts, call)
      const storedBody = call.body.length > maxBody ? '' : call.body
      const size = rowBytes + storedBody.length + (call.answer?.length ?? 0)
      const reason = leftOut(call, size)
      if (reason === null) {
        waiting.calls.push(call)
        waitingBytes += size
      } else countApiCallsLeftOut(reason, 1)
      timer ??= setTimeout(() => void flush(), batchMs).unref()
    },
    flush,
    close: flush,
  }
}

function addTo(counts: Batch['counts'], { key: { keyId, merchantId, mode }, at, call, method, status, errorType }: AnsweredCall): void {
  const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
  const name = `${keyId} ${hour} ${call} ${method} ${status} ${errorType ?? ''}`
  const known = counts.get(name)
  if (known) known.calls += 1
  else counts.set(name, { merchantId, mode, hour: new Date(hour), keyId, call, method, status, errorType: errorType ?? '', calls: 1 })
}

/** The log of this process. */
export const apiCallLogOf = ({ database, log }: { database: Database; log: Log }): ApiCallLog =>
  makeApiCallLog(
    (batch) => storeCalls(database, batch),
    (error) => log('warn', 'api_calls_not_stored', {}, error),
  )
