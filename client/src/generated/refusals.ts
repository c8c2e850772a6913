// Made of the contract by `npm run client`: not to be changed by hand.

/** The HTTP status of every refusal. */
export const refusalStatus = {
  ApiValidationException: 400,
  UnauthorizedException: 401,
  PermissionDenied: 403,
  ObjectNotFoundException: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  IdempotencyInFlight: 409,
  IdempotencyKeyReused: 422,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
  InternalError: 500,
  Maintenance: 503,
  CreditNotAvailable: 403,
  DuplicatedOrder: 409,
  AccountDisabled: 403,
  CampaignNotAllowed: 409,
  CampaignStale: 409,
  CancelNotAllowed: 409,
  CaptureNotAllowed: 409,
  RefundAmountExceeded: 409,
  RefundNotAllowed: 409,
  DisputeNotAllowed: 409,
  VoidNotAllowed: 409,
} as const

export type RefusalType = keyof typeof refusalStatus

/** What any call may refuse. */
export type CommonRefusal =
  | 'ApiValidationException'
  | 'UnauthorizedException'
  | 'PermissionDenied'
  | 'ObjectNotFoundException'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'IdempotencyInFlight'
  | 'IdempotencyKeyReused'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'TooManyRequests'
  | 'InternalError'
  | 'Maintenance'

/** What a call may refuse besides. */
export type OwnRefusals = {
  checkoutCreate: 'CreditNotAvailable' | 'DuplicatedOrder' | 'AccountDisabled'
  checkoutAvailable: 'CreditNotAvailable'
  checkoutOfflineCreate: 'CreditNotAvailable' | 'DuplicatedOrder' | 'AccountDisabled'
  campaignCreate: 'AccountDisabled'
  campaignReplace: 'AccountDisabled' | 'CampaignNotAllowed' | 'CampaignStale'
  campaignUpdate: 'AccountDisabled' | 'CampaignNotAllowed' | 'CampaignStale'
  campaignRemove: 'AccountDisabled' | 'CampaignNotAllowed'
  campaignArticleAdd: 'AccountDisabled' | 'CampaignNotAllowed'
  campaignArticleRemove: 'AccountDisabled' | 'CampaignNotAllowed'
  campaignArticleRemoveOne: 'AccountDisabled' | 'CampaignNotAllowed'
  operationReplaceCart: 'AccountDisabled'
  operationUpdateCart: 'AccountDisabled'
  operationCancel: 'CancelNotAllowed' | 'AccountDisabled'
  operationCapture: 'CaptureNotAllowed' | 'AccountDisabled'
  captureRefund: 'RefundAmountExceeded' | 'RefundNotAllowed' | 'AccountDisabled'
  orderDisputeEvidence: 'DisputeNotAllowed'
  operationRefund: 'RefundAmountExceeded' | 'RefundNotAllowed' | 'AccountDisabled'
  operationVoid: 'VoidNotAllowed' | 'AccountDisabled'
}

export type CallName =
  | 'checkoutCreate'
  | 'checkoutAvailable'
  | 'checkoutOfflineCreate'
  | 'checkoutStatus'
  | 'orderDisputeList'
  | 'planSimulate'
  | 'merchantView'
  | 'campaignList'
  | 'campaignCreate'
  | 'campaignView'
  | 'campaignReplace'
  | 'campaignUpdate'
  | 'campaignRemove'
  | 'campaignArticleList'
  | 'campaignArticleAdd'
  | 'campaignArticleRemove'
  | 'campaignArticleRemoveOne'
  | 'merchantList'
  | 'keyViewPublic'
  | 'operationList'
  | 'operationView'
  | 'operationReplaceCart'
  | 'operationUpdateCart'
  | 'operationCancel'
  | 'operationCaptures'
  | 'operationCapture'
  | 'captureRefundable'
  | 'captureRefund'
  | 'orderDisputes'
  | 'orderDisputeEvidence'
  | 'operationRefundable'
  | 'operationRefund'
  | 'operationVoids'
  | 'operationVoid'
  | 'settlementList'
  | 'settlementReconcile'
  | 'settlementLines'
