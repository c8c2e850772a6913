import { useCallback, useEffect, useRef, useState } from 'react'
import type { Operation, Refund } from '#contract/operations'
import { operationRefund } from '#contract/operationVerbs'
import { isApiFailure, leavesOpen } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { keepDraft, readDraft, removeDraft } from '../shell/drafts.ts'
import { refundCapture } from './refundCapture.ts'
import { isBegun, madeBy, newRefundDraft, readRefundDraft, refused, sending, withContent, type RefundDraft } from './refundDraft.ts'
import { runAction } from '../operation/runningActions.ts'
import { useOperation } from './useOperation.ts'

/**
 * Where a refund stands: being written, on its way, without an answer and being looked up, looked up and not done,
 * still not known, or refused.
 */
export type RefundPhase =
  | { name: 'writing' }
  | { name: 'sending' }
  | { name: 'checking' }
  | { name: 'notDone' }
  | { name: 'unknown' }
  | {
      name: 'refused'
      error: unknown
      /** What could be given back when it was sent, in cents, where the refusal is about that figure. */
      remainingBefore?: number
    }

const draftName = (operationId: string) => `refund:${operationId}`

/** Whether a refund of the operation was sent from this tab and its answer never came. */
export const awaitsOutcome = (operationId: string): boolean => Boolean(readRefundDraft(readDraft(draftName(operationId)))?.sent)

type KeptDraft = {
  draft: RefundDraft
  keep: (next: RefundDraft) => void
  /** It was begun before this dialog was opened (product SES-19). */
  begunBefore: boolean
  startAnew: () => void
}

/** Keeps what was begun or sent, so that the key is in the storage before anything can be sent with it. */
function storeDraft(operationId: string, draft: RefundDraft): void {
  if (isBegun(draft) || draft.sent !== null) keepDraft(draftName(operationId), draft)
  else removeDraft(draftName(operationId))
}

/** The refund as it is written, kept in this tab under its key. */
function useRefundDraft(operationId: string): KeptDraft {
  const [draft, setDraft] = useState<RefundDraft>(() => readRefundDraft(readDraft(draftName(operationId))) ?? newRefundDraft(newKey()))
  const keep = useCallback(
    (next: RefundDraft) => {
      storeDraft(operationId, next)
      setDraft(next)
    },
    [operationId],
  )
  const [begunBefore, setBegunBefore] = useState(() => isBegun(draft))
  const startAnew = () => {
    keep(newRefundDraft(newKey()))
    setBegunBefore(false)
  }
  return { draft, keep, begunBefore, startAnew }
}

/** The call's body: empty texts are left out; `remaining` is what the person saw, so that a stale screen is refused. */
function bodyOf({ reason, comment, reference }: RefundDraft, amount: number, remaining: number, captureId: string | undefined) {
  return {
    amount,
    expectedRemaining: remaining,
    captureId,
    reason,
    ...(comment.trim() && { comment: comment.trim() }),
    ...(reference.trim() && { merchantReference: reference.trim() }),
  }
}

/**
 * The refund of the page's operation: what is written, and its sending. One at a time; after no answer the operation
 * is read before anything is sent again (our choice).
 */
export function useRefund(operation: Operation, onDone: (refund: Refund, operation: Operation) => void) {
  const { merchantId, operationId, replace, readAgain } = useOperation()
  const { draft, keep, begunBefore, startAnew } = useRefundDraft(operationId)
  const [phase, setPhase] = useState<RefundPhase>(draft.sent ? { name: 'checking' } : { name: 'writing' })
  const busy = useRef(false)

  const done = (refund: Refund, newest: Operation) => {
    removeDraft(draftName(operationId))
    replace(newest)
    onDone(refund, newest)
  }
  const check = async (sentDraft: RefundDraft) => {
    setPhase({ name: 'checking' })
    try {
      const newest = await readAgain()
      const made = sentDraft.sent && madeBy(sentDraft.sent, newest)
      if (made) done(made, newest)
      else setPhase({ name: 'notDone' })
    } catch {
      setPhase({ name: 'unknown' })
    }
  }
  // Reloaded while it was being sent: its outcome first.
  const opened = useRef({ draft, check })
  useEffect(() => {
    if (opened.current.draft.sent) void opened.current.check(opened.current.draft)
  }, [])

  const send = async (remaining: number) => {
    const { amount } = draft
    if (busy.current || amount === null) return
    busy.current = true
    const ready = sending(draft, operation)
    keep(ready)
    setPhase({ name: 'sending' })
    try {
      const call = {
        params: { merchantId, operationId },
        body: bodyOf(draft, amount, remaining, refundCapture(operation, draft.captureId)?.id),
        key: ready.key,
      }
      const answer = await runAction(operationId, () => write(operationRefund, call))
      done(answer.refund, answer.operation)
    } catch (error) {
      if (leavesOpen(error)) await check(ready)
      else {
        keep(refused(ready, newKey))
        const stale = isApiFailure(error) && error.type === 'StaleAmount'
        const read = readAgain().catch(() => {})
        // The figure to confirm anew stands there together with the refusal, not some seconds later.
        if (stale) await read
        setPhase({ name: 'refused', error, ...(stale && { remainingBefore: remaining }) })
      }
    } finally {
      busy.current = false
    }
  }

  return {
    draft,
    phase,
    change: (content: Parameters<typeof withContent>[1]) => {
      if (busy.current) return
      keep(withContent(draft, content, newKey))
      setPhase({ name: 'writing' })
    },
    send,
    check: () => void check(draft),
    begunBefore,
    startAnew,
    forget: () => removeDraft(draftName(operationId)),
  }
}
