import type { Operation } from '#contract/operations'
import { t } from '../i18n/t.ts'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { hasLink } from './hasLink.ts'

/** Follows the link live, and sends it again. */
export function LinkButtons({ operation, wide = false }: { operation: Operation; wide?: boolean }) {
  const { merchantId, may, flag } = useShop()
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
