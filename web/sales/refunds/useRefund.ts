import { useCallback, useState } from 'react'
import type { Operation } from '#contract/sales/operations'
import { operationRefund } from '#contract/sales/operationVerbs'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import type { Done } from '../../platform/requests/useIdempotentRequest.ts'
import { keepDraft, readDraft, removeDraft } from '../../platform/session/drafts.ts'
import { refundCapture } from './refundCapture.ts'
import { isBegun, newRefundDraft, readRefundDraft, requestBody, type RefundDraft } from './refundDraft.ts'
import { hasUnknownOutcome, useMoneyAction } from './useMoneyAction.ts'
import { useOperation } from './useOperation.ts'

const draftName = (operationId: string) => `refund:${operationId}`

/** The draft refund, kept in session storage. */
function useRefundDraft(operationId: string) {
  const [draft, setDraft] = useState<RefundDraft>(() => readRefundDraft(readDraft(draftName(operationId))) ?? newRefundDraft())
  const keep = useCallback(
    (next: RefundDraft) => {
      if (isBegun(next)) keepDraft(draftName(operationId), next)
      else removeDraft(draftName(operationId))
      setDraft(next)
    },
    [operationId],
  )
  // A draft existed before this dialog was opened.
  const [begunBefore, setBegunBefore] = useState(() => isBegun(draft) && !hasUnknownOutcome('refund', operationId))
  const startOver = () => {
    keep(newRefundDraft())
    setBegunBefore(false)
  }
  return { draft, keep, begunBefore, startOver }
}

/** A refund of the page's operation: its draft and its submission. */
export function useRefund(operation: Operation, onDone: (done: Done<typeof operationRefund>) => void) {
  const { merchantId, operationId, refetchNow } = useOperation()
  const { draft, keep, begunBefore, startOver } = useRefundDraft(operationId)
  const [remainingSent, setRemainingSent] = useState(0)
  const forget = () => removeDraft(draftName(operationId))
  const isStale = (error: unknown) => isApiFailure(error) && error.type === 'StaleAmount'
  const { phase, inFlight, send, write, check } = useMoneyAction({
    name: 'refund',
    endpoint: operationRefund,
    params: { merchantId, operationId },
    operationIn: (answer) => answer.operation,
    onDone: (done) => {
      forget()
      onDone(done)
    },
    // Refetches before the refusal is shown, so that both appear together.
    onRefused: (error) => (isStale(error) ? refetchNow().catch(() => {}) : undefined),
  })
  return {
    draft,
    phase,
    /** The refundable amount when it was sent, in cents, if it was refused as stale. */
    remainingBefore: phase.name === 'refused' && isStale(phase.error) ? remainingSent : undefined,
    inFlight,
    change: (content: Partial<RefundDraft>) => {
      if (inFlight) return
      keep({ ...draft, ...content })
      write()
    },
    send: (remaining: number) => {
      if (draft.amount === null) return
      setRemainingSent(remaining)
      // Optimistic lock: `expectedRemaining` is what the member saw, so that a stale screen is refused.
      send({ ...requestBody(draft, refundCapture(operation, draft.captureId)?.id), expectedRemaining: remaining })
    },
    check,
    begunBefore,
    startOver,
    forget,
  }
}
