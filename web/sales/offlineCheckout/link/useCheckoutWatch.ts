import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkoutOfflineCheck, type OfflineCheckout } from '#contract/sales/offlineCheckout'
import { load } from '../../../platform/api/load.ts'
import { query } from '../../../platform/api/query.ts'
import { serverNow } from '../../../platform/api/serverClock.ts'
import { useShop } from '../../../platform/requests/useShop.ts'
import { watchCheckout, type Watch } from './watchCheckout.ts'

/** One read of a link, without waiting. */
const checkRead = (merchantId: string, orderUuid: string) => query(checkoutOfflineCheck, { params: { merchantId, orderUuid } })

export type WatchedCheckout = {
  checkout: OfflineCheckout | undefined
  /** The first read failed. */
  error: unknown
  /** When it was last heard of, and whether the latest question got no answer. */
  heardAt: Date | null
  silent: boolean
  /** Asks at once. */
  ask: () => void
  /** Takes over what another call answered. */
  take: (checkout: OfflineCheckout) => void
}

/** Follows one link while its page is open (docs/domain.md#checkout-links); stops by itself at its end. */
export function useCheckoutWatch(orderUuid: string): WatchedCheckout {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const { queryKey } = checkRead(merchantId, orderUuid)
  const { data: checkout } = useQuery({ ...checkRead(merchantId, orderUuid), enabled: false })
  const [heardAt, setHeardAt] = useState<Date | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const watch = useRef<Watch | null>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    const following = watchCheckout({
      ask: (asked, signal) => load(checkoutOfflineCheck, { params: { merchantId, orderUuid }, query: asked, signal }),
      onAnswer: (answer) => {
        client.setQueryData<OfflineCheckout>(queryKey, answer)
        setHeardAt(serverNow())
        setFailure(null)
      },
      onFailure: setFailure,
      hidden: () => document.hidden,
    })
    watch.current = following
    const back = () => !document.hidden && following.wake()
    document.addEventListener('visibilitychange', back)
    addEventListener('online', following.wake)
    return () => {
      document.removeEventListener('visibilitychange', back)
      removeEventListener('online', following.wake)
      following.stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key is made of shop, link and mode, which these name
  }, [merchantId, orderUuid, client, round])

  return {
    checkout,
    error: checkout === undefined ? failure : null,
    heardAt,
    silent: failure !== null && checkout !== undefined,
    // A watch that has ended starts again: "Comprobar" always asks.
    ask: () => (checkout?.status === 'pending' ? watch.current?.wake() : setRound(round + 1)),
    take: (answer) => {
      client.setQueryData<OfflineCheckout>(queryKey, answer)
      watch.current?.wake()
    },
  }
}
