import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import { type checkoutOfflineCreate, checkoutOfflineResend, type OfflineCheckout } from '#contract/sales/offlineCheckout'
import { operationCancel } from '#contract/sales/operationVerbs'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useAnotherLink } from '../../operationStatus/useAnotherLink.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { useIdempotentSend } from '../../../platform/requests/useIdempotentSend.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { withAmount } from '../requestOf.ts'

export type CreatedLink = AnswerOf<typeof checkoutOfflineCreate>
type OriginalRequest = Parameters<typeof withAmount>[0]

/** A clone with another amount includes it, in cents. */
type LinkAction = 'resend' | 'cancel' | 'clone' | `clone ${number}`

/** Actions on a link: one at a time, each retried until its outcome is known. */
export function useLinkActions(
  checkout: OfflineCheckout,
  {
    applyCheckout,
    refresh,
    onCreated,
  }: { applyCheckout: (newest: OfflineCheckout) => void; refresh: () => void; onCreated: (created: CreatedLink) => void },
) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [running, setRunning] = useState<LinkAction | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { checking, send } = useIdempotentSend()
  const anotherLink = useAnotherLink()
  const params = { merchantId, orderUuid: checkout.id }

  const run = async (action: LinkAction, act: () => Promise<void>): Promise<boolean> => {
    if (running !== null) return false
    setRunning(action)
    setProblem(null)
    try {
      await act()
      return true
    } catch (error) {
      setProblem(wordsOf(error))
      refresh()
      return false
    } finally {
      setRunning(null)
    }
  }

  return {
    running,
    problem,
    /** An action got no response and its outcome is being checked. */
    checking: checking || anotherLink.checking,
    resend: (body: BodyInput<typeof checkoutOfflineResend> = {}) =>
      run('resend', async () => {
        const done = await send(checkoutOfflineResend, { params, body })
        if (!done) return
        // A stored idempotent response may be older than what the page shows.
        if (done.answer && !done.isRecovered) applyCheckout(done.answer)
        else refresh()
        showToast(t('offlineCheckout.resend.done'), { key: 'resend' })
      }),
    cancel: () =>
      run('cancel', async () => {
        await send(operationCancel, { params: { merchantId, operationId: checkout.operationId }, body: {} })
        void client.invalidateQueries({ queryKey: ['operationList'] })
        refresh()
      }),
    /** Replaces this link with a new one like it. With `amount`, in cents, creates a second link and keeps this one, on which the customer reads their rights. */
    clone: (amount?: number) =>
      run(amount === undefined ? 'clone' : `clone ${amount}`, async () => {
        const other = amount !== undefined && {
          amount,
          bodyOf: (original: OriginalRequest) => withAmount(original, amount, t('offlineCheckout.concept')),
        }
        const newLink = await anotherLink.make(checkout.id, other || undefined)
        if (newLink) onCreated(newLink)
      }),
    forgetProblem: () => setProblem(null),
  }
}
export type LinkActions = ReturnType<typeof useLinkActions>

function wordsOf(error: unknown): string {
  if (isApiFailure(error) && error.fields.size > 0) return [...error.fields.values()].map(({ message }) => message).join(' ')
  return failureText(error)
}
