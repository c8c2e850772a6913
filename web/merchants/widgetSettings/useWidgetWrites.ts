import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Widget } from '#contract/merchants/preferences'
import { isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { widgetRead } from '../preferences/preferenceReads.ts'

export type WidgetWrite = 'save' | 'publish' | 'restore'

type At = { params: { merchantId: string; view: string }; revision: number; key: string }

/** Writes of one widget, one after the other, each with the current revision; each answer becomes the new state. One that is repeated after a lost answer is done once. */
export function useWidgetWrites({ view, revision }: Pick<Widget, 'view' | 'revision'>) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { queryKey } = widgetRead(merchantId, view)
  const [busy, setBusy] = useState<WidgetWrite | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { keyOf, forget } = useContentKey()
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  return {
    busy,
    error,
    forget: () => setError(null),
    readAgain: () => client.invalidateQueries({ queryKey }),
    /** `content`: what is written. True when it was done; a refusal is in `error`. */
    send(what: WidgetWrite, content: unknown, call: (at: At) => Promise<Widget>): Promise<boolean> {
      const next = turn.current.then(async () => {
        setBusy(what)
        setError(null)
        try {
          const current = client.getQueryData(queryKey)?.revision ?? revision
          const key = keyOf([what, content, current])
          client.setQueryData(queryKey, await call({ params: { merchantId, view }, revision: current, key }))
          return true
        } catch (failure) {
          if (!isOutcomeUnknown(failure)) forget()
          setError(failure)
          return false
        } finally {
          setBusy(null)
        }
      })
      turn.current = next
      return next
    },
  }
}
