import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint'
import { checkoutOfflineResend, type OfflineCheckout } from '#contract/offlineCheckout'
import { operationCancel } from '#contract/operationVerbs'
import { isApiFailure, leavesOpen } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { openRequests } from '../operation/openRequests.ts'
import { useAnotherLink } from '../operation/useAnotherLink.ts'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import { withAmount } from './requestOf.ts'
import type { MadeLink } from './useSale.ts'

type Asked = Parameters<typeof withAmount>[0]

/** A clone for another amount names it, in cents. */
export type LinkAction = 'resend' | 'cancel' | 'clone' | `clone ${number}`

/** What a shop can do with a link besides showing it: one at a time, each the same request until it is answered. */
export function useLinkActions(
  checkout: OfflineCheckout,
  { take, ask, onMade }: { take: (newest: OfflineCheckout) => void; ask: () => void; onMade: (made: MadeLink) => void },
) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [running, setRunning] = useState<LinkAction | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [resendOnce] = useState(() => openRequests<BodyInput<typeof checkoutOfflineResend>>())
  const [cancelOnce] = useState(() => openRequests<BodyInput<typeof operationCancel>>())
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
      setProblem(leavesOpen(error) ? t('offlineCheckout.failed.actionUnknown') : wordsOf(error))
      ask()
      return false
    } finally {
      setRunning(null)
    }
  }

  return {
    running,
    problem,
    resend: (body: BodyInput<typeof checkoutOfflineResend> = {}) =>
      run('resend', async () => {
        const send = (asked: typeof body, key: string) => write(checkoutOfflineResend, { params, body: asked, key })
        take(await resendOnce(JSON.stringify(body), () => body, send))
        showToast(t('offlineCheckout.resend.done'), { key: 'resend' })
      }),
    cancel: () =>
      run('cancel', async () => {
        const send = (body: BodyInput<typeof operationCancel>, key: string) =>
          write(operationCancel, { params: { merchantId, operationId: checkout.operationId }, key, body })
        await cancelOnce('', () => ({}), send)
        void client.invalidateQueries({ queryKey: ['operationList'] })
        ask()
      }),
    /** Makes a link like this one in its place; `amount`: for another amount, in cents, beside this one, on which its customer reads their rights. */
    clone: (amount?: number) =>
      run(amount === undefined ? 'clone' : `clone ${amount}`, async () => {
        const other = amount !== undefined && { amount, bodyOf: (asked: Asked) => withAmount(asked, amount, t('offlineCheckout.concept')) }
        onMade(await anotherLink(checkout.id, other || undefined))
      }),
    forgetProblem: () => setProblem(null),
  }
}
export type LinkActions = ReturnType<typeof useLinkActions>

function wordsOf(error: unknown): string {
  if (isApiFailure(error) && error.fields.size > 0) return [...error.fields.values()].map(({ message }) => message).join(' ')
  return failureText(error)
}
