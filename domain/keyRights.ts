import type { CallName } from './roles.ts'

/**
 * Who may make each call of the shops' API: `privateKey` stands for the shop's server, `publicKey` for its pages as well. Default deny: a call
 * without a row does not compile (`contract/shopsApi.ts`). Names are those of the verbs; one that the panel has too means the same there.
 */
export const shopPermissions = {
  keyViewPublic: 'privateKey',
  checkoutCreate: 'privateKey',
  checkoutOfflineCreate: 'privateKey',
  checkoutStatus: 'privateKey',
  operationList: 'privateKey',
  operationView: 'privateKey',
  operationRefundable: 'privateKey',
  operationRefund: 'privateKey',
  operationCaptures: 'privateKey',
  operationCapture: 'privateKey',
  captureRefundable: 'privateKey',
  captureRefund: 'privateKey',
  operationVoids: 'privateKey',
  operationVoid: 'privateKey',
  operationCancel: 'privateKey',
  operationUpdateCart: 'privateKey',
  operationReplaceCart: 'privateKey',
  merchantView: 'privateKey',
  merchantList: 'privateKey',
  campaignList: 'privateKey',
  campaignCreate: 'privateKey',
  campaignView: 'privateKey',
  campaignReplace: 'privateKey',
  campaignUpdate: 'privateKey',
  campaignRemove: 'privateKey',
  campaignArticleList: 'privateKey',
  campaignArticleAdd: 'privateKey',
  campaignArticleRemove: 'privateKey',
  campaignArticleRemoveOne: 'privateKey',
  settlementList: 'privateKey',
  settlementLines: 'privateKey',
  settlementReconcile: 'privateKey',
  checkoutAvailable: 'publicKey',
  planSimulate: 'publicKey',
} as const satisfies Record<string, 'privateKey' | 'publicKey'>

export type ShopCallName = keyof typeof shopPermissions

/** The row of a call. */
export const shopPolicyOf = (name: ShopCallName): 'privateKey' | 'publicKey' => shopPermissions[name]

/**
 * Calls of the panel that a private key makes as well, as an admin of its own shop and mode without limits of a person: by them the shops' API does
 * its work, so that there is no second rule of money.
 */
const keyVerbs = [
  'operationRefund',
  'operationCapture',
  'operationCancel',
  'merchantDetail',
  'merchantConfiguration',
  'campaignCreate',
  'campaignDetail',
  'campaignPublish',
  'campaignUpdate',
  'campaignDelete',
  'campaignArticleList',
  'campaignArticleAdd',
  'campaignArticleRemove',
  'widgetPlans',
  'settlementList',
  'settlementDetail',
  'settlementLines',
] as const satisfies readonly CallName[]

export type KeyVerb = (typeof keyVerbs)[number]
