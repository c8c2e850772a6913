import { requestOutcome } from '#contract/platform/requestOutcome'
import { load } from './load.ts'
import type { Mode } from './requestMode.ts'

/** A write as it was sent: enough to ask the server for its outcome. */
export type SentRequest = { key: string; method: 'POST' | 'PATCH' | 'DELETE'; path: string; mode: Mode }

/** Outcome of a write. `absent`: it never arrived, and the server now refuses its key; `action` and `message` are the server’s words. */
type KnownOutcome = { action: string; state: 'done' | 'refused' | 'absent'; message: string | null }

/** Asks the server once; null while the outcome is unknown: no answer, or the request is still being processed. */
export async function outcomeOf({ key, method, path, mode }: SentRequest, stop?: AbortSignal): Promise<KnownOutcome | null> {
  try {
    const request = { params: { key }, body: { method, path }, mode, background: true, stays: true }
    const { state, ...words } = await load(requestOutcome, stop ? { ...request, signal: stop } : request)
    return state === 'running' ? null : { state, ...words }
  } catch {
    return null
  }
}

const longestPauseMs = 15_000
const pauseMs = (tries: number): number => Math.min(longestPauseMs, 1_000 * 2 ** tries)

/** Each ends the current pause of one poll. */
const skipPauses = new Set<() => void>()

/** Polls at once for every request being followed: something suggests that the server can answer now. */
export function pollNow(): void {
  for (const skipPause of skipPauses) skipPause()
}

/** Polls with backoff until a write’s outcome is known; null when the signal is aborted. */
export async function pollOutcome(sent: SentRequest, stop: AbortSignal): Promise<KnownOutcome | null> {
  let skipped = false
  let endPause = () => {}
  const skipPause = () => {
    skipped = true
    endPause()
  }
  skipPauses.add(skipPause)
  stop.addEventListener('abort', skipPause)
  try {
    for (let tries = 0; !stop.aborted; tries += 1) {
      skipped = false
      const outcome = await outcomeOf(sent, stop)
      if (outcome) return outcome
      await new Promise<void>((resolve) => {
        if (skipped) return resolve()
        const timer = setTimeout(resolve, pauseMs(tries))
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return null
  } finally {
    skipPauses.delete(skipPause)
    stop.removeEventListener('abort', skipPause)
  }
}

/** Polls at once when the network is back and when the page becomes visible. Called once. */
export function startPollTriggers(): void {
  addEventListener('online', pollNow)
  addEventListener('focus', pollNow)
  document.addEventListener('visibilitychange', () => !document.hidden && pollNow())
}
