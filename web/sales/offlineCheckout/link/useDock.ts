import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { checkoutOfflineCheck, checkoutOfflineList } from '#contract/sales/offlineCheckout'
import { load } from '../../../platform/api/load.ts'
import { query } from '../../../platform/api/query.ts'
import { merchantNow } from '../../../platform/api/merchantNow.ts'
import { usePolled } from '../../../platform/requests/usePolled.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { outcomeOf } from './progressSteps.ts'
import { signal } from '../tillSignals.ts'

export type DockedLink = AnswerOf<typeof checkoutOfflineList>['results'][number]

const pollMs = 5_000
const maxEnded = 4

/** Open links of the till, newest first, preceded by those that ended while this till was open, until they are opened. */
export function useDock(currentId: string | null): DockedLink[] {
  const { merchantId } = useMerchant()
  const read = query(checkoutOfflineList, { params: { merchantId }, query: { pending: 'yes' } })
  const { data, refetch } = useQuery(read)
  usePolled(async () => void (await refetch()), pollMs)
  const [ended, setEnded] = useState<readonly DockedLink[]>([])
  const before = useRef<readonly DockedLink[]>([])
  const openedIds = useRef(new Set<string>())
  useEffect(() => {
    if (currentId !== null) openedIds.current.add(currentId)
    void refetch()
  }, [currentId, refetch])
  // An opened link is removed from the ended ones.
  const [openedId, setOpenedId] = useState(currentId)
  if (openedId !== currentId) {
    setOpenedId(currentId)
    setEnded(ended.filter(({ id }) => id !== currentId))
  }
  useEffect(() => {
    if (!data) return
    const removed = before.current.filter(({ id }) => !data.results.some((link) => link.id === id))
    before.current = data.results
    for (const { id } of removed) {
      // A link that was opened has been followed on its own page.
      if (openedIds.current.has(id)) continue
      void load(checkoutOfflineCheck, { params: { merchantId, orderUuid: id } })
        .then((link) => {
          const outcome = outcomeOf(link, merchantNow())
          if (outcome === null || outcome === 'cancelled' || outcome === 'replaced') return
          signal(outcome === 'approved' ? 'approved' : 'ended')
          setEnded((links) => [link, ...links.filter((one) => one.id !== id)].slice(0, maxEnded))
        })
        .catch(() => {}) // it is still in the list of operations
    }
  }, [data, merchantId])
  return [...ended, ...(data?.results ?? [])].filter(({ id }) => id !== currentId)
}
