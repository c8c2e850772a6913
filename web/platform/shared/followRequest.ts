import { requestOutcome } from '#contract/platform/requestOutcome'
import { load } from '../api/load.ts'
import type { Mode } from '../api/requestMode.ts'

/** A write as it was sent: enough to ask the server what became of it. */
export type SentRequest = { key: string; method: 'POST' | 'PATCH' | 'DELETE'; path: string; mode: Mode }

/** What became of a write. `absent`: it never arrived and from now on is refused; `action` and `message` are words of the server. */
export type KnownOutcome = { action: string; state: 'done' | 'refused' | 'absent'; message: string | null }

/** Asks once; null while it is not known: the server does not answer, or is doing it at this moment. */
export async function outcomeOf({ key, method, path, mode }: SentRequest, stop?: AbortSignal): Promise<KnownOutcome | null> {
  try {
    const given = { params: { key }, body: { method, path }, mode, background: true, stays: true }
    const { state, ...words } = await load(requestOutcome, stop ? { ...given, signal: stop } : given)
    return state === 'running' ? null : { state, ...words }
  } catch {
    return null
  }
}

const longestPauseMs = 15_000
const pauseMs = (tries: number): number => Math.min(longestPauseMs, 1_000 * 2 ** tries)

/** Ends of the pauses between two questions. */
const wakes = new Set<() => void>()

/** Asks at once about everything that is being followed: something suggests that the server can answer now. */
export function lookNow(): void {
  for (const wake of wakes) wake()
}

/** Asks what became of a write until it is known; null when nobody waits for it any more. */
export async function untilKnown(sent: SentRequest, stop: AbortSignal): Promise<KnownOutcome | null> {
  let woken = false
  let endPause = () => {}
  const wake = () => {
    woken = true
    endPause()
  }
  wakes.add(wake)
  stop.addEventListener('abort', wake)
  try {
    for (let tries = 0; !stop.aborted; tries += 1) {
      woken = false
      const outcome = await outcomeOf(sent, stop)
      if (outcome) return outcome
      await new Promise<void>((resolve) => {
        if (woken) return resolve()
        const timer = setTimeout(resolve, pauseMs(tries))
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return null
  } finally {
    wakes.delete(wake)
    stop.removeEventListener('abort', wake)
  }
}

/** Looks again when the network is back and when somebody comes back to the page. Called once. */
export function startLookingAgain(): void {
  addEventListener('online', lookNow)
  addEventListener('focus', lookNow)
  document.addEventListener('visibilitychange', () => !document.hidden && lookNow())
}
