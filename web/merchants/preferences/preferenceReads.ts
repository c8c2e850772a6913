import { goLive } from '#contract/sales/lab'
import { cartEffect, cartView, connectionView, keyActs, keyList, widgetView } from '#contract/merchants/preferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import { query } from '../../platform/api/query.ts'
import { requestMode } from '../../platform/api/requestMode.ts'

// Each read as one value, so that loader, screen and cache updates use the same key.

/** Active keys, and the last ended ones. */
export const keysRead = (merchantId: string) => query(keyList, { params: { merchantId } })

/** Actions made with ended private keys, since a day. */
export const keyActsRead = (merchantId: string, since: string) => query(keyActs, { params: { merchantId }, query: { since } })

/** The cart limits, and their allowed range. */
export const cartRead = (merchantId: string) => query(cartView, { params: { merchantId } })

/** What limits would have excluded; amounts in cents. */
export const cartEffectRead = (merchantId: string, limits: { minAmount?: number; maxAmount?: number }) =>
  query(cartEffect, { params: { merchantId }, query: limits, quiet: true })

/** The published look of a widget view, its draft, and its history. */
export const widgetRead = (merchantId: string, view: WidgetView, mode = requestMode()) =>
  query(widgetView, { params: { merchantId, view }, mode })

/** The merchant’s progress to selling in live mode. */
export const goLiveRead = (merchantId: string) => query(goLive, { params: { merchantId } })

/** The values that a shop's page or plugin needs. */
export const connectionRead = (merchantId: string) => query(connectionView, { params: { merchantId } })
