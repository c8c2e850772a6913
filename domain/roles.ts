/** A team member's role in the account (specification §6). */
export type Role = 'owner' | 'admin' | 'editor' | 'guest'

export const roles: readonly Role[] = ['owner', 'admin', 'editor', 'guest']

const everyone = ['owner', 'admin', 'editor', 'guest'] as const
const operators = ['owner', 'admin', 'editor'] as const

/**
 * Who may make each call. `public` needs no session, `consumer` the token of one checkout. Default deny: a call without a row does not compile
 * (`contract/index.ts`). Read by the server, the menu, the router and the buttons.
 * Source: specification §6; what it leaves open is our choice (guest reads, editor operates).
 */
export const permissions = {
  sessionSignIn: 'public',
  sessionRefresh: 'public',
  sessionSignOut: 'public',
  passwordForgotten: 'public',
  passwordReset: 'public',
  passwordChange: everyone,
  sessionActivity: everyone,
  me: everyone,
  mePreferredMerchant: everyone,
  profile: ['owner'],
  enterprise: ['owner'],
  notificationList: everyone,
  notificationRead: everyone,
  merchantList: everyone,
  merchantDetail: everyone,
  merchantConfiguration: everyone,
  objectWhereabouts: everyone,
  operationList: everyone,
  operationCounts: everyone,
  operationDetail: everyone,
  operationCart: everyone,
  operationDownload: everyone,
  operationRefundPreview: operators,
  operationRefund: operators,
  operationRefundUndo: operators,
  operationCancelPreview: operators,
  operationCancel: operators,
  operationCaptureList: everyone,
  operationCapture: operators,
  operationConfirm: operators,
  planSimulator: everyone,
  checkoutOfflineCreate: operators,
  checkoutOfflineCheck: everyone,
  checkoutOfflineResend: operators,
  checkoutOfflineList: everyone,
  checkoutOfflineCopy: operators,
  bankCheck: operators,
  bankCheckState: operators,
  bankCheckSend: operators,
  bankConsentView: 'public',
  bankConsentAnswer: 'public',
  postcodes: everyone,
  settlementList: operators,
  settlementBalance: operators,
  settlementDetail: operators,
  settlementLines: operators,
  settlementDownload: operators,
  settlementDownloadMany: operators,
  invoiceList: operators,
  settlementCollect: operators,
  settlementCollectUndo: operators,
  invoiceDetail: operators,
  invoiceLines: operators,
  invoiceDownload: operators,
  invoiceDownloadMany: operators,
  merchantAccount: operators,
  merchantAccountUpdate: ['owner'],
  ibanList: operators,
  merchantIbanList: operators,
  merchantIbanCreate: ['owner'],
  ibanConfirm: ['owner'],
  ibanApprove: ['owner'],
  ibanCancel: ['owner'],
  ibanCertificate: ['owner'],
  ibanFreezeView: 'public',
  ibanFreeze: 'public',
  bank: everyone,
  meStepUp: everyone,
  reportList: operators,
  reportCreate: operators,
  reportDetail: operators,
  reportDownload: operators,
  reportDelete: operators,
  reportScheduleList: operators,
  reportScheduleCreate: operators,
  reportScheduleDelete: operators,
  campaignList: everyone,
  campaignCreate: operators,
  campaignDetail: everyone,
  campaignUpdate: operators,
  campaignDelete: operators,
  campaignPublish: operators,
  campaignPause: operators,
  campaignResume: operators,
  campaignFinish: operators,
  campaignDuplicate: operators,
  campaignBulk: operators,
  campaignEstimate: operators,
  campaignArticleList: everyone,
  campaignArticleAdd: operators,
  campaignArticleRemove: operators,
  campaignArticleSearch: operators,
  campaignOverlaps: everyone,
  campaignResults: everyone,
  checkoutView: 'consumer',
  checkoutPlan: 'consumer',
  checkoutConsent: 'consumer',
  checkoutCodeSend: 'consumer',
  checkoutCode: 'consumer',
  checkoutIdentify: 'consumer',
  checkoutChallenge: 'consumer',
  checkoutBank: 'consumer',
  checkoutCard: 'consumer',
  checkoutConfirm: 'consumer',
  checkoutDismiss: 'consumer',
  checkoutAnotherLink: 'consumer',
  checkoutContract: 'consumer',
  checkoutPostcodes: 'consumer',
} as const satisfies Record<string, 'public' | 'consumer' | readonly Role[]>

export type CallName = keyof typeof permissions

/** Whether a role may make a call; public calls are open to all, a customer's to no role. */
export function may(role: Role, call: CallName): boolean {
  const allowed: 'public' | 'consumer' | readonly Role[] = permissions[call]
  return allowed === 'public' || (allowed !== 'consumer' && allowed.includes(role))
}

/** The largest single refund that an editor may make without a second person, in cents (our choice). */
export const editorRefundLimitCents = 100_000
