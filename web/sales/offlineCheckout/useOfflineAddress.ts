import { useMemo } from 'react'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths, type Search } from '../../platform/routes/paths.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { readOfflineAddress, type OfflineAddress } from './offlineAddress.ts'

/** The page's URL state, and a function that builds the URL of another state; a chosen view is kept. */
export function useOfflineAddress(): OfflineAddress & { hrefOf: (search: Search) => string } {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const address = useMemo(() => readOfflineAddress(search), [search])
  return { ...address, hrefOf: (changes) => paths.checkoutOffline(merchantId, { view: address.view, ...changes, ...flag }) }
}
