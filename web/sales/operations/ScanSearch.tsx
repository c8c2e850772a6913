import { checkoutOfflineCheck } from '#contract/sales/offlineCheckout'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { CodeMeaning } from '../../platform/quickActions/codeMeaning.ts'
import { go } from '../../platform/routes/go.ts'
import { scanPurpose } from '../../platform/quickActions/scanPurpose.ts'
import { ScanDialog } from '../../platform/quickActions/ScanDialog.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'

/** Scans a code and opens its target: an operation, its refund, a sale's link, or a search of the list. */
export function ScanSearch({ forRefund, onSearch }: { forRefund: boolean; onSearch: (text: string) => void }) {
  const { merchantId, flag } = useMerchant()
  const close = () => scanPurpose.set(null)
  const toLink = async (checkoutId: string) => {
    const link = paths.checkoutOffline(merchantId, { order: checkoutId, ...flag })
    if (!forRefund) return go(link)
    // A refund needs the operation; a link of another shop or mode is resolved by its own page.
    const checkout = await call(checkoutOfflineCheck, { params: { merchantId, orderUuid: checkoutId }, quiet: true }).catch(() => null)
    go(checkout ? paths.operationRefund(merchantId, checkout.operationId, flag) : link)
  }
  /** The link that a short address leads to; one that has expired leads nowhere. */
  const toShort = async (address: string) => {
    const led = await fetch(address, { method: 'HEAD' }).catch(() => null)
    const { pathname } = new URL(led?.url ?? address)
    const checkoutId = /^\/checkout\/([0-9a-f]{32})$/.exec(pathname)?.[1]
    if (checkoutId !== undefined) return toLink(checkoutId)
    showToast(t('operations.scan.expired'), { key: 'scan-expired' })
  }
  const openMeaning = (meaning: Exclude<CodeMeaning, { kind: 'foreign' }>) => {
    close()
    if (meaning.kind === 'link') return void toLink(meaning.checkoutId)
    if (meaning.kind === 'short') return void toShort(meaning.address)
    if (meaning.kind === 'operation') {
      const { merchantId: shop, operationId } = meaning
      const here = shop === merchantId ? flag : {}
      return go(forRefund ? paths.operationRefund(shop, operationId, here) : paths.operation(shop, operationId, here))
    }
    onSearch(meaning.text)
    if (forRefund) showToast(t('shell.bottom.refundHint'), { key: 'refund-hint' })
  }
  return <ScanDialog forRefund={forRefund} onFound={openMeaning} onClose={close} />
}
