import { readWorkKey, type WorkKind } from '#domain/merchants/inbox'
import { actionHref } from '../../sales/operationStatus/actionHref.ts'
import type { MerchantSession } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'

type At = Pick<MerchantSession, 'merchantId' | 'flag'>

/** The target of an item’s button: the page where it is resolved; following it changes nothing. */
export function workHref({ key, kind, objectId }: { key: string; kind: WorkKind; objectId: string }, { merchantId, flag }: At): string {
  if (kind === 'confirmation') return actionHref('confirm', merchantId, objectId, flag)
  if (kind === 'capture') return actionHref('capture', merchantId, objectId, flag)
  if (kind === 'refund_approval') return paths.operationApproval(merchantId, objectId, readWorkKey(key)?.objectId ?? '', flag)
  if (kind === 'access_request') return paths.accessRequest(objectId)
  if (kind === 'document_rejected' || kind === 'document_expiring') return paths.companyPapers()
  if (kind === 'view_watched') return paths.operations(merchantId, { view: objectId, ...flag })
  if (kind === 'webhook_failing') return paths.preferencesWebhooks(merchantId, objectId, flag)
  if (kind === 'still_testing') return paths.preferencesPlugins(merchantId, flag)
  if (kind === 'key_ending') return paths.preferences(merchantId, flag)
  if (kind === 'link' || kind === 'refund_late' || kind === 'duplicate' || kind === 'note_mention' || kind === 'dispute')
    return paths.operation(merchantId, objectId, flag)
  if (kind === 'link_asked') return paths.checkoutOffline(merchantId, { order: objectId, ...flag })
  if (kind === 'debt_old') return paths.settlementsDebt(merchantId, flag)
  if (kind === 'balance_negative') return paths.settlementsBalance(merchantId, flag)
  if (kind === 'report_failed') return paths.reports(merchantId, flag)
  if (kind === 'claim_answered' || kind === 'payout_returned') return paths.settlement(merchantId, objectId, flag)
  return paths.invoicesIban(merchantId, flag)
}
