import { callsOf, type CallsOf } from './platform/callsOf.ts'
import type { ShopCall } from './platform/shopCall.ts'
import * as campaigns from './sales/shopsApi/shopCampaigns.ts'
import * as checkout from './sales/shopsApi/shopCheckout.ts'
import * as disputes from './sales/shopsApi/shopDisputes.ts'
import * as keys from './sales/shopsApi/shopKeys.ts'
import * as merchants from './sales/shopsApi/shopMerchants.ts'
import * as orders from './sales/shopsApi/shopOrders.ts'
import * as plans from './sales/shopsApi/shopPlans.ts'
import * as settlements from './sales/shopsApi/shopSettlements.ts'

/** Every export of the files that declare calls of this API. */
export const declarations = { ...keys, ...checkout, ...orders, ...disputes, ...merchants, ...campaigns, ...settlements, ...plans }

/** The shops' API by name. */
export type ShopsApi = CallsOf<typeof declarations, ShopCall>
export type ShopCallName = keyof ShopsApi
export const shopsApi = callsOf(declarations) as ShopsApi // the same rule for types and values

/** Any call, without its exact types. */
type NamedShopCall = ShopCall & { name: ShopCallName }
export const shopCalls: readonly NamedShopCall[] = Object.values(shopsApi)
