import { companyCalls } from './companyCalls.ts'
import { may, type CallName, type Role } from './roles.ts'

/**
 * What people of an account may do, in the words of the matrix (docs/domain.md#roles-and-rights): each right is some calls of `permissions`.
 * `sees` are the calls that only look, where looking is a right of its own; `does` the others.
 */
const table = {
  operations: {
    sees: [],
    does: ['operationList', 'operationChanges', 'operationChangesSeen', 'operationDetail', 'operationCart', 'operationDownload'],
  },
  sell: {
    sees: ['checkoutOfflineList', 'checkoutOfflineCheck'],
    does: ['checkoutOfflineCreate', 'checkoutOfflineResend', 'checkoutOfflineCopy', 'bankCheck', 'bankCheckSend', 'sandboxScenario'],
  },
  refund: {
    sees: [],
    does: [
      'operationRefund',
      'operationRefundUndo',
      'operationCancel',
      'refundRequestCreate',
      'refundRequestWithdraw',
      'refundReceiptSend',
    ],
  },
  capture: { sees: ['operationCaptureList'], does: ['operationCapture', 'operationConfirm'] },
  settlements: {
    sees: [],
    does: [
      'settlementList',
      'settlementBalance',
      'settlementForecast',
      'settlementDetail',
      'settlementLines',
      'settlementDownload',
      'settlementDownloadMany',
      'settlementCollect',
      'settlementCollectUndo',
      'settlementClaimOpen',
      'settlementClaimClose',
      'debtView',
    ],
  },
  invoices: { sees: [], does: ['invoiceList', 'invoiceDetail', 'invoiceLines', 'invoiceDownload', 'invoiceDownloadMany'] },
  reports: {
    sees: [],
    does: [
      'reportList',
      'reportCreate',
      'reportDetail',
      'reportDownload',
      'reportDelete',
      'reportScheduleList',
      'reportScheduleCreate',
      'reportScheduleDelete',
    ],
  },
  campaigns: {
    sees: ['campaignList', 'campaignDetail', 'campaignArticleList', 'campaignOverlaps', 'campaignResults'],
    does: [
      'campaignCreate',
      'campaignUpdate',
      'campaignDelete',
      'campaignPublish',
      'campaignPause',
      'campaignResume',
      'campaignFinish',
      'campaignDuplicate',
      'campaignBulk',
      'campaignEstimate',
      'campaignArticleAdd',
      'campaignArticleUpdate',
      'campaignArticleRemove',
      'campaignPreview',
      'campaignArticleSearch',
    ],
  },
  audiences: {
    sees: [],
    does: [
      'audienceList',
      'audienceNames',
      'audienceDetail',
      'audiencePreview',
      'audienceCreate',
      'audienceFromOperations',
      'audienceRename',
      'audienceRefresh',
      'audienceErase',
      'audienceContains',
      'audienceOverlap',
    ],
  },
  preferences: {
    sees: ['cartView', 'widgetView', 'connectionView'],
    does: ['configurationUpdate', 'cartEffect', 'widgetSave', 'widgetPublish', 'widgetRestore', 'widgetCheck'],
  },
  keys: {
    sees: [],
    does: [
      'keyList',
      'keyRenew',
      'keyRevoke',
      'keyLeaked',
      'keyActs',
      'webhookList',
      'webhookCreate',
      'webhookUpdate',
      'webhookDelete',
      'webhookSecretRenew',
      'webhookDeliveryList',
      'webhookTestSend',
      'webhookRedeliver',
    ],
  },
  bankAccount: {
    sees: ['ibanList', 'merchantIbanList'],
    does: [
      'merchantIbanCreate',
      'ibanConfirm',
      'ibanApprove',
      'ibanCancel',
      'settlementPayAgain',
      'mandateSign',
      'mandateRevoke',
      'mandateDownload',
    ],
  },
  team: {
    sees: ['teamList'],
    does: [
      'teamInvite',
      'teamUpdate',
      'teamRemove',
      'teamResend',
      'teamCredentials',
      'accessRequestView',
      'accessRequestGrant',
      'accessRequestDecline',
      'viewAsStart',
      'tillList',
      'tillOpen',
      'tillClose',
    ],
  },
  activity: { sees: [], does: ['activityList', 'activityDownload', 'activityWho'] },
  company: {
    sees: [],
    does: [...companyCalls, 'holderList', 'companyDossier', 'holderSave', 'merchantAccountUpdate'],
  },
  password: { sees: [], does: ['passwordChange'] },
} as const satisfies Record<string, { sees: readonly CallName[]; does: readonly CallName[] }>

export type TeamRight = keyof typeof table
export const teamRights = Object.keys(table) as TeamRight[] // the keys of the table above

/** How far a right goes: all of it, looking only, or not at all. */
export type RightReach = 'yes' | 'read' | 'no'

/** How far a role reaches into a right, out of `permissions` itself. */
export function reachOf(role: Role, right: TeamRight): RightReach {
  const { sees, does }: { sees: readonly CallName[]; does: readonly CallName[] } = table[right]
  if (does.every((call) => may(role, call))) return 'yes'
  return sees.length > 0 && sees.every((call) => may(role, call)) ? 'read' : 'no'
}

/** Every call of a right, also those that only look. */
export const callsOfRight = (right: TeamRight): readonly CallName[] => [...table[right].sees, ...table[right].does]

/** The calls of a right that only look; none where looking is all of it. */
export const lookingCalls = (right: TeamRight): readonly CallName[] => table[right].sees

/** Rights that one person may be left without although their role has them: never what keeps an account alive. */
export const withholdable = [
  'sell',
  'refund',
  'capture',
  'settlements',
  'invoices',
  'reports',
  'campaigns',
] as const satisfies readonly TeamRight[]
export type WithheldRight = (typeof withholdable)[number]

/** What goes with a right but is not of everybody who has it: whoever may not give money back answers nobody's request to. */
const alsoWithheld: Partial<Record<WithheldRight, readonly CallName[]>> = { refund: ['refundRequestApprove', 'refundRequestDecline'] }

/** The calls that somebody without these rights may not make. What is looked at stays visible. */
export function withheldCalls(withheld: readonly string[]): ReadonlySet<string> {
  return new Set(
    withholdable.filter((right) => withheld.includes(right)).flatMap((right) => [...table[right].does, ...(alsoWithheld[right] ?? [])]),
  )
}
