import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BodyInput } from '#contract/endpoint'
import { checkoutOfflineCopy, checkoutOfflineCreate, checkoutOfflineResend, type OfflineCheckout } from '#contract/offlineCheckout'
import { operationCancel } from '#contract/operationVerbs'
import { isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { load } from '../api/load.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import type { MadeLink } from './useSale.ts'

export type LinkAction = 'resend' | 'cancel' | 'clone'

/** What a shop can do with a link besides showing it: one at a time, each under a key of its own until it is answered. */
export function useLinkActions(
  checkout: OfflineCheckout,
  { take, ask, onMade }: { take: (newest: OfflineCheckout) => void; ask: () => void; onMade: (made: MadeLink) => void },
) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [running, setRunning] = useState<LinkAction | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const keys = useRef<Partial<Record<LinkAction, string>>>({})
  const params = { merchantId, orderUuid: checkout.id }

  const run = async (action: LinkAction, make: (key: string) => Promise<void>): Promise<boolean> => {
    if (running !== null) return false
    setRunning(action)
    setProblem(null)
    const key = (keys.current[action] ??= newKey())
    try {
      await make(key)
      delete keys.current[action]
      return true
    } catch (error) {
      // Without an answer the same request goes again under the same key, so that it is done once.
      const open = !isApiFailure(error) || error.outcomeUnknown
      if (!open) delete keys.current[action]
      setProblem(open ? t('offlineCheckout.failed.actionUnknown') : wordsOf(error))
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
      run('resend', async (key) => {
        take(await write(checkoutOfflineResend, { params, body, key }))
        showToast(t('offlineCheckout.resend.done'), { key: 'resend' })
      }),
    cancel: () =>
      run('cancel', async (key) => {
        await write(operationCancel, { params: { merchantId, operationId: checkout.operationId }, key, body: {} })
        void client.invalidateQueries({ queryKey: ['operationList'] })
        ask()
      }),
    clone: () =>
      run('clone', async (key) => {
        const body = await load(checkoutOfflineCopy, { params })
        onMade(await write(checkoutOfflineCreate, { params: { merchantId }, body: { ...body, allowDuplicate: true }, key }))
      }),
    forgetProblem: () => setProblem(null),
  }
}
export type LinkActions = ReturnType<typeof useLinkActions>

function wordsOf(error: unknown): string {
  if (isApiFailure(error) && error.fields.size > 0) return [...error.fields.values()].map(({ message }) => message).join(' ')
  return failureText(error)
}
