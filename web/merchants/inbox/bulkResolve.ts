import type { WorkItem } from '#contract/merchants/inbox'
import { operationCapture, operationConfirm } from '#contract/sales/operationVerbs'
import { newKey } from '../../platform/api/call.ts'
import { requestMode } from '../../platform/api/requestMode.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { sendIdempotent } from '../../platform/requests/useIdempotentRequest.ts'

/** Kinds with a bulk action. */
export type BulkKind = 'confirmation' | 'capture'

/** State of one item; `unknown`: it may have been done, and its outcome is being polled. */
export type Step = { state: 'waiting' | 'sending' | 'done' | 'unknown' } | { state: 'refused'; message: string }

type How = { onUnknown: () => void; stop: AbortSignal }

/**
 * Resolves one item with the same call as its own dialog, under its own idempotency key, and resolves to the final outcome; null when the caller stopped
 * waiting. A capture sends the amount that was shown, so that a concurrent partial capture makes it fail instead of adding up.
 */
export async function resolveItem(merchantId: string, kind: BulkKind, { objectId, amount }: WorkItem, how: How): Promise<Step | null> {
  const to = { params: { merchantId, operationId: objectId }, key: newKey(), mode: requestMode() }
  const settled =
    kind === 'confirmation'
      ? await sendIdempotent(operationConfirm, { ...to, body: undefined }, how)
      : await sendIdempotent(operationCapture, { ...to, body: amount === null ? {} : { amount } }, how)
  if (settled.state === 'left') return null
  if (settled.state === 'done') return { state: 'done' }
  return { state: 'refused', message: settled.state === 'absent' ? t('operations.outcome.notArrived') : failureText(settled.error) }
}
