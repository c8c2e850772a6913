import { useQuery } from '@tanstack/react-query'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { CartSection } from '../preferences/CartSection.tsx'
import { KeysSection } from './KeysSection.tsx'
import { cartRead, keysRead } from '../preferences/preferenceReads.ts'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'

/** Starts the reads before the page is rendered; keys only for members who may see them. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(cartRead(params['merchantId'] ?? ''))
}

/** The cart limits and, for owners and admins, the keys. */
function Preferences() {
  const { merchantId, may, flag } = useMerchant()
  const { search } = useAddress()
  const seesKeys = may('keyList')
  const cart = useQuery(cartRead(merchantId))
  // Loaded now, rendered once its position is known.
  useQuery({ ...keysRead(merchantId), enabled: seesKeys })
  return (
    <PreferencesFrame current="general">
      <div className="grid gap-11 max-md:gap-6">
        <CartSection />
        {seesKeys && cart.isFetched && <KeysSection />}
      </div>
      {!seesKeys && search['dialog'] !== undefined && (
        <AddressDialog isAllowed={false} onClose={() => go(paths.preferences(merchantId, flag), { replace: true, keepScroll: true })} />
      )}
    </PreferencesFrame>
  )
}

export const PreferencesPage: Screen = { component: Preferences, loader }
