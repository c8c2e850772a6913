import { checkoutDismiss } from '#contract/sales/checkout'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DialogFrame } from '../../platform/ui/controls/DialogFrame.tsx'
import { useSale } from './useSale.ts'

/** Asks for confirmation before the customer cancels the sale. */
export function CancelSale({ onClose }: { onClose: () => void }) {
  const { act, busy } = useSale()
  const leave = () => void act(checkoutDismiss).finally(onClose)
  return (
    <DialogFrame
      title={t('consumerScreens.cancel.title')}
      closeLabel={t('consumerScreens.close')}
      onClose={onClose}
      firstFocus="h2"
      footer={
        <>
          <Button size="large" busy={busy === 'checkoutDismiss'} busyLabel={t('consumerScreens.cancel.cancelling')} onClick={leave}>
            {t('consumerScreens.cancel.yes')}
          </Button>
          <Button size="large" variant="filled" onClick={onClose}>
            {t('consumerScreens.cancel.no')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t('consumerScreens.cancel.detail')}</p>
    </DialogFrame>
  )
}
