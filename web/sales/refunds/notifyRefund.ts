import type { operationRefund } from '#contract/sales/operationVerbs'
import type { Done } from '../../platform/requests/useIdempotentRequest.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

/** Shows a toast about a refund, unless its undo bar already shows it. */
export function notifyRefund({ answer, isRecovered, body }: Done<typeof operationRefund>, mayUndo: boolean): void {
  const amount = money(body.amount)
  if (isRecovered || answer === null) showToast(t('operations.refund.alreadyDone', { amount }), { key: 'refund' })
  else if (answer.refund.state !== 'held') showToast(t('operations.refund.left', { amount }), { key: 'refund' })
  else if (!mayUndo) showToast(t('operations.refund.accepted', { amount }), { key: 'refund' })
}
