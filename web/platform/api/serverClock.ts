/** Offset of the server’s clock from this device’s, in milliseconds (positive: the server is ahead). Zero until an answer shows otherwise. */
let offsetMs = 0

/**
 * Updates the clock offset from an answer’s Date header. The server wrote it, to the whole second, between sending the request and receiving the answer
 * (both epoch milliseconds on this device): any offset within those bounds is kept, so that neither a slow answer nor a correct clock changes it.
 */
export function readClock(dateHeader: string | null, sentAt: number, receivedAt = Date.now()): void {
  const at = Date.parse(dateHeader ?? '')
  if (Number.isNaN(at)) return
  const before = offsetMs
  offsetMs = Math.min(Math.max(offsetMs, at - receivedAt), at + 1_000 - sentAt)
  if (Math.abs(offsetMs - before) < 1_000) return
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
/** Notifies when the offset changes. Returns the unsubscribe function. */
export function watchClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** This device’s clock, in epoch milliseconds: for durations measured here, never for a time shown to people. */
export const deviceMs = (): number => Date.now()

/** When the document started loading: a lower bound for the send time of its early calls. */
export const beforeAnyAnswer = (): number => performance.timeOrigin

/** The current instant by the server’s clock. Every date and deadline shown to people uses it or `merchantNow`. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs)

/** Converts an instant of this device’s clock (epoch milliseconds) to the server’s. */
export const asServerTime = (deviceMs: number): Date => new Date(deviceMs + offsetMs)

/** Converts an instant of the server to this device’s clock, in epoch milliseconds; for countdowns. */
export const onThisClock = (instant: string): number => Date.parse(instant) - offsetMs
