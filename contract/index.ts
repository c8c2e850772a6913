import type { CallName } from '#domain/roles'
import * as account from './account.ts'
import * as checkout from './checkout.ts'
import type { Endpoint } from './endpoint.ts'
import * as ibans from './ibans.ts'
import * as invoices from './invoices.ts'
import * as merchants from './merchants.ts'
import * as offline from './offlineCheckout.ts'
import * as operations from './operations.ts'
import * as verbs from './operationVerbs.ts'
import * as reports from './reports.ts'
import * as session from './session.ts'
import * as settlements from './settlements.ts'
import * as simulator from './simulator.ts'

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
  operationRefundPreview: verbs.operationRefundPreview,
  operationRefund: verbs.operationRefund,
  operationRefundUndo: verbs.operationRefundUndo,
  operationCancelPreview: verbs.operationCancelPreview,
  operationCancel: verbs.operationCancel,
  operationCaptureList: verbs.operationCaptureList,
  operationCapture: verbs.operationCapture,
  operationConfirm: verbs.operationConfirm,
  planSimulator: simulator.planSimulator,
  checkoutOfflineCreate: offline.checkoutOfflineCreate,
  checkoutOfflineCheck: offline.checkoutOfflineCheck,
  checkoutOfflineResend: offline.checkoutOfflineResend,
  checkoutOfflineList: offline.checkoutOfflineList,
  checkoutOfflineCopy: offline.checkoutOfflineCopy,
  bankCheck: offline.bankCheck,
  settlementList: settlements.settlementList,
  settlementBalance: settlements.settlementBalance,
  settlementDetail: settlements.settlementDetail,
  settlementLines: settlements.settlementLines,
  settlementDownload: settlements.settlementDownload,
  settlementDownloadMany: settlements.settlementDownloadMany,
  invoiceList: invoices.invoiceList,
  invoiceDetail: invoices.invoiceDetail,
  invoiceLines: invoices.invoiceLines,
  invoiceDownload: invoices.invoiceDownload,
  invoiceDownloadMany: invoices.invoiceDownloadMany,
  merchantAccount: invoices.merchantAccount,
  merchantAccountUpdate: invoices.merchantAccountUpdate,
  ibanList: ibans.ibanList,
  merchantIbanList: ibans.merchantIbanList,
  merchantIbanCreate: ibans.merchantIbanCreate,
  ibanConfirm: ibans.ibanConfirm,
  ibanApprove: ibans.ibanApprove,
  ibanCancel: ibans.ibanCancel,
  ibanCertificate: ibans.ibanCertificate,
  ibanFreezeView: ibans.ibanFreezeView,
  ibanFreeze: ibans.ibanFreeze,
  bank: ibans.bank,
  meStepUp: ibans.meStepUp,
  reportList: reports.reportList,
  reportCreate: reports.reportCreate,
  reportDetail: reports.reportDetail,
  reportDownload: reports.reportDownload,
  reportDelete: reports.reportDelete,
  reportScheduleList: reports.reportScheduleList,
  reportScheduleCreate: reports.reportScheduleCreate,
  reportScheduleDelete: reports.reportScheduleDelete,
  postcodes: checkout.postcodes,
  checkoutView: checkout.checkoutView,
  checkoutPlan: checkout.checkoutPlan,
  checkoutConsent: checkout.checkoutConsent,
  checkoutCodeSend: checkout.checkoutCodeSend,
  checkoutCode: checkout.checkoutCode,
  checkoutIdentify: checkout.checkoutIdentify,
  checkoutChallenge: checkout.checkoutChallenge,
  checkoutBank: checkout.checkoutBank,
  checkoutCard: checkout.checkoutCard,
  checkoutConfirm: checkout.checkoutConfirm,
  checkoutDismiss: checkout.checkoutDismiss,
  checkoutAnotherLink: checkout.checkoutAnotherLink,
  checkoutContract: checkout.checkoutContract,
  checkoutPostcodes: checkout.checkoutPostcodes,
} satisfies { [Name in CallName]: Endpoint & { name: Name } }

export type Api = typeof api
