import type { Checkout } from '#contract/sales/checkout'
import { settings } from '../../../platform/api/settings.ts'

export type Ending = NonNullable<Checkout['ending']>
type Word =
  | { event: 'checkout-ready' }
  | { event: 'status-change'; status: string; redirect_url: string }
  /** What waited goes on: who leaves now leaves an order that is none. */
  | { event: 'resumed' }
  | { event: 'close'; result: string; redirect_url: string }

/** The shop's page that opened this one in a window of its own and waits for word from it; null when it sent its own window here. */
const opener = (): Window | null => (globalThis.opener as Window | null) ?? null

/** Says something to the shop's page: nothing personal, so whichever page opened this one may hear it. */
export function tellOpener(word: Word): void {
  // A script that was asked for by another word than ours listens for that one.
  const signs = Object.fromEntries(settings().shopWords.map((sign) => [sign, 'checkout']))
  opener()?.postMessage({ ...signs, ...word }, '*')
}

/** Leads the customer back to the shop: its own page does it where it waits, otherwise this window goes there. */
export function leave({ result, url }: Ending): void {
  if (opener() === null) return location.assign(url)
  tellOpener({ event: 'close', result, redirect_url: url })
  close()
}
