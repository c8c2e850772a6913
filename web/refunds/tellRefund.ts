import type { operationRefund } from '#contract/operationVerbs'
import type { Done } from '../operation/useSureRequest.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { showToast } from '../shell/toasts.ts'

/** Says that a refund was made, once: of one that waits and can be taken back its bar tells. */
export function tellRefund({ answer, found, body }: Done<typeof operationRefund>, mayUndo: boolean): void {
  const amount = money(body.amount)
  if (found || answer === null) showToast(t('operations.refund.alreadyDone', { amount }), { key: 'refund' })
  else if (answer.refund.state !== 'held') showToast(t('operations.refund.left', { amount }), { key: 'refund' })
  else if (!mayUndo) showToast(t('operations.refund.accepted', { amount }), { key: 'refund' })
}
