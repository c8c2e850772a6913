import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { merchantNow } from '../../../platform/api/merchantNow.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** Long-poll timeout in seconds. */
const longPollSeconds = 10

type Delay = { tookMs: number; changed: boolean; watchedMs: number; toExpiryMs: number | null }

/**
 * Milliseconds until the next poll: 0 after a long poll or a change; otherwise every 3 s for two minutes,
 * then every 10 s, and always right after the link expires.
 */
export function nextDelayMs({ tookMs, changed, watchedMs, toExpiryMs }: Delay): number {
  if (changed || tookMs >= 1_000) return 0
  const interval = watchedMs < 120_000 ? 3_000 : 10_000
  return toExpiryMs !== null && toExpiryMs > 0 ? Math.min(interval, toExpiryMs + 250) : interval
}

/** How long after its expiry a link that the server still calls open is polled, to allow for clock skew. */
const graceMs = 60_000

/** Whether the sale can no longer change: it ended, or expired a minute ago. */
export function isOver(checkout: Pick<OfflineCheckout, 'status' | 'expiresAt'>, nowMs: number): boolean {
  return checkout.status !== 'pending' || (checkout.expiresAt !== null && nowMs > Date.parse(checkout.expiresAt) + graceMs)
}

/** Whether a message to the customer is still queued: its e-mail is sent after the sale has ended. */
export const isSending = ({ deliveries }: Pick<OfflineCheckout, 'deliveries'>): boolean =>
  deliveries.some(({ state }) => state === 'queued')

/** How long after the end of a sale its queued messages are polled: a mail server may be down for hours. */
const messagesMs = 600_000

export type Watch = { refresh: () => void; stop: () => void }
type WatchOptions = {
  /** Reads the link; long-polls `wait` seconds at most until its version differs from `seen`. */
  ask: (query: { wait?: number; seen?: number }, signal: AbortSignal) => Promise<OfflineCheckout>
  onAnswer: (checkout: OfflineCheckout) => void
  onFailure: (error: unknown) => void
  hidden: () => boolean
}

/** Polls a link until it has ended and its messages are sent: one request at a time, none while the tab is hidden, and immediately on `refresh`. */
export function watchCheckout({ ask, onAnswer, onFailure, hidden }: WatchOptions): Watch {
  const startedAt = deviceMs()
  let stopped = false
  let controller = new AbortController()
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

  const poll = async (): Promise<number | null> => {
    const sentAt = deviceMs()
    controller = new AbortController()
    const waits = !atOnce && seen !== undefined && endedAt === undefined
    atOnce = false
    try {
      const checkout = await ask(waits ? { wait: longPollSeconds, seen: seen ?? 0 } : {}, controller.signal)
      if (stopped) return null
      const changed = checkout.version !== seen
      seen = checkout.version
      onAnswer(checkout)
      const now = deviceMs()
      const shopMs = merchantNow().getTime()
      if (isOver(checkout, shopMs)) {
        endedAt ??= now
        if (!isSending(checkout) || now - endedAt > messagesMs) return null
        return nextDelayMs({ tookMs: 0, changed: false, watchedMs: now - endedAt, toExpiryMs: null })
      }
      const toExpiryMs = checkout.expiresAt === null ? null : Date.parse(checkout.expiresAt) - shopMs
      return nextDelayMs({ tookMs: now - sentAt, changed, watchedMs: now - startedAt, toExpiryMs })
    } catch (error) {
      if (stopped) return null
      if (atOnce) return 0 // refreshed during a long poll
      onFailure(error)
      return nextDelayMs({ tookMs: 0, changed: false, watchedMs: deviceMs() - startedAt, toExpiryMs: null })
    }
  }

  const run = async () => {
    while (!stopped) {
      if (hidden() && !atOnce) {
        await pause(null)
        continue
      }
      const delay = await poll()
      if (delay === null) return void (stopped = true)
      if (delay > 0) await pause(delay)
    }
  }
  void run()

  return {
    refresh: () => {
      if (stopped) return
      atOnce = true
      controller.abort()
      endPause?.()
    },
    stop: () => {
      stopped = true
      controller.abort()
      endPause?.()
    },
  }
}
