import { merchantDetail } from '#contract/merchants/merchants'
import { queryClient } from '../api/queryClient.ts'
import { query } from '../api/query.ts'
import { setShopTax } from '../i18n/t.ts'
import { setTestClockOffset } from '../api/merchantNow.ts'
import { setRequestMode, type Mode } from '../api/requestMode.ts'
import { modeOf } from './modeOf.ts'
import { go } from '../routes/go.ts'
import { writeMode } from '../routes/modeStorage.ts'
import { clientState, updateState } from '../session/session.ts'

/** Selects a merchant, in the mode that was saved for it. */
export function selectMerchant(merchantId: string): void {
  const { merchantId: previous, merchants } = clientState.get()
  const mode = modeOf(merchantId)
  setRequestMode(mode)
  setShopTax(merchants.find(({ id }) => id === merchantId)?.tax ?? null)
  updateState({ merchantId, previousMerchantId: previous, mode })
}

/** Switches the current merchant, or another one that will be opened, between live and sandbox mode. Each mode has its own cache entries. */
export function switchMode(mode: Mode, merchantId = clientState.get().merchantId): void {
  const { account, merchantId: current, merchants } = clientState.get()
  if (merchantId === null || account?.sandboxOnly) return
  writeMode(merchantId, merchants, mode)
  if (merchantId !== current) return
  setRequestMode(mode)
  updateState({ mode })
}

/** Opens a page in sandbox mode. A link alone does not: the flag of its address follows the mode, which stays live. */
export function goInSandbox(href: string): void {
  switchMode('sandbox')
  go(href)
}

/**
 * Refreshes the merchant's data before a protected route, without blocking it: the list of merchants already loaded serves until the answer arrives;
 * when its status differs, `changed` runs the guards again. A cached answer of at most `oldestMs` is used; 0 forces a request.
 */
export function refreshMerchant(merchantId: string, changed: () => void, oldestMs = 1_000): void {
  queryClient.fetchQuery({ ...query(merchantDetail, { params: { merchantId } }), staleTime: oldestMs }).then(
    (fresh) => {
      setTestClockOffset(fresh.sandboxAheadMs)
      if (clientState.get().merchantId === merchantId) setShopTax(fresh.tax)
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
  ) // the failure has already gone through the error handling; the page makes its own calls
}
