import type { ShopCallName } from '#domain/keyRights'
import type { ShopCall } from './shopCall.ts'
import * as campaigns from './shopCampaigns.ts'
import * as checkout from './shopCheckout.ts'
import * as keys from './shopKeys.ts'
import * as merchants from './shopMerchants.ts'
import * as orders from './shopOrders.ts'
import * as plans from './shopPlans.ts'
import * as settlements from './shopSettlements.ts'

/** The shops' API by name. A call without a row in `shopPermissions`, or a row without a call, does not compile. */
export const shopsApi = {
  keyViewPublic: keys.keyViewPublic,
  checkoutCreate: checkout.checkoutCreate,
  checkoutOfflineCreate: checkout.checkoutOfflineCreate,
  checkoutStatus: checkout.checkoutStatus,
  operationList: orders.operationList,
  operationView: orders.operationView,
  operationRefundable: orders.operationRefundable,
  operationRefund: orders.operationRefund,
  operationCaptures: orders.operationCaptures,
  operationCapture: orders.operationCapture,
  captureRefundable: orders.captureRefundable,
  captureRefund: orders.captureRefund,
  operationVoids: orders.operationVoids,
  operationVoid: orders.operationVoid,
  operationCancel: orders.operationCancel,
  operationUpdateCart: orders.operationUpdateCart,
  operationReplaceCart: orders.operationReplaceCart,
  merchantView: merchants.merchantView,
  merchantList: merchants.merchantList,
  campaignList: campaigns.campaignList,
  campaignCreate: campaigns.campaignCreate,
  campaignView: campaigns.campaignView,
  campaignReplace: campaigns.campaignReplace,
  campaignUpdate: campaigns.campaignUpdate,
  campaignRemove: campaigns.campaignRemove,
  campaignArticleList: campaigns.campaignArticleList,
  campaignArticleAdd: campaigns.campaignArticleAdd,
  campaignArticleRemove: campaigns.campaignArticleRemove,
  campaignArticleRemoveOne: campaigns.campaignArticleRemoveOne,
  settlementList: settlements.settlementList,
  settlementLines: settlements.settlementLines,
  settlementReconcile: settlements.settlementReconcile,
  checkoutAvailable: plans.checkoutAvailable,
  planSimulate: plans.planSimulate,
} satisfies { [Name in ShopCallName]: ShopCall & { name: Name } }

export type ShopsApi = typeof shopsApi
