import { enterprise } from './company/enterprise.ts'
import { profile } from './company/profile.ts'
import type { Handlers } from './http/call.ts'
import { Refusal } from './http/refusal.ts'
import { configuration } from './merchants/configuration.ts'
import { list as merchantList } from './merchants/list.ts'
import { view as merchantDetail } from './merchants/view.ts'
import { whereabouts } from './merchants/whereabouts.ts'
import { list as notificationList } from './notifications/list.ts'
import { read as notificationRead } from './notifications/read.ts'
import { cancel } from './operations/cancel.ts'
import { cancelPreview } from './operations/cancelPreview.ts'
import { capture } from './operations/capture.ts'
import { captures } from './operations/captures.ts'
import { cart } from './operations/cart.ts'
import { confirm } from './operations/confirm.ts'
import { counts } from './operations/counts.ts'
import { download } from './operations/download.ts'
import { list as operationList } from './operations/list.ts'
import { refund } from './operations/refund.ts'
import { refundPreview } from './operations/refundPreview.ts'
import { simulate } from './operations/simulate.ts'
import { undoRefund } from './operations/undoRefund.ts'
import { view as operationDetail } from './operations/view.ts'
import { activity } from './session/activity.ts'
import { changePassword } from './session/changePassword.ts'
import { forgotPassword } from './session/forgotPassword.ts'
import { me } from './session/me.ts'
import { preferMerchant } from './session/preferMerchant.ts'
import { refresh } from './session/refresh.ts'
import { resetPassword } from './session/resetPassword.ts'
import { signIn } from './session/signIn.ts'
import { signOut } from './session/signOut.ts'

const awaited = async (): Promise<never> => {
  throw new Refusal('Maintenance')
}

/** Which verb answers which call. A call without a verb does not compile. */
export const handlers: Handlers = {
  sessionSignIn: signIn,
  sessionRefresh: refresh,
  sessionSignOut: signOut,
  sessionActivity: activity,
  passwordForgotten: forgotPassword,
  passwordReset: resetPassword,
  passwordChange: changePassword,
  me,
  mePreferredMerchant: preferMerchant,
  profile,
  enterprise,
  notificationList,
  notificationRead,
  merchantList,
  merchantDetail,
  merchantConfiguration: configuration,
  objectWhereabouts: whereabouts,
  operationList,
  operationCounts: counts,
  operationDetail,
  operationCart: cart,
  operationDownload: download,
  operationRefundPreview: refundPreview,
  operationRefund: refund,
  operationRefundUndo: undoRefund,
  operationCancelPreview: cancelPreview,
  operationCancel: cancel,
  operationCaptureList: captures,
  operationCapture: capture,
  operationConfirm: confirm,
  planSimulator: simulate,
  settlementList: awaited,
  settlementBalance: awaited,
  settlementDetail: awaited,
  settlementLines: awaited,
  settlementDownload: awaited,
  settlementDownloadMany: awaited,
  checkoutOfflineCreate: awaited,
  checkoutOfflineCheck: awaited,
  checkoutOfflineResend: awaited,
  checkoutOfflineList: awaited,
  checkoutOfflineCopy: awaited,
  bankCheck: awaited,
  postcodes: awaited,
  checkoutView: awaited,
  checkoutPlan: awaited,
  checkoutConsent: awaited,
  checkoutCodeSend: awaited,
  checkoutCode: awaited,
  checkoutIdentify: awaited,
  checkoutChallenge: awaited,
  checkoutBank: awaited,
  checkoutCard: awaited,
  checkoutConfirm: awaited,
  checkoutDismiss: awaited,
  checkoutAnotherLink: awaited,
  checkoutContract: awaited,
  checkoutPostcodes: awaited,
}
