let aheadMs = 0

/** Learns from an answer's Date header how far this device's clock is off. */
export function readClock(dateHeader: string | null): void {
  const at = Date.parse(dateHeader ?? '')
  // The header has whole seconds: what is less is not the clock's fault.
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 1_500) aheadMs = at - Date.now()
  else if (!Number.isNaN(at)) aheadMs = 0
}

/** An instant of the server as this device's clock shows it, in epoch milliseconds. */
export const onThisClock = (instant: string): number => Date.parse(instant) - aheadMs
