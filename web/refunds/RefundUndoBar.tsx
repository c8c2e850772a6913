import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Refund } from '#contract/operations'
import { operationRefundUndo } from '#contract/operationVerbs'
import { isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import type { Mode } from '../api/requestMode.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { closeBar, showToast } from '../shell/toasts.ts'
import { UndoBar } from '../ui/UndoBar.tsx'
import { failureText } from '../operation/FailureCard.tsx'
import { detailRead } from '../operation/operationReads.ts'
import { runAction } from '../operation/runningActions.ts'
import { holdMs, leavesAt } from './leavesAt.ts'

type RefundUndoBarProps = { barKey: string; merchantId: string; mode: Mode; operationId: string; refund: Refund }

/** A refund that has not left yet, with its seconds and "Deshacer"; afterwards it says honestly that it has left. */
export function RefundUndoBar({ barKey, merchantId, mode, operationId, refund }: RefundUndoBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const settled = useRef(false)
  const [endsAt] = useState(() => leavesAt(refund, mode, Date.now()))
  const values = { amount: money(refund.amount) }
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: detailRead(merchantId, operationId).queryKey })
    void client.invalidateQueries({ queryKey: ['operationList'] })
  }

  async function undo() {
    setBusy(true)
    try {
      const operation = await runAction(operationId, () =>
        write(operationRefundUndo, { params: { merchantId, operationId, refundId: refund.id }, key: key.current, mode }),
      )
      settled.current = true
      client.setQueryData(detailRead(merchantId, operationId).queryKey, operation)
      closeBar(barKey)
      showToast(t('operations.undo.undone', values), { key: barKey })
    } catch (error) {
      if (isApiFailure(error) && error.outcomeUnknown) showToast(t('operations.undo.unknown'), { key: barKey })
      else showToast(failureText(error), { key: barKey })
    } finally {
      setBusy(false)
      readAgain()
    }
  }

  return (
    <UndoBar
      title={t(refund.kind === 'cancel' ? 'operations.undo.cancelTitle' : 'operations.undo.title', values)}
      detail={(seconds) => t('operations.undo.detail', { seconds })}
      endsAt={endsAt}
      totalMs={Math.max(holdMs(refund), 1000)}
      ringLabel={t('operations.undo.ring', values)}
      undoLabel={t('operations.undo.verb')}
      undoBusyLabel={t('operations.undo.busy')}
      busy={busy}
      onUndo={() => void undo()}
      onEnd={() => {
        closeBar(barKey)
        if (!settled.current && !busy) showToast(t('operations.undo.over', values), { key: barKey })
        setTimeout(readAgain, 1_200)
      }}
    />
  )
}
