import { download as activityDownload } from './activity/download.ts'
import { list as activityList } from './activity/list.ts'
import { who as whoCould } from './activity/who.ts'
import { contains as audienceContains } from './audiences/contains.ts'
import { create as createAudience } from './audiences/create.ts'
import { erase as eraseAudience } from './audiences/erase.ts'
import { fromOperations as audienceFromOperations } from './audiences/fromOperations.ts'
import { list as audienceList } from './audiences/list.ts'
import { names as audienceNames } from './audiences/names.ts'
import { overlap as audienceOverlap } from './audiences/overlap.ts'
import { preview as audiencePreview } from './audiences/preview.ts'
import { refresh as refreshAudience } from './audiences/refresh.ts'
import { rename as renameAudience } from './audiences/rename.ts'
import { view as audienceDetail } from './audiences/view.ts'
import { articleAdd as campaignArticleAdd } from './campaigns/articleAdd.ts'
import { articleList as campaignArticleList } from './campaigns/articleList.ts'
import { articleRemove as campaignArticleRemove } from './campaigns/articleRemove.ts'
import { articleSearch as campaignArticleSearch } from './campaigns/articleSearch.ts'
import { articleUpdate as campaignArticleUpdate } from './campaigns/articleUpdate.ts'
import { bulk as campaignBulk } from './campaigns/bulk.ts'
import { create as createCampaign } from './campaigns/create.ts'
import { duplicate as duplicateCampaign } from './campaigns/duplicate.ts'
import { estimate as campaignEstimate } from './campaigns/estimate.ts'
import { finish as finishCampaign } from './campaigns/finish.ts'
import { list as campaignList } from './campaigns/list.ts'
import { overlaps as campaignOverlaps } from './campaigns/overlaps.ts'
import { pause as pauseCampaign } from './campaigns/pause.ts'
import { preview as campaignPreview } from './campaigns/preview.ts'
import { publish as publishCampaign } from './campaigns/publish.ts'
import { remove as removeCampaign } from './campaigns/remove.ts'
import { results as campaignResults } from './campaigns/results.ts'
import { resume as resumeCampaign } from './campaigns/resume.ts'
import { update as updateCampaign } from './campaigns/update.ts'
import { view as campaignDetail } from './campaigns/view.ts'
import { anotherLink as checkoutAnotherLink } from './checkout/anotherLink.ts'
import { bank as checkoutBank } from './checkout/bank.ts'
import { bankConsentAnswer } from './checkout/bankConsentAnswer.ts'
import { bankConsentView } from './checkout/bankConsentView.ts'
import { card as checkoutCard } from './checkout/card.ts'
import { challenge as checkoutChallenge } from './checkout/challenge.ts'
import { code as checkoutCode } from './checkout/code.ts'
import { codeSend as checkoutCodeSend } from './checkout/codeSend.ts'
import { confirm as checkoutConfirm } from './checkout/confirm.ts'
import { consent as checkoutConsent } from './checkout/consent.ts'
import { contract as checkoutContract } from './checkout/contract.ts'
import { dismiss as checkoutDismiss } from './checkout/dismiss.ts'
import { identify as checkoutIdentify } from './checkout/identify.ts'
import { phone as checkoutPhone } from './checkout/phone.ts'
import { plan as checkoutPlan } from './checkout/plan.ts'
import { view as checkoutView } from './checkout/view.ts'
import { handleDeadline } from './clock/handleDeadline.ts'
import { documentDelete, documentFile, documentUpload } from './company/documents.ts'
import { createEnterprise, enterprise, updateEnterprise } from './company/enterprise.ts'
import { companyDossier } from './company/dossier.ts'
import { holderList, holderSave } from './company/holders.ts'
import { ownerCreate, ownerDelete, ownerList, ownerUpdate } from './company/owners.ts'
import { documentList } from './company/papers.ts'
import { createProfile, profile, updateProfile } from './company/profile.ts'
import type { Handlers } from './http/call.ts'
import type { ShopHandlers } from './http/shopHandler.ts'
import { download as invoiceDownload } from './invoices/download.ts'
import { downloadMany as invoiceDownloadMany } from './invoices/downloadMany.ts'
import { lines as invoiceLines } from './invoices/lines.ts'
import { list as invoiceList } from './invoices/list.ts'
import { view as invoiceDetail } from './invoices/view.ts'
import { download as mandateDownload } from './debits/download.ts'
import { revoke as mandateRevoke } from './debits/revoke.ts'
import { sign as mandateSign } from './debits/sign.ts'
import { view as debtView } from './debits/view.ts'
import { approve as ibanApprove } from './ibans/approve.ts'
import { cancel as ibanCancel } from './ibans/cancel.ts'
import { certificate as ibanCertificate } from './ibans/certificate.ts'
import { confirm as ibanConfirm } from './ibans/confirm.ts'
import { create as merchantIbanCreate } from './ibans/create.ts'
import { exposure as ibanExposure } from './ibans/exposure.ts'
import { freeze as ibanFreeze } from './ibans/freeze.ts'
import { freezeView as ibanFreezeView } from './ibans/freezeView.ts'
import { list as ibanList } from './ibans/list.ts'
import { merchantList as merchantIbanList } from './ibans/merchantList.ts'
import { assign as inboxAssign } from './inbox/assign.ts'
import { check as inboxCheck } from './inbox/check.ts'
import { list as inboxList } from './inbox/list.ts'
import { snooze as inboxSnooze } from './inbox/snooze.ts'
import { configuration } from './merchants/configuration.ts'
import { clock as sandboxClock } from './lab/clock.ts'
import { goLive } from './lab/goLive.ts'
import type { LabVerbs } from './lab/labVerbs.ts'
import { scenario as sandboxScenario } from './lab/scenario.ts'
import { view as sandboxView } from './lab/view.ts'
import { list as merchantList } from './merchants/list.ts'
import { view as merchantDetail } from './merchants/view.ts'
import { whereabouts } from './merchants/whereabouts.ts'
import { create as noteCreate } from './notes/create.ts'
import { retry as callbackRetry } from './callbacks/retry.ts'
import { view as callbackView } from './callbacks/view.ts'
import { list as noteList } from './notes/list.ts'
import { remove as noteDelete } from './notes/remove.ts'
import { list as notificationList } from './notifications/list.ts'
import { read as notificationRead } from './notifications/read.ts'
import { settings as noticeSettingsView } from './notifications/settings.ts'
import { stream as notificationStream } from './notifications/stream.ts'
import { create as continuationCreate } from './continuations/create.ts'
import { take as continuationTake } from './continuations/take.ts'
import { pushSubscribe } from './notifications/pushSubscribe.ts'
import { pushUnsubscribe } from './notifications/pushUnsubscribe.ts'
import { updateSettings as noticeSettingsUpdate } from './notifications/updateSettings.ts'
import { bankCheck } from './offlineCheckout/bankCheck.ts'
import { bankCheckSend } from './offlineCheckout/bankCheckSend.ts'
import { bankCheckState } from './offlineCheckout/bankCheckState.ts'
import { check as checkCheckout } from './offlineCheckout/check.ts'
import { copy as copyCheckout } from './offlineCheckout/copy.ts'
import { create as createCheckout } from './offlineCheckout/create.ts'
import { list as listCheckouts } from './offlineCheckout/list.ts'
import { resend as resendCheckout } from './offlineCheckout/resend.ts'
import { bulkPreview } from './operations/bulkPreview.ts'
import { cancel } from './operations/cancel.ts'
import { cancelPreview } from './operations/cancelPreview.ts'
import { capture } from './operations/capture.ts'
import { captures } from './operations/captures.ts'
import { changes } from './operations/changes.ts'
import { changesSeen } from './operations/changesSeen.ts'
import { cart } from './operations/cart.ts'
import { confirm } from './operations/confirm.ts'
import { counts } from './operations/counts.ts'
import { download } from './operations/download.ts'
import { list as operationList } from './operations/list.ts'
import { refund } from './operations/refund.ts'
import { approveRequest } from './operations/requestApprove.ts'
import { createRequest } from './operations/requestCreate.ts'
import { declineRequest } from './operations/requestDecline.ts'
import { listRequests } from './operations/requestList.ts'
import { withdrawRequest } from './operations/requestWithdraw.ts'
import { refundPreview } from './operations/refundPreview.ts'
import { selection } from './operations/selection.ts'
import { simulate } from './operations/simulate.ts'
import { totals } from './operations/totals.ts'
import { undoRefund } from './operations/undoRefund.ts'
import { listMessages, sendReceipt } from './operations/customerMessages.ts'
import { view as operationDetail } from './operations/view.ts'
import { delegatedDone, delegatedSave, delegatedUpload, delegatedView } from './onboarding/delegated.ts'
import { delegationCreate, delegationList, delegationRevoke } from './onboarding/delegation.ts'
import { merchantCreate } from './onboarding/merchantCreate.ts'
import { onboardingShop } from './onboarding/shopDraft.ts'
import { onboardingDocsSeen, onboardingState, onboardingType } from './onboarding/state.ts'
import { onboardingSubmit } from './onboarding/submit.ts'
import { activities } from './places/activities.ts'
import { bank } from './places/bank.ts'
import { postcodes } from './places/postcodes.ts'
import { cartEffect } from './preferences/cartEffect.ts'
import { cartView } from './preferences/cartView.ts'
import { configurationUpdate } from './preferences/configurationUpdate.ts'
import { connectionView } from './preferences/connectionView.ts'
import { keyActs } from './preferences/keyActs.ts'
import { keyLeaked } from './preferences/keyLeaked.ts'
import { list as keyList } from './preferences/keyList.ts'
import { renew as keyRenew } from './preferences/keyRenew.ts'
import { revoke as keyRevoke } from './preferences/keyRevoke.ts'
import { widgetCheck } from './preferences/widgetCheck.ts'
import { widgetPublish } from './preferences/widgetPublish.ts'
import { widgetRestore } from './preferences/widgetRestore.ts'
import { widgetSave } from './preferences/widgetSave.ts'
import { widgetView } from './preferences/widgetView.ts'
import { erase as customerErase } from './privacy/erase.ts'
import { erasureView as customerErasureView } from './privacy/erasureView.ts'
import { create as createReport } from './reports/create.ts'
import { download as reportDownload } from './reports/download.ts'
import { list as reportList } from './reports/list.ts'
import { remove as removeReport } from './reports/remove.ts'
import { scheduleCreate } from './reports/scheduleCreate.ts'
import { scheduleDelete } from './reports/scheduleDelete.ts'
import { scheduleList } from './reports/scheduleList.ts'
import { view as reportDetail } from './reports/view.ts'
import { account as merchantAccount } from './session/account.ts'
import { activity } from './session/activity.ts'
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from './session/authenticator.ts'
import { cancelEmailChange } from './session/cancelEmailChange.ts'
import { changePassword } from './session/changePassword.ts'
import { chooseLanguage } from './session/chooseLanguage.ts'
import { updateOwnLimits } from './session/ownLimits.ts'
import { endOtherSessions, endSession } from './session/endSessions.ts'
import { forgotPassword } from './session/forgotPassword.ts'
import { me } from './session/me.ts'
import { personalCopy } from './session/personalCopy.ts'
import { forgetAllDevices, forgetDevice, knownDevices } from './session/knownDevices.ts'
import { openSessions } from './session/openSessions.ts'
import { challenge as passkeyChallenge } from './session/passkeyChallenge.ts'
import { passkeySignIn } from './session/passkeySignIn.ts'
import { addPasskey, removePasskey, startPasskey } from './session/passkeys.ts'
import { preferMerchant } from './session/preferMerchant.ts'
import { refresh } from './session/refresh.ts'
import { requestOutcome } from './session/requestOutcome.ts'
import { renewRecoveryCodes } from './session/renewRecoveryCodes.ts'
import { resetPassword } from './session/resetPassword.ts'
import { signIn } from './session/signIn.ts'
import { signOut } from './session/signOut.ts'
import { startEmailChange } from './session/startEmailChange.ts'
import { stepUp } from './session/stepUp.ts'
import { enterTill, leaveTill, viewTill } from './session/tillFace.ts'
import { listTills } from './session/tillList.ts'
import { closeTill, openTill } from './session/tillOpen.ts'
import { setTillPin } from './session/tillPin.ts'
import { unlockTill } from './session/tillUnlock.ts'
import { stopEmailChange } from './session/stopEmailChange.ts'
import { updateAccount } from './session/updateAccount.ts'
import { validateEmailChange } from './session/validateEmailChange.ts'
import { viewEmailChange } from './session/viewEmailChange.ts'
import { viewSecondFactor } from './session/viewSecondFactor.ts'
import { acceptInvitation, viewInvitation } from './session/invitation.ts'
import { balance } from './settlements/balance.ts'
import { collect } from './settlements/collect.ts'
import { settleUpTo } from './settlements/settleUpTo.ts'
import { claimClose } from './settlements/claimClose.ts'
import { claimOpen } from './settlements/claimOpen.ts'
import { collectUndo } from './settlements/collectUndo.ts'
import { resend as settlementPayAgain } from './settlements/resend.ts'
import { download as settlementDownload } from './settlements/download.ts'
import { downloadMany } from './settlements/downloadMany.ts'
import { forecast } from './settlements/forecast.ts'
import { lines } from './settlements/lines.ts'
import { list as settlementList } from './settlements/list.ts'
import { view as settlementDetail } from './settlements/view.ts'
import { accessOffer } from './team/accessOffer.ts'
import { createAccessRequest } from './team/accessRequestCreate.ts'
import { declineAccessRequest } from './team/accessRequestDecline.ts'
import { grantAccessRequest } from './team/accessRequestGrant.ts'
import { viewAccessRequest } from './team/accessRequestView.ts'
import { create as createShopCheckout, createAtTill } from './shopCheckout/create.ts'
import { status as checkoutStatus } from './shopCheckout/status.ts'
import * as shops from './shopsApi/verbs.ts'
import { operationReplaceCart, operationUpdateCart } from './shopCheckout/updateCart.ts'
import { acceptHandover } from './team/handoverAccept.ts'
import { cancelHandover, declineHandover } from './team/handoverEnd.ts'
import { offerHandover } from './team/handoverOffer.ts'
import { viewHandover } from './team/handoverView.ts'
import { invite as inviteMember } from './team/invite.ts'
import { list as teamList } from './team/list.ts'
import { remove as removeMember } from './team/remove.ts'
import { credentials } from './team/credentials.ts'
import { stopOwnerExit } from './team/ownerExit.ts'
import { resend as resendInvitation } from './team/resend.ts'
import { startViewAs } from './team/viewAs.ts'
import { update as updateMember } from './team/update.ts'
import { create as webhookCreate } from './webhooks/create.ts'
import { deliveries as webhookDeliveryList } from './webhooks/deliveries.ts'
import { list as webhookList } from './webhooks/list.ts'
import { redeliver as webhookRedeliver } from './webhooks/redeliver.ts'
import { remove as webhookDelete } from './webhooks/remove.ts'
import { secretRenew as webhookSecretRenew } from './webhooks/secretRenew.ts'
import { testSend as webhookTestSend } from './webhooks/testSend.ts'
import { update as webhookUpdate } from './webhooks/update.ts'
import { create as viewCreate } from './views/create.ts'
import { list as viewList } from './views/list.ts'
import { remove as viewDelete } from './views/remove.ts'
import { update as viewUpdate } from './views/update.ts'
import { plans as widgetPlans } from './widget/plans.ts'

