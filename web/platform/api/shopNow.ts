import { requestMode, type Mode } from './requestMode.ts'
import { onThisClock, serverNow } from './serverClock.ts'

let aheadMs = 0

/** The present in the shop: the server's, in test mode as far ahead as its time was moved, so that deadlines and "hoy" are the server's. */
export const shopNow = (): Date => new Date(serverNow().getTime() + (requestMode() === 'sandbox' ? aheadMs : 0))

/** When an instant of the shop's time comes on this device's clock, epoch milliseconds: what counts seconds down goes by it. */
export const onDevice = (instant: string, mode: Mode): number => onThisClock(instant) - (mode === 'sandbox' ? aheadMs : 0)

/** Told by the shop's record and by whoever moved the time. */
export function setShopAhead(ms: number): void {
  aheadMs = ms
}
