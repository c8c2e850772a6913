import type { Operation } from '#contract/sales/operations'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { hasLink } from './hasLink.ts'

/** Buttons to follow the link live and to resend it. */
export function LinkButtons({ operation, wide = false }: { operation: Operation; wide?: boolean }) {
  const { merchantId, may, flag } = useMerchant()
  if (!hasLink(operation)) return null
  const href = (dialog?: string) => paths.checkoutOffline(merchantId, { order: operation.checkoutId, dialog, ...flag })
  const size = wide ? 'large' : 'normal'
  return (
    <>
      {may('checkoutOfflineResend') && (
        <Button size={size} wide={wide} href={href('resend')}>
          {t('webhooks.resend')}
        </Button>
      )}
      <Button variant="filled" size={size} wide={wide} href={href()}>
        {t('offlineCheckout.verbs.check')}
      </Button>
    </>
  )
}
