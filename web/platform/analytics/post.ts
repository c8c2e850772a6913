import { ANALYTICS_VERSION, checksumText, type AnalyticsEvent } from '#domain/analytics'
import { md5 } from './md5.ts'

/** How an upload ended; `tooLarge`: the collector takes only smaller ones (413). */
export type Outcome = 'taken' | 'tooLarge' | 'failed'
export type Post = (events: readonly AnalyticsEvent[]) => Promise<Outcome>

/** Limit in bytes of a `keepalive` request, set by browsers. */
const maxKeepaliveBytes = 60_000
const timeoutMs = 15_000

/** An upload in the collector’s format: client key, events, version, time and checksum, form-encoded. */
export function formOf(key: string, events: readonly AnalyticsEvent[], now: number): string {
  const [e, time] = [JSON.stringify(events), String(now)]
  return new URLSearchParams({
    client: key,
    e,
    v: String(ANALYTICS_VERSION),
    upload_time: time,
    checksum: md5(checksumText(key, e, time)),
  }).toString()
}

/** Uploads to a collector, without cookies. Every failure is an outcome, never an error. */
export const postTo =
  (url: string, key: string): Post =>
  async (events) => {
    const body = formOf(key, events, Date.now())
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const keepalive = body.length < maxKeepaliveBytes
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers,
        credentials: 'omit',
        keepalive,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (answer.status === 413) return 'tooLarge'
      return answer.ok && (await answer.text()) === 'success' ? 'taken' : 'failed'
    } catch {
      return 'failed'
    }
  }
