import type { Campaign } from '#contract/sales/campaigns'
import type { CallName } from '#contract/index'
import type { AnalyticsAction, AnalyticsSection } from '#domain/analytics'
import type { EndedCall } from '../outage/endedCalls.ts'
import type { TrackedEvent } from './client.ts'

/** Calls recorded with section and action only. Calls not listed here or below are not recorded. */
const plain: Partial<Record<CallName, readonly [AnalyticsSection, AnalyticsAction]>> = {
  operationDownload: ['operations', 'download'],
  operationRefund: ['operations', 'refund'],
  operationRefundUndo: ['operations', 'undo'],
  operationCancel: ['operations', 'cancel'],
  operationCapture: ['operations', 'capture'],
  operationCaptureExtend: ['operations', 'change'],
  operationConfirm: ['operations', 'confirm'],
  refundRequestCreate: ['operations', 'ask'],
  refundRequestApprove: ['operations', 'approve'],
  refundRequestDecline: ['operations', 'decline'],
  refundRequestWithdraw: ['operations', 'withdraw'],
  checkoutOfflineResend: ['offline_checkout', 'resend'],
  settlementDownload: ['settlements', 'download'],
  settlementDownloadMany: ['settlements', 'download'],
  settlementCollect: ['settlements', 'collect'],
  settlementCollectUndo: ['settlements', 'undo'],
  settlementPayAgain: ['settlements', 'resend'],
  audienceCreate: ['audiences', 'create'],
  audienceFromOperations: ['audiences', 'create'],
  audienceRename: ['audiences', 'change'],
  audienceRefresh: ['audiences', 'refresh'],
  audienceErase: ['audiences', 'erase'],
  invoiceDownload: ['invoices', 'download'],
  invoiceDownloadMany: ['invoices', 'download'],
  merchantIbanCreate: ['invoices', 'change'],
  reportCreate: ['reports', 'create'],
  reportDownload: ['reports', 'download'],
  reportDelete: ['reports', 'remove'],
  reportScheduleCreate: ['reports', 'create'],
  reportScheduleDelete: ['reports', 'remove'],
  packageRecipientAdd: ['reports', 'create'],
  packageRecipientRemove: ['reports', 'remove'],
  configurationUpdate: ['preferences', 'change'],
  keyRenew: ['preferences', 'renew'],
  keyRevoke: ['preferences', 'revoke'],
  widgetPublish: ['preferences', 'publish'],
  widgetRestore: ['preferences', 'restore'],
  inboxAssign: ['inbox', 'assign'],
  inboxSnooze: ['inbox', 'snooze'],
  teamInvite: ['team', 'create'],
  teamResend: ['team', 'resend'],
  teamUpdate: ['team', 'change'],
  teamRemove: ['team', 'remove'],
  passwordChange: ['settings', 'change'],
  profileUpdate: ['settings', 'change'],
  enterpriseUpdate: ['settings', 'change'],
  noticeSettingsUpdate: ['settings', 'change'],
  onboardingSubmit: ['onboarding', 'submit'],
  merchantCreate: ['onboarding', 'create'],
}

type Properties = Readonly<Record<string, unknown>>
type ToEvent = (call: EndedCall, campaigns: Map<string, boolean>, consents: Map<string, string>) => TrackedEvent | null

const ofCampaign = (action: AnalyticsAction, more: Properties): TrackedEvent => ({ section: 'campaigns', properties: { action, ...more } })
const onOne =
  (action: AnalyticsAction): ToEvent =>
  ({ request }, campaigns) =>
    ofCampaign(action, { campaign_scope: 'single', is_draft: campaigns.get(request.params?.['campaignId'] ?? '') })
const withTerms =
  (action: AnalyticsAction): ToEvent =>
  ({ answer }) => {
    const { scope, isDraft, waitingPeriod } = answer as Campaign // the shape the contract declares
    return ofCampaign(action, { campaign_scope: scope, is_draft: isDraft, waiting_period: waitingPeriod })
  }
const bulkActions: Readonly<Record<string, AnalyticsAction>> = {
  publish: 'publish',
  delete: 'remove',
  pause: 'pause',
  resume: 'resume',
  finish: 'finish',
  duplicate: 'duplicate',
}

/** Calls whose event depends on the request or the answer. */
const particular: Partial<Record<CallName, ToEvent>> = {
  checkoutOfflineCreate: ({ request, answer }) => {
    const [{ submitType }, { checkoutId }] = [request.body as { submitType: string }, answer as { checkoutId: string }] // as the contract declares them
    return { section: 'offline_checkout', properties: { action: 'submit', type: submitType, checkoutId } }
  },
  checkoutOfflineCheck: ({ answer }, _, consents) => {
    const { id, consent } = answer as { id: string; consent: string } // as the contract declares it
    const before = consents.get(id)
    consents.set(id, consent)
    // A state that was already there when the page was opened is no event.
    if (before === undefined || before === consent) return null
    return { section: 'offline_checkout', properties: { action: 'consent', type: consent, checkoutId: id } }
  },
  campaignCreate: withTerms('create'),
  campaignPublish: withTerms('publish'),
  campaignDuplicate: withTerms('duplicate'),
  campaignPause: onOne('pause'),
  campaignResume: onOne('resume'),
  campaignFinish: onOne('finish'),
  campaignDelete: onOne('remove'),
  campaignBulk: ({ request }, campaigns) => {
    const { action, ids } = request.body as { action: string; ids: string[] } // as the contract declares it
    const reach = { campaign_scope: ids.length > 1 ? 'bulk' : 'single', any_draft: ids.some((id) => campaigns.get(id)) }
    const bulkAction = bulkActions[action]
    return bulkAction ? ofCampaign(bulkAction, reach) : null
  },
}

/** Which campaigns of an answer are drafts; the ids never leave this page. */
function draftsIn(answer: unknown): [string, boolean][] {
  if (typeof answer !== 'object' || answer === null) return []
  const { results = [answer] } = answer as { results?: unknown[] }
  return (results as Partial<Campaign>[]).flatMap(({ id, isDraft }) =>
    typeof id === 'string' && typeof isDraft === 'boolean' ? [[id, isDraft]] : [],
  )
}

/**
 * Creates the mapping from successful calls to analytics events, limited to the calls above. Its state lives as long as the page. `read`: the answers
 * about campaigns that the page holds, also from before this observed calls.
 */
export function callEvents(read: () => readonly unknown[] = () => []): (call: EndedCall) => TrackedEvent | null {
  const [campaigns, consents] = [new Map<string, boolean>(), new Map<string, string>()]
  return (call) => {
    if (call.failure) return null
    const name = call.endpoint.name as CallName // as each is declared
    const ofCampaigns = name.startsWith('campaign')
    if (ofCampaigns) for (const [id, isDraft] of read().flatMap(draftsIn)) if (!campaigns.has(id)) campaigns.set(id, isDraft)
    const known = plain[name]
    const event = known
      ? { section: known[0], properties: { category: known[0], action: known[1] } }
      : (particular[name]?.(call, campaigns, consents) ?? null)
    if (ofCampaigns) for (const [id, isDraft] of draftsIn(call.answer)) campaigns.set(id, isDraft)
    return event && { section: event.section, properties: { ...event.properties, sandbox: call.mode === 'sandbox' } }
  }
}
