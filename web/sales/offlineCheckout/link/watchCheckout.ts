import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { shopNow } from '../../../platform/api/shopNow.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** Seconds that the server may hold an answer until something changes. */
export const holdSeconds = 10

type Delay = { heldMs: number; changed: boolean; watchedMs: number; toExpiryMs: number | null }

/**
 * Milliseconds until the next question. An answer that was held, or that brought news, is followed at once; else every 3 s for two minutes,
 * then every 10 s, and in any case as soon as the link expires.
 */
export function nextDelayMs({ heldMs, changed, watchedMs, toExpiryMs }: Delay): number {
  if (changed || heldMs >= 1_000) return 0
  const usual = watchedMs < 120_000 ? 3_000 : 10_000
  return toExpiryMs !== null && toExpiryMs > 0 ? Math.min(usual, toExpiryMs + 250) : usual
}

/** How long after its end a link that the server still calls open is asked about: its clock may be a little behind. */
const graceMs = 60_000

/** Whether the sale cannot change any more: it ended, or its time has been over for a minute. */
export function isOver(checkout: Pick<OfflineCheckout, 'status' | 'expiresAt'>, nowMs: number): boolean {
  return checkout.status !== 'pending' || (checkout.expiresAt !== null && nowMs > Date.parse(checkout.expiresAt) + graceMs)
}

/** Whether something that was sent to the customer is still on its way: its letter leaves after the sale has ended. */
export const isSending = ({ deliveries }: Pick<OfflineCheckout, 'deliveries'>): boolean =>
  deliveries.some(({ state }) => state === 'queued')

/** So long after the end of a sale its letters are followed: a mail server may be away for hours. */
const lettersMs = 600_000

export type Watch = { wake: () => void; stop: () => void }
type WatchOptions = {
  /** Asks the server; `wait` seconds at most, until its version differs from `seen`. */
  ask: (query: { wait?: number; seen?: number }, signal: AbortSignal) => Promise<OfflineCheckout>
  onAnswer: (checkout: OfflineCheckout) => void
  onFailure: (error: unknown) => void
  hidden: () => boolean
}

/** Follows a link until it ends and its letters have left: one question at a time, none while the tab is hidden, one at once when it is woken. */
export function watchCheckout({ ask, onAnswer, onFailure, hidden }: WatchOptions): Watch {
  const startedAt = deviceMs()
  let stopped = false
  let held = new AbortController()
  let endPause: (() => void) | null = null
  let seen: number | undefined
  let atOnce = true
  let endedAt: number | undefined

  const pause = (ms: number | null) =>
    new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const once = async (): Promise<number | null> => {
    const askedAt = deviceMs()
    held = new AbortController()
    const waits = !atOnce && seen !== undefined && endedAt === undefined
    atOnce = false
    try {
      const checkout = await ask(waits ? { wait: holdSeconds, seen: seen ?? 0 } : {}, held.signal)
      if (stopped) return null
      const changed = checkout.version !== seen
      seen = checkout.version
      onAnswer(checkout)
      const now = deviceMs()
      const shopMs = shopNow().getTime()
      if (isOver(checkout, shopMs)) {
        endedAt ??= now
        if (!isSending(checkout) || now - endedAt > lettersMs) return null
        return nextDelayMs({ heldMs: 0, changed: false, watchedMs: now - endedAt, toExpiryMs: null })
      }
      const toExpiryMs = checkout.expiresAt === null ? null : Date.parse(checkout.expiresAt) - shopMs
      return nextDelayMs({ heldMs: now - askedAt, changed, watchedMs: now - startedAt, toExpiryMs })
    } catch (error) {
      if (stopped) return null
      if (atOnce) return 0 // woken while an answer was held back
      onFailure(error)
      return nextDelayMs({ heldMs: 0, changed: false, watchedMs: deviceMs() - startedAt, toExpiryMs: null })
    }
  }

  const run = async () => {
    while (!stopped) {
      if (hidden() && !atOnce) {
        await pause(null)
        continue
      }
      const delay = await once()
      if (delay === null) return void (stopped = true)
      if (delay > 0) await pause(delay)
    }
  }
  void run()

  return {
    wake: () => {
      if (stopped) return
      atOnce = true
      held.abort()
      endPause?.()
    },
    stop: () => {
      stopped = true
      held.abort()
      endPause?.()
    },
  }
}
