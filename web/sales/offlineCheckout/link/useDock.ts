import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { checkoutOfflineCheck, checkoutOfflineList } from '#contract/sales/offlineCheckout'
import { load } from '../../../platform/api/load.ts'
import { query } from '../../../platform/api/query.ts'
import { shopNow } from '../../../platform/api/shopNow.ts'
import { usePolled } from '../../../platform/requests/usePolled.ts'
import { useShop } from '../../../platform/requests/useShop.ts'
import { outcomeOf } from './ladder.ts'
import { signal } from '../tillSignals.ts'

export type DockedLink = AnswerOf<typeof checkoutOfflineList>['results'][number]

const everyMs = 5_000
const mostEnded = 4

/** The links that wait at the counter, newest first; those that ended while this till was open come before them until they are looked at. */
export function useDock(present: string | null): DockedLink[] {
  const { merchantId } = useShop()
  const read = query(checkoutOfflineList, { params: { merchantId }, query: { pending: 'yes' } })
  const { data, refetch } = useQuery(read)
  usePolled(async () => void (await refetch()), everyMs)
  const [ended, setEnded] = useState<readonly DockedLink[]>([])
  const before = useRef<readonly DockedLink[]>([])
  const seen = useRef(new Set<string>())
  useEffect(() => {
    if (present !== null) seen.current.add(present)
    void refetch()
  }, [present, refetch])
  // One that was looked at has said what it had to say.
  const [looked, setLooked] = useState(present)
  if (looked !== present) {
    setLooked(present)
    setEnded(ended.filter(({ id }) => id !== present))
  }
  useEffect(() => {
    if (!data) return
    const gone = before.current.filter(({ id }) => !data.results.some((link) => link.id === id))
    before.current = data.results
    for (const { id } of gone) {
      // One that was on the screen has been followed by its own page.
      if (seen.current.has(id)) continue
      void load(checkoutOfflineCheck, { params: { merchantId, orderUuid: id } })
        .then((link) => {
          const outcome = outcomeOf(link, shopNow())
          if (outcome === null || outcome === 'cancelled' || outcome === 'replaced') return
          signal(outcome === 'approved' ? 'approved' : 'ended')
          setEnded((links) => [link, ...links.filter((one) => one.id !== id)].slice(0, mostEnded))
        })
        .catch(() => {}) // it stands in the list of operations
    }
  }, [data, merchantId])
  return [...ended, ...(data?.results ?? [])].filter(({ id }) => id !== present)
}