/** What a shop tries out in test mode is done by these. */
const labVerbs: LabVerbs = {
  create: createCheckout,
  view: checkoutView,
  plan: checkoutPlan,
  consent: checkoutConsent,
  code: checkoutCode,
  identify: checkoutIdentify,
  bank: checkoutBank,
  card: checkoutCard,
  confirm: checkoutConfirm,
  cancel,
  refund,
  handleDeadline,
  settleUpTo,
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
  languageChoose: chooseLanguage,
  ownLimitsUpdate: updateOwnLimits,
  profile,
  profileCreate: createProfile,
  profileUpdate: updateProfile,
  enterprise,
  enterpriseCreate: createEnterprise,
  enterpriseUpdate: updateEnterprise,
  ownerList,
  ownerCreate,
  ownerUpdate,
  ownerDelete,
  holderList,
  companyDossier,
  personalCopy,
  holderSave,
  documentList,
  documentUpload,
  documentFile,
  documentDelete,
  onboardingState,
  onboardingType,
  onboardingDocsSeen,
  onboardingShop,
  onboardingSubmit,
  merchantCreate,
  delegationList,
  delegationCreate,
  delegationRevoke,
  delegatedView,
  delegatedSave,
  delegatedUpload,
  delegatedDone,
  businessActivities: activities,
  notificationList,
  notificationRead,
  notificationStream,
  noticeSettingsView,
  noticeSettingsUpdate,
  continuationCreate,
  continuationTake,
  pushSubscribe,
  pushUnsubscribe,
  inboxList,
  inboxAssign,
  inboxSnooze,
  inboxCheck,
  merchantList,
  merchantDetail,
  merchantConfiguration: configuration,
  objectWhereabouts: whereabouts,
  operationList,
  operationCounts: counts,
  operationTotals: totals,
  operationDetail,
  operationCart: cart,
  operationDownload: download,
  operationChanges: changes,
  operationChangesSeen: changesSeen,
  operationSelection: selection,
  operationBulkPreview: bulkPreview,
  callbackView,
  callbackRetry,
  noteList,
  noteCreate,
  noteDelete,
  customerErasureView,
  customerErase,
  viewList,
  viewCreate,
  viewUpdate,
  viewDelete,
  operationRefundPreview: refundPreview,
  operationRefund: refund,
  operationRefundUndo: undoRefund,
  customerMessageList: listMessages,
  refundReceiptSend: sendReceipt,
  operationCancelPreview: cancelPreview,
  operationCancel: cancel,
  operationCaptureList: captures,
  operationCapture: capture,
  operationConfirm: confirm,
  planSimulator: simulate,
  settlementList,
  settlementBalance: balance,
  settlementForecast: forecast,
  settlementDetail,
  settlementLines: lines,
  settlementDownload,
  settlementDownloadMany: downloadMany,
  settlementCollect: collect,
  settlementCollectUndo: collectUndo,
  settlementPayAgain,
  settlementClaimOpen: claimOpen,
  settlementClaimClose: claimClose,
  debtView,
  mandateSign,
  mandateRevoke,
  mandateDownload,
  checkoutOfflineCreate: createCheckout,
  checkoutOfflineCheck: checkCheckout,
  checkoutOfflineResend: resendCheckout,
  checkoutOfflineList: listCheckouts,
  checkoutOfflineCopy: copyCheckout,
  bankCheck,
  bankCheckState,
  bankCheckSend,
  bankConsentView,
  bankConsentAnswer,
  invoiceList,
  invoiceDetail,
  invoiceLines,
  invoiceDownload,
  invoiceDownloadMany,
  merchantAccount,
  merchantAccountUpdate: updateAccount,
  ibanList,
  merchantIbanList,
  merchantIbanCreate,
  ibanConfirm,
  ibanApprove,
  ibanCancel,
  ibanCertificate,
  ibanExposure,
  ibanFreezeView,
  ibanFreeze,
  bank,
  meStepUp: stepUp,
  meSessionList: openSessions,
  meDeviceList: knownDevices,
  meDeviceForget: forgetDevice,
  meDeviceForgetAll: forgetAllDevices,
  requestOutcome,
  meSessionEnd: endSession,
  meSessionEndOthers: endOtherSessions,
  emailChangeStart: startEmailChange,
  emailChangeCancel: cancelEmailChange,
  emailChangeValidate: validateEmailChange,
  emailChangeView: viewEmailChange,
  emailChangeStop: stopEmailChange,
  secondFactor: viewSecondFactor,
  authenticatorStart: startAuthenticator,
  authenticatorConfirm: confirmAuthenticator,
  authenticatorRemove: removeAuthenticator,
  passkeyStart: startPasskey,
  passkeyAdd: addPasskey,
  passkeyRemove: removePasskey,
  recoveryCodesRenew: renewRecoveryCodes,
  passkeyChallenge,
  sessionPasskeySignIn: passkeySignIn,
  reportList,
  reportCreate: createReport,
  reportDetail,
  reportDownload,
  reportDelete: removeReport,
  reportScheduleList: scheduleList,
  reportScheduleCreate: scheduleCreate,
  reportScheduleDelete: scheduleDelete,
  campaignList,
  campaignCreate: createCampaign,
  campaignDetail,
  campaignUpdate: updateCampaign,
  campaignDelete: removeCampaign,
  campaignPublish: publishCampaign,
  campaignPause: pauseCampaign,
  campaignResume: resumeCampaign,
  campaignFinish: finishCampaign,
  campaignDuplicate: duplicateCampaign,
  campaignBulk,
  campaignEstimate,
  campaignPreview,
  campaignArticleList,
  campaignArticleAdd,
  campaignArticleUpdate,
  campaignArticleRemove,
  campaignArticleSearch,
  campaignOverlaps,
  campaignResults,
  teamList,
  teamInvite: inviteMember,
  teamUpdate: updateMember,
  teamRemove: removeMember,
  teamResend: resendInvitation,
  teamCredentials: credentials,
  teamOwnerExitStop: stopOwnerExit,
  accessOffer,
  accessRequestCreate: createAccessRequest,
  accessRequestView: viewAccessRequest,
  accessRequestGrant: grantAccessRequest,
  accessRequestDecline: declineAccessRequest,
  viewAsStart: startViewAs,
  handoverView: viewHandover,
  handoverOffer: offerHandover,
  handoverAccept: acceptHandover,
  handoverDecline: declineHandover,
  handoverCancel: cancelHandover,
  tillList: listTills,
  tillOpen: openTill,
  tillClose: closeTill,
  tillView: viewTill,
  tillEnter: enterTill,
  tillLeave: leaveTill,
  tillPin: setTillPin,
  tillUnlock: unlockTill,
  activityList,
  activityWho: whoCould,
  activityDownload,
  refundRequestList: listRequests,
  refundRequestCreate: createRequest,
  refundRequestApprove: approveRequest,
  refundRequestDecline: declineRequest,
  refundRequestWithdraw: withdrawRequest,
  invitationView: viewInvitation,
  invitationAccept: acceptInvitation,
  keyList,
  keyRenew,
  keyRevoke,
  keyLeaked,
  keyActs,
  cartView,
  configurationUpdate,
  cartEffect,
  widgetView,
  widgetSave,
  widgetPublish,
  widgetRestore,
  connectionView,
  widgetCheck,
  goLive,
  sandboxView,
  sandboxScenario: sandboxScenario(labVerbs),
  sandboxClock: sandboxClock(labVerbs),
  webhookList,
  webhookCreate,
  webhookUpdate,
  webhookDelete,
  webhookSecretRenew,
  webhookDeliveryList,
  webhookTestSend,
  webhookRedeliver,
  widgetPlans,
  audienceList,
  audienceNames,
  audiencePreview,
  audienceDetail,
  audienceCreate: createAudience,
  audienceFromOperations,
  audienceRename: renameAudience,
  audienceRefresh: refreshAudience,
  audienceErase: eraseAudience,
  audienceContains,
  audienceOverlap,
  postcodes,
  checkoutView,
  checkoutPlan,
  checkoutConsent,
  checkoutCodeSend,
  checkoutCode,
  checkoutPhone,
  checkoutIdentify,
  checkoutChallenge,
  checkoutBank,
  checkoutCard,
  checkoutConfirm,
  checkoutDismiss,
  checkoutAnotherLink,
  checkoutContract,
  checkoutPostcodes: postcodes,
}

/** Which verb answers which call of the shops' API. */
export const shopHandlers: ShopHandlers = {
  ...shops,
  checkoutCreate: createShopCheckout,
  checkoutOfflineCreate: createAtTill,
  checkoutStatus,
  operationUpdateCart,
  operationReplaceCart,
}
