import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { ComingTerms, merchantConfiguration } from '#contract/merchants/merchants'
import type { ProductOffer } from '#domain/sales/plans/offer'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { keepInTab, readFromTab } from '../../platform/session/drafts.ts'
import { campaignsOf, type OfferedDeal } from './campaignsOf.ts'
import { offersOf } from './offersOf.ts'

type Configuration = AnswerOf<typeof merchantConfiguration>
type StoredTerms = { at: number; configuration: Configuration }

/** Key of the shop's terms in session storage: per user, shop and mode, deleted on sign-out. */
const place = 'terms'

function readKept(): StoredTerms | null {
  const value = readFromTab(place)
  if (typeof value !== 'object' || value === null) return null
  const { at, configuration } = value as Partial<StoredTerms> // written by this tab; the properties in use are checked below
  const isWhole = Array.isArray(configuration?.products) && Array.isArray(configuration.campaigns) && Array.isArray(configuration.coming)
  return typeof at === 'number' && isWhole ? { at, configuration } : null
}

/** The shop's terms and when they were fetched; offline those last cached in this tab. */
export type Terms = {
  offers: readonly ProductOffer[] | null
  /** Current and future campaigns of the whole catalogue. */
  campaigns: readonly OfferedDeal[]
  /** Changes of the terms that begin on a later day. */
  coming: readonly ComingTerms[]
  /** Epoch milliseconds; 0 before the first fetch. */
  knownAt: number
  error: unknown
  fetching: boolean
  retry: () => void
}

/** Reads the shop's configuration and caches it for offline use. */
export function useTerms(): Terms {
  const { merchantId, mode } = useMerchant()
  // The cache belongs to one shop and mode.
  const scope = `${merchantId} ${mode}`
  const [cache, setCache] = useState(() => ({ scope, kept: readKept() }))
  if (cache.scope !== scope) setCache({ scope, kept: readKept() })
  const { kept } = cache
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...configurationRead(merchantId),
    staleTime: 60_000,
    ...(kept && { initialData: kept.configuration, initialDataUpdatedAt: kept.at }),
  })
  useEffect(() => {
    if (data) keepInTab(place, { at: dataUpdatedAt, configuration: data } satisfies StoredTerms)
  }, [data, dataUpdatedAt])
  const offers = useMemo(() => (data ? offersOf(data.products) : null), [data])
  const campaigns = useMemo(() => campaignsOf(data?.campaigns ?? []), [data])
  return {
    offers,
    campaigns,
    coming: data?.coming ?? [],
    knownAt: data ? dataUpdatedAt : 0,
    error,
    fetching: isFetching,
    retry: () => void refetch(),
  }
}
