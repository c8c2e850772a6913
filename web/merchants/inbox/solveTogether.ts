import type { WorkItem } from '#contract/merchants/inbox'
import { operationCapture, operationConfirm } from '#contract/sales/operationVerbs'
import { newKey } from '../../platform/api/call.ts'
import { requestMode } from '../../platform/api/requestMode.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { sendSurely } from '../../platform/shared/sendSurely.ts'

/** Kinds that one button solves together. */
export type TogetherKind = 'confirmation' | 'capture'

/** How one of several stands; `unknown`: it may or may not have been done, and is being asked after. */
export type Step = { state: 'waiting' | 'sending' | 'done' | 'unknown' } | { state: 'refused'; message: string }

type How = { onUnknown: () => void; stop: AbortSignal }

/**
 * Does one item by the call that its own dialog makes, under a key of its own, and tells what came of it for certain; null: nobody waits for that. A
 * capture takes the amount that was shown, so that a colleague's partial capture in between is refused and not added to.
 */
export async function solveOne(merchantId: string, kind: TogetherKind, { objectId, amount }: WorkItem, how: How): Promise<Step | null> {
  const to = { params: { merchantId, operationId: objectId }, key: newKey(), mode: requestMode() }
  const settled =
    kind === 'confirmation'
      ? await sendSurely(operationConfirm, { ...to, body: undefined }, how)
      : await sendSurely(operationCapture, { ...to, body: amount === null ? {} : { amount } }, how)
  if (settled.state === 'left') return null
  if (settled.state === 'done') return { state: 'done' }
  return { state: 'refused', message: settled.state === 'absent' ? t('operations.outcome.notArrived') : failureText(settled.error) }
}
