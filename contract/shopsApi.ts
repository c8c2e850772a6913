import { callsOf, type CallsOf } from './callsOf.ts'
import type { ShopCall } from './shopCall.ts'
import * as campaigns from './shopCampaigns.ts'
import * as checkout from './shopCheckout.ts'
import * as keys from './shopKeys.ts'
import * as merchants from './shopMerchants.ts'
import * as orders from './shopOrders.ts'
import * as plans from './shopPlans.ts'
import * as settlements from './shopSettlements.ts'

const declarations = { ...keys, ...checkout, ...orders, ...merchants, ...campaigns, ...settlements, ...plans }

/** The shops' API by name. */
export type ShopsApi = CallsOf<typeof declarations, ShopCall>
export type ShopCallName = keyof ShopsApi
export const shopsApi = callsOf(declarations) as ShopsApi // the same rule for types and values

/** Any call, where only what all calls have matters. */
export type NamedShopCall = ShopCall & { name: ShopCallName }
export const shopCalls: readonly NamedShopCall[] = Object.values(shopsApi)
