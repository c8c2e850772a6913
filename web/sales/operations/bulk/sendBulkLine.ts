import type { BulkRow } from '#contract/sales/bulkOperations'
import type { BodyInput } from '#contract/platform/endpoint'
import { operationCapture, operationRefund, operationRefundUndo } from '#contract/sales/operationVerbs'
import { refundRequestCreate } from '#contract/sales/refundRequests'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { newKey } from '../../../platform/api/call.ts'
import type { Mode } from '../../../platform/api/requestMode.ts'
import { onDevice } from '../../../platform/api/merchantNow.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { runAction } from '../../operationStatus/runningActions.ts'
import { sendIdempotent, type Settled } from '../../../platform/requests/useIdempotentRequest.ts'
import type { HeldRefund, EndedLine } from './bulkRun.ts'

/** The reason shared by all refunds. */
export type BulkReason = Pick<BodyInput<typeof operationRefund>, 'reason' | 'comment'>

/** Merchant and mode as they were when the dialog was opened, even if switched meanwhile. */
export type BulkScope = { merchantId: string; mode: Mode }

type SendOptions = { onUnknown: () => void; stop: AbortSignal }

/** Sends a line with its own request and idempotency key; the shown amount acts as an optimistic lock. Null: the dialog was closed meanwhile. */
export async function sendBulkLine(
  scope: BulkScope,
  { id, will, amount }: BulkRow,
  reason: BulkReason,
  options: SendOptions,
): Promise<EndedLine | null> {
  const { merchantId, mode } = scope
  const around = <T>(send: () => Promise<T>) => runAction(id, send)
  const to = { params: { merchantId, operationId: id }, key: newKey(), mode }
  if (will === 'capture') return sentOf(await sendIdempotent(operationCapture, { ...to, body: { amount } }, { ...options, around }))
  if (will === 'ask') {
    const requested = await sendIdempotent(refundRequestCreate, { ...to, body: { amount, ...reason } }, { ...options, around })
    return requested.state === 'done' ? { name: 'asked' } : sentOf(requested)
  }
  const settled = await sendIdempotent(
    operationRefund,
    { ...to, body: { amount, expectedRemaining: amount, ...reason } },
    { ...options, around },
  )
  const refund = settled.state === 'done' ? settled.answer?.refund : undefined
  if (!refund || refund.releaseAt === null) return sentOf(settled)
  const held = { operationId: id, refundId: refund.id, amount, releasesAt: onDevice(refund.releaseAt, mode), undoKey: newKey() }
  return { name: 'done', held }
}

function sentOf(settled: Settled<unknown>): EndedLine | null {
  if (settled.state === 'left') return null
  if (settled.state === 'done') return { name: 'done', held: null }
  return { name: 'refused', message: settled.state === 'absent' ? t('operations.outcome.notArrived') : failureText(settled.error) }
}

/** Outcome of an undo; `tooLate`: the refund had already been released. */
export type UndoOutcome = 'undone' | 'tooLate' | 'unknown'

/** Undoes a held refund with its own idempotency key; `tooLate` only if the server says so. */
export async function undoHeld({ merchantId, mode }: BulkScope, { operationId, refundId, undoKey: key }: HeldRefund): Promise<UndoOutcome> {
  try {
    await write(operationRefundUndo, { params: { merchantId, operationId, refundId }, mode, key })
    return 'undone'
  } catch (error) {
    return isApiFailure(error) && error.type === 'UndoNotAllowed' ? 'tooLate' : 'unknown'
  }
}
