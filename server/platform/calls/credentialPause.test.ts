import { expect, test } from 'vitest'
import { api, type CallName } from '#contract/index'
import { pausedCalls, permissions } from '#contract/permissions'

/** Writes that are allowed while an account's credential changes are paused; a new call is listed here or denied by its policy. */
const goesOn = `
  sessionSignIn sessionPasskeySignIn passkeyChallenge sessionRefresh sessionSignOut sessionActivity passwordForgotten meStepUp mePreferredMerchant languageChoose ownLimitsUpdate
  meSessionEnd meSessionEndOthers meDeviceForget meDeviceForgetAll emailChangeView emailChangeCancel emailChangeStop ibanFreezeView ibanFreeze invitationView invitationJoin handoverDecline handoverCancel teamOwnerExitStop
  tillEnter tillUnlock tillLeave tillClose keyRevoke webhookDelete webhookTestSend webhookRedeliver accessRequestCreate accessRequestDecline viewAsStart
  merchantIbanCreate ibanConfirm ibanApprove ibanCancel
  profileCreate profileUpdate enterpriseCreate enterpriseUpdate ownerCreate ownerUpdate ownerDelete holderSave documentUpload documentDelete
  onboardingType onboardingDocsSeen onboardingShop onboardingSubmit merchantCreate
  delegationCreate delegationRevoke delegatedView delegatedSave delegatedUpload delegatedDone
  notificationRead noticeSettingsUpdate pushSubscribe pushUnsubscribe continuationCreate continuationTake
  inboxAssign inboxSnooze inboxCheck callbackRetry noteCreate noteDelete customerErase viewCreate viewUpdate viewDelete
  operationRefund operationRefundUndo refundReceiptSend operationCancel operationCapture operationCaptureExtend operationConfirm operationChangesSeen
  refundRequestCreate refundRequestApprove refundRequestDecline refundRequestWithdraw
  checkoutOfflineCreate checkoutOfflineResend bankCheck bankCheckSend bankConsentAnswer
  signUpRequest signUpConfirm staffViewOpen customerCreditAccount settlementCollect settlementCollectUndo settlementPayAgain settlementClaimOpen settlementClaimClose mandateSign mandateRevoke
  disputeAnswer disputeAccept disputeFileUpload disputeFileDelete
  reportCreate reportDelete reportScheduleCreate reportScheduleDelete packageRecipientRemove packageLinkConfirm packageLinkStop
  campaignCreate campaignUpdate campaignDelete campaignPublish campaignPause campaignResume campaignFinish campaignDuplicate campaignBulk
  campaignArticleAdd campaignArticleUpdate campaignArticleRemove
  audienceCreate audienceFromOperations audienceRename audienceRefresh audienceErase audienceContains
  configurationUpdate widgetSave widgetPublish widgetRestore widgetCheck sandboxScenario sandboxClock requestOutcome`

/** Customers and shops' servers have no credentials of an account. */
const ofAccounts = (call: CallName) => permissions[call] !== 'consumer' && permissions[call] !== 'publicKey'

test('every write is either denied while credential changes are paused, or listed as changing none', () => {
  const writes = (Object.keys(api) as CallName[]).filter((call) => api[call].method !== 'GET' && ofAccounts(call))
  expect(writes.filter((call) => !pausedCalls.has(call)).toSorted()).toEqual(goesOn.trim().split(/\s+/).toSorted())
})
