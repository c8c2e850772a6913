import { goLive } from '#contract/sales/lab'
import { cartEffect, cartView, connectionView, keyActs, keyList, widgetView } from '#contract/merchants/preferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import { query } from '../../platform/api/query.ts'

// Each read as one value, so that loader, screen and cache updates mean the same thing.

/** Keys that work, and the last ones that did. */
export const keysRead = (merchantId: string) => query(keyList, { params: { merchantId } })

/** What was done with private keys that have ended, from a day on. */
export const keyActsRead = (merchantId: string, since: string) => query(keyActs, { params: { merchantId }, query: { since } })

/** The limits of carts, and what they must lie within. */
export const cartRead = (merchantId: string) => query(cartView, { params: { merchantId } })

/** What limits would have kept out; amounts in cents. */
export const cartEffectRead = (merchantId: string, limits: { minAmount?: number; maxAmount?: number }) =>
  query(cartEffect, { params: { merchantId }, query: limits, quiet: true })

/** How a view of the widget looks now, what waits, and what it looked like before. */
export const widgetRead = (merchantId: string, view: WidgetView) => query(widgetView, { params: { merchantId, view } })

/** How far the shop is on its way to selling for real. */
export const goLiveRead = (merchantId: string) => query(goLive, { params: { merchantId } })

/** What a shop's page or plugin must be told. */
export const connectionRead = (merchantId: string) => query(connectionView, { params: { merchantId } })
