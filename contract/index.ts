import type { CallName } from '#domain/roles'
import * as account from './account.ts'
import type { Endpoint } from './endpoint.ts'
import * as merchants from './merchants.ts'
import * as operations from './operations.ts'
import * as session from './session.ts'

/** The whole API by name. A call without a row in `permissions`, or a row without a call, does not compile. */
export const api = {
  sessionSignIn: session.sessionSignIn,
  sessionRefresh: session.sessionRefresh,
  sessionSignOut: session.sessionSignOut,
  sessionActivity: session.sessionActivity,
  passwordForgotten: session.passwordForgotten,
  passwordReset: session.passwordReset,
  passwordChange: session.passwordChange,
  me: account.me,
  mePreferredMerchant: account.mePreferredMerchant,
  profile: account.profile,
  enterprise: account.enterprise,
  notificationList: account.notificationList,
  notificationRead: account.notificationRead,
  merchantList: merchants.merchantList,
  merchantDetail: merchants.merchantDetail,
  merchantConfiguration: merchants.merchantConfiguration,
  objectWhereabouts: merchants.objectWhereabouts,
  operationList: operations.operationList,
  operationCounts: operations.operationCounts,
  operationDetail: operations.operationDetail,
  operationCart: operations.operationCart,
  operationDownload: operations.operationDownload,
  operationRefundPreview: operations.operationRefundPreview,
  operationRefund: operations.operationRefund,
  operationRefundUndo: operations.operationRefundUndo,
  operationCancelPreview: operations.operationCancelPreview,
  operationCancel: operations.operationCancel,
  operationCaptureList: operations.operationCaptureList,
  operationCapture: operations.operationCapture,
  operationConfirm: operations.operationConfirm,
  planSimulator: operations.planSimulator,
} satisfies { [Name in CallName]: Endpoint & { name: Name } }

export type Api = typeof api
