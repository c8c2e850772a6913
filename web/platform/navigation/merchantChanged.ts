import { merchantDetail } from '#contract/merchants/merchants'
import { queryClient } from '../api/queryClient.ts'
import { query } from '../api/query.ts'
import { setShopAhead } from '../api/shopNow.ts'
import { setRequestMode, type Mode } from '../api/requestMode.ts'
import { modeOf } from './modeOf.ts'
import { writeMode } from '../routes/modeStorage.ts'
import { clientState, updateState } from '../session/session.ts'

/** Makes a shop the present one, in the mode that was saved for it. */
export function selectMerchant(merchantId: string): void {
  const { merchantId: previous } = clientState.get()
  const mode = modeOf(merchantId)
  setRequestMode(mode)
  updateState({ merchantId, previousMerchantId: previous, mode })
}

/** Switches the present shop between real and test. Lists of the other mode are other entries of the cache. */
export function switchMode(mode: Mode): void {
  const { merchantId, merchants } = clientState.get()
  if (merchantId === null) return
  writeMode(merchantId, merchants, mode)
  setRequestMode(mode)
  updateState({ mode })
}

/**
 * Asks for the shop's data before a protected route. The route is not held up: the list of shops just loaded serves
 * until the answer is there, and when its status is another one, `changed` has the rules asked again. An answer of at most
 * `oldestMs` will do; 0 where somebody asks on purpose.
 */
export function refreshMerchant(merchantId: string, changed: () => void, oldestMs = 1_000): void {
  queryClient.fetchQuery({ ...query(merchantDetail, { params: { merchantId } }), staleTime: oldestMs }).then(
    (fresh) => {
      setShopAhead(fresh.sandboxAheadMs)
      const { merchants } = clientState.get()
      const known = merchants.find(({ id }) => id === merchantId)
      if (!known || (known.status === fresh.status && known.name === fresh.name && known.sandboxEnabled === fresh.sandboxEnabled)) return
      updateState({
        merchants: merchants.map((merchant) =>
          merchant.id === merchantId
            ? { ...merchant, name: fresh.name, status: fresh.status, sandboxEnabled: fresh.sandboxEnabled }
            : merchant,
        ),
      })
      if (known.status !== fresh.status) changed()
    },
    () => {},
  ) // a failure here has already gone through the catalogue; the page has its own calls
}
