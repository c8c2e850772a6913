import type { BulkRow } from '#contract/bulkOperations'
import type { BodyInput } from '#contract/endpoint'
import { operationCapture, operationRefund, operationRefundUndo } from '#contract/operationVerbs'
import { refundRequestCreate } from '#contract/refundRequests'
import { isApiFailure, leavesOpen } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import type { Mode } from '../api/requestMode.ts'
import { onDevice } from '../api/shopNow.ts'
import { write } from '../api/write.ts'
import { failureText } from '../operation/FailureCard.tsx'
import type { HeldRefund, Sent } from './bulkRun.ts'

/** Why money goes back, the same for all of them. */
export type BulkReason = Pick<BodyInput<typeof operationRefund>, 'reason' | 'comment'>

/** Whose operations they are, and in which mode: as it was when the dialog opened, whatever is switched meanwhile. */
export type BulkPlace = { merchantId: string; mode: Mode }

/** One line by its own call, under its own key; the amount is the one that was shown, so that another one is refused. */
export async function sendBulkLine(
  { merchantId, mode }: BulkPlace,
  { id, will, amount }: BulkRow,
  key: string,
  reason: BulkReason,
): Promise<Sent> {
  const to = { params: { merchantId, operationId: id }, key, mode }
  try {
    if (will === 'capture') await write(operationCapture, { ...to, body: { amount } })
    else if (will === 'ask') {
      await write(refundRequestCreate, { ...to, body: { amount, ...reason } })
      return { name: 'asked' }
    } else {
      const { refund } = await write(operationRefund, { ...to, body: { amount, expectedRemaining: amount, ...reason } })
      const { id: refundId, releaseAt } = refund
      const held = releaseAt !== null && { operationId: id, refundId, amount, leavesAt: onDevice(releaseAt, mode), undoKey: newKey() }
      return { name: 'done', held: held || null }
    }
    return { name: 'done', held: null }
  } catch (error) {
    return leavesOpen(error) ? { name: 'unknown' } : { name: 'refused', message: failureText(error) }
  }
}

/** What came of taking a refund back: it had left already (`gone`), or nobody can say yet. */
export type UndoOutcome = 'undone' | 'gone' | 'unknown'

/** Takes one back under its own key; told as gone only where the server says so. */
export async function undoHeld({ merchantId, mode }: BulkPlace, { operationId, refundId, undoKey: key }: HeldRefund): Promise<UndoOutcome> {
  try {
    await write(operationRefundUndo, { params: { merchantId, operationId, refundId }, mode, key })
    return 'undone'
  } catch (error) {
    return isApiFailure(error) && error.type === 'UndoNotAllowed' ? 'gone' : 'unknown'
  }
}
