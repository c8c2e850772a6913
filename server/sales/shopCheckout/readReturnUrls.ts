import type { ShopCheckoutBody } from '#contract/sales/shopsApi/shopCheckout'
import { textOf } from './readCustomer.ts'

/** Where the browser is redirected when the customer is done: absolute addresses. */
export type Returns = {
  successUrl: string
  pendingUrl: string
  koUrl: string
  errorUrl: string
  dismissUrl: string
  closeOnSuccess: boolean
}

const maxUrlLength = 2_000

/** Reads the addresses of the shop's pages, absolute or relative to the shop; a malformed one counts as absent. */
export function readReturnUrls({ merchant }: ShopCheckoutBody, shopUrl: string): Returns {
  const base = pageOf(shopUrl, undefined) ?? pageOf('/', merchant.notificationUrl) ?? merchant.notificationUrl
  const page = (value: unknown) => (textOf(value, maxUrlLength) === '' ? undefined : pageOf(textOf(value, maxUrlLength), base))
  const dismissUrl = page(merchant.dismissUrl) ?? page(merchant.checkoutUrl) ?? pageOf('/', base) ?? base
  return {
    successUrl: page(merchant.successUrl) ?? base,
    pendingUrl: page(merchant.pendingUrl) ?? dismissUrl,
    koUrl: page(merchant.koUrl) ?? dismissUrl,
    errorUrl: page(merchant.errorUrl) ?? page(merchant.cancelUrl) ?? dismissUrl,
    dismissUrl,
    closeOnSuccess: merchant.closeOnSuccess === true || merchant.closeOnSuccess === 'true',
  }
}

/** Only http(s) addresses: any other scheme would run in our own page. */
function pageOf(value: string, base: string | undefined): string | undefined {
  const url = URL.parse(value, base)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** Whole minutes within limits; absent or non-numeric values take the default. */
export function minutesOf(value: unknown, { usual, least, most }: { usual: number; least: number; most: number }): number {
  const minutes = Number(textOf(value, 10) || Number.NaN)
  return Number.isInteger(minutes) ? Math.min(most, Math.max(least, minutes)) : usual
}
