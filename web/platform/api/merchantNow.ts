import { requestMode, type Mode } from './requestMode.ts'
import { onThisClock, serverNow } from './serverClock.ts'

let testOffsetMs = 0

/** The merchant’s current instant: the server’s, plus the test clock’s offset in sandbox mode, so that deadlines and "hoy" match the server’s. */
export const merchantNow = (): Date => new Date(serverNow().getTime() + (requestMode() === 'sandbox' ? testOffsetMs : 0))

/** Converts an instant of the merchant’s clock to this device’s, epoch milliseconds; for countdowns. */
export const onDevice = (instant: string, mode: Mode): number => onThisClock(instant) - (mode === 'sandbox' ? testOffsetMs : 0)

/** Sets the test clock’s offset; called when a merchant is loaded and when its test clock is advanced. */
export function setTestClockOffset(ms: number): void {
  testOffsetMs = ms
}
