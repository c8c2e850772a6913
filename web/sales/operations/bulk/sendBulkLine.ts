import type { BulkRow } from '#contract/sales/bulkOperations'
import type { BodyInput } from '#contract/platform/endpoint'
import { operationCapture, operationRefund, operationRefundUndo } from '#contract/sales/operationVerbs'
import { refundRequestCreate } from '#contract/sales/refundRequests'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { newKey } from '../../../platform/api/call.ts'
import type { Mode } from '../../../platform/api/requestMode.ts'
import { onDevice } from '../../../platform/api/shopNow.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { runAction } from '../../operation/runningActions.ts'
import { sendSurely, type Settled } from '../../../platform/shared/sendSurely.ts'
import type { HeldRefund, Sent } from './bulkRun.ts'

/** Why money goes back, the same for all of them. */
export type BulkReason = Pick<BodyInput<typeof operationRefund>, 'reason' | 'comment'>

/** Whose operations they are, and in which mode: as it was when the dialog opened, whatever is switched meanwhile. */
export type BulkPlace = { merchantId: string; mode: Mode }

type How = { onUnknown: () => void; stop: AbortSignal }

/** One line by its own call, under a key of its own; the amount is the one that was shown, so that another one is refused. Null: nobody waits for it. */
export async function sendBulkLine(place: BulkPlace, { id, will, amount }: BulkRow, reason: BulkReason, how: How): Promise<Sent | null> {
  const { merchantId, mode } = place
  const around = <T>(send: () => Promise<T>) => runAction(id, send)
  const to = { params: { merchantId, operationId: id }, key: newKey(), mode }
  if (will === 'capture') return sentOf(await sendSurely(operationCapture, { ...to, body: { amount } }, { ...how, around }))
  if (will === 'ask') {
    const asked = await sendSurely(refundRequestCreate, { ...to, body: { amount, ...reason } }, { ...how, around })
    return asked.state === 'done' ? { name: 'asked' } : sentOf(asked)
  }
  const settled = await sendSurely(operationRefund, { ...to, body: { amount, expectedRemaining: amount, ...reason } }, { ...how, around })
  const refund = settled.state === 'done' ? settled.answer?.refund : undefined
  if (!refund || refund.releaseAt === null) return sentOf(settled)
  const held = { operationId: id, refundId: refund.id, amount, leavesAt: onDevice(refund.releaseAt, mode), undoKey: newKey() }
  return { name: 'done', held }
}

function sentOf(settled: Settled<unknown>): Sent | null {
  if (settled.state === 'left') return null
  if (settled.state === 'done') return { name: 'done', held: null }
  return { name: 'refused', message: settled.state === 'absent' ? t('operations.outcome.notArrived') : failureText(settled.error) }
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
