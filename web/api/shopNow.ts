import { requestMode } from './requestMode.ts'

let aheadMs = 0

/** The present in the shop: in test mode as far ahead as its time was moved, so that deadlines and "hoy" are the server's. */
export const shopNow = (): Date => new Date(Date.now() + (requestMode() === 'sandbox' ? aheadMs : 0))

/** Told by the shop's record and by whoever moved the time. */
export function setShopAhead(ms: number): void {
  aheadMs = ms
}
