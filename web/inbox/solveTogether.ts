import type { WorkItem } from '#contract/inbox'
import { operationCapture, operationConfirm } from '#contract/operationVerbs'
import { leavesOpen } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { failureText } from '../operation/FailureCard.tsx'

/** Kinds that one button solves together. */
export type TogetherKind = 'confirmation' | 'capture'

/** How one of several stands; `unknown`: it may or may not have been done. */
export type Step = { state: 'waiting' | 'sending' | 'done' | 'unknown' } | { state: 'refused'; message: string }

/**
 * Does one item by the call that its own dialog makes, under its own key: sent again, it is done once. A capture takes the amount that was shown,
 * so that a colleague's partial capture in between is refused and not added to.
 */
export async function solveOne(merchantId: string, kind: TogetherKind, { objectId, amount }: WorkItem, key: string): Promise<Step> {
  const params = { merchantId, operationId: objectId }
  try {
    if (kind === 'confirmation') await write(operationConfirm, { params, key })
    else await write(operationCapture, { params, body: amount === null ? {} : { amount }, key })
    return { state: 'done' }
  } catch (error) {
    return leavesOpen(error) ? { state: 'unknown' } : { state: 'refused', message: failureText(error) }
  }
}
