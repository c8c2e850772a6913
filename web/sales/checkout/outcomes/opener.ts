import type { Checkout } from '#contract/sales/checkout'
import { settings } from '../../../platform/api/settings.ts'

export type Ending = NonNullable<Checkout['ending']>
type OpenerMessage =
  | { event: 'checkout-ready' }
  | { event: 'status-change'; status: string; redirect_url: string }
  /** A pending order was resumed: leaving now dismisses it again. */
  | { event: 'resumed' }
  | { event: 'close'; result: string; redirect_url: string }

/** The shop's page that opened this window and listens for messages; null when the shop's own window navigated here. */
const opener = (): Window | null => (globalThis.opener as Window | null) ?? null

/** Posts a message to the shop's page. It contains no personal data, so any origin may receive it. */
export function notifyOpener(message: OpenerMessage): void {
  // The widget script may be served under another vendor word and filters messages by it.
  const markers = Object.fromEntries(settings().shopWords.map((word) => [word, 'checkout']))
  opener()?.postMessage({ ...markers, ...message }, '*')
}

/** Returns the customer to the shop: its opener page handles it, otherwise this window navigates there. */
export function leave({ result, url }: Ending): void {
  if (opener() === null) return location.assign(url)
  notifyOpener({ event: 'close', result, redirect_url: url })
  close()
}
