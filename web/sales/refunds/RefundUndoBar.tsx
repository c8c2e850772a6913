import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { operationDetail, type Refund } from '#contract/sales/operations'
import { operationRefundUndo } from '#contract/sales/operationVerbs'
import { call } from '../../platform/api/call.ts'
import type { Mode } from '../../platform/api/requestMode.ts'
import { deviceMs } from '../../platform/api/serverClock.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { closeBar, showToast } from '../../platform/feedback/toasts.ts'
import { UndoBar } from '../../platform/ui/feedback/UndoBar.tsx'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { detailRead } from '../operationStatus/operationReads.ts'
import { runAction } from '../operationStatus/runningActions.ts'
import { useIdempotentRequest } from '../../platform/requests/useIdempotentRequest.ts'
import { holdMs, releasesAt } from './releasesAt.ts'

type RefundUndoBarProps = { barKey: string; merchantId: string; mode: Mode; operationId: string; refund: Refund }

/** Polling interval after the hold has ended, and the maximum number of polls. */
const pollMs = 1_200
const maxPolls = 15

/** A held refund with its countdown and "Deshacer"; afterwards it reports the outcome once it is known. */
export function RefundUndoBar({ barKey, merchantId, mode, operationId, refund }: RefundUndoBarProps) {
  const client = useQueryClient()
  const [endsAt] = useState(() => releasesAt(refund, mode, deviceMs()))
  const [ended, setEnded] = useState(false)
  const values = { amount: money(refund.amount) }
  const detail = detailRead(merchantId, operationId)
  const finish = (message: string | null) => {
    closeBar(barKey)
    if (message !== null) showToast(message, { key: barKey })
    void client.invalidateQueries({ queryKey: detail.queryKey })
    void client.invalidateQueries({ queryKey: ['operationList'] })
  }
  const { inFlight, phase, send } = useIdempotentRequest({
    name: barKey,
    endpoint: operationRefundUndo,
    params: { merchantId, operationId, refundId: refund.id },
    mode,
    around: (undo) => runAction(operationId, undo),
    onDone: ({ answer, isRecovered }) => {
      if (answer && !isRecovered) client.setQueryData(detail.queryKey, answer)
      finish(t('operations.undo.undone', values))
    },
    onRefused: (error) => finish(failureText(error)),
  })
  useEffect(() => {
    if (phase.name === 'notDone') showToast(t('operations.outcome.notArrived'), { key: barKey })
  }, [phase.name, barKey])

  // The server decides the outcome: somebody else may have undone it, a clock may be wrong, the server may be late.
  const waits = ended && !inFlight
  useEffect(() => {
    if (!waits) return
    let polls = 0
    const poll = async () => {
      polls += 1
      const read = { params: { merchantId, operationId }, mode, background: true, quiet: true }
      const newest = await call(operationDetail, read).catch(() => null)
      const state = newest?.refunds.find(({ id }) => id === refund.id)?.state
      if (state === 'completed') finish(t('operations.undo.over', values))
      else if (state === 'undone' || polls === maxPolls) finish(null)
    }
    const timer = setInterval(() => void poll(), pollMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- starts when the hold has ended
  }, [waits])

  return (
    <UndoBar
      title={t(refund.kind === 'cancel' ? 'operations.undo.cancelTitle' : 'operations.undo.title', values)}
      detail={(seconds) => t('operations.undo.detail', { seconds })}
      endsAt={endsAt}
      totalMs={Math.max(holdMs(refund), 1000)}
      ringLabel={t('operations.undo.ring', values)}
      undoLabel={t('shell.undo')}
      undoBusyLabel={t(phase.name === 'checking' ? 'shell.checking' : 'operations.undo.busy')}
      busy={inFlight}
      onUndo={() => send(undefined)}
      onEnd={() => setEnded(true)}
    />
  )
}
