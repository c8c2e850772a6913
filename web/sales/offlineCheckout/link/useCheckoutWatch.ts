import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkoutOfflineCheck, type OfflineCheckout } from '#contract/sales/offlineCheckout'
import { load } from '../../../platform/api/load.ts'
import { query } from '../../../platform/api/query.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { watchCheckout, type Watch } from './watchCheckout.ts'

/** A plain read of a link, without long polling. */
const checkRead = (merchantId: string, orderUuid: string) => query(checkoutOfflineCheck, { params: { merchantId, orderUuid } })

export type WatchedCheckout = {
  checkout: OfflineCheckout | undefined
  /** The first read failed. */
  error: unknown
  /** Time of the last response, and whether the latest request failed. */
  updatedAt: Date | null
  silent: boolean
  /** Polls immediately. */
  refresh: () => void
  /** Applies the response of another call. */
  applyCheckout: (checkout: OfflineCheckout) => void
}

/** Polls a link while its page is open (docs/domain.md#checkout-links); stops when the link has ended. */
export function useCheckoutWatch(orderUuid: string): WatchedCheckout {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { queryKey } = checkRead(merchantId, orderUuid)
  const { data: checkout } = useQuery({ ...checkRead(merchantId, orderUuid), enabled: false })
  const [updatedAt, setUpdatedAt] = useState<Date | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const watch = useRef<Watch | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const following = watchCheckout({
      ask: (search, signal) => load(checkoutOfflineCheck, { params: { merchantId, orderUuid }, query: search, signal }),
      onAnswer: (answer) => {
        client.setQueryData<OfflineCheckout>(queryKey, answer)
        setUpdatedAt(serverNow())
        setFailure(null)
      },
      onFailure: setFailure,
      hidden: () => document.hidden,
    })
    watch.current = following
    const onVisible = () => !document.hidden && following.refresh()
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', following.refresh)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('online', following.refresh)
      following.stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the query key derives from these
  }, [merchantId, orderUuid, client, attempt])

  return {
    checkout,
    error: checkout === undefined ? failure : null,
    updatedAt,
    silent: failure !== null && checkout !== undefined,
    // A stopped watch is restarted: "Comprobar" always polls.
    refresh: () => (checkout?.status === 'pending' ? watch.current?.refresh() : setAttempt(attempt + 1)),
    applyCheckout: (answer) => {
      client.setQueryData<OfflineCheckout>(queryKey, answer)
      watch.current?.refresh()
    },
  }
}
