/** How far the server's clock is ahead of this device's, in milliseconds. Zero until an answer shows otherwise. */
let aheadMs = 0

/**
 * Learns from an answer's Date header how far this device's clock is off. The server wrote it after the question was sent and before its answer came
 * (both epoch milliseconds on this device), to the whole second: whatever fits that is kept, so that neither a slow answer nor a right clock changes
 * anything.
 */
export function readClock(dateHeader: string | null, sentAt: number, receivedAt = Date.now()): void {
  const at = Date.parse(dateHeader ?? '')
  if (Number.isNaN(at)) return
  const before = aheadMs
  aheadMs = Math.min(Math.max(aheadMs, at - receivedAt), at + 1_000 - sentAt)
  if (Math.abs(aheadMs - before) < 1_000) return
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
/** Tells when the present turns out to be another one. Returns how to stop. */
export function watchClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** This device's clock, in epoch milliseconds: for spans of time that begin and end here, never for what a person reads. */
export const deviceMs = (): number => Date.now()

/** When a question that the page's own document sent was sent at the earliest. */
export const beforeAnyAnswer = (): number => performance.timeOrigin

/** The present instant: the server's, whatever this device's clock says. Every date and deadline that a person reads goes by it or by `shopNow`. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** An instant of this device's clock, epoch milliseconds, as the server's clock has it. */
export const asServerTime = (deviceMs: number): Date => new Date(deviceMs + aheadMs)

/** An instant of the server as this device's clock shows it, in epoch milliseconds: what counts seconds down goes by it. */
export const onThisClock = (instant: string): number => Date.parse(instant) - aheadMs
