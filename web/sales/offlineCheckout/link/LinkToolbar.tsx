import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { t } from '../../../platform/i18n/t.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { useSecondsLeft } from '../../../platform/ui/figures/useSecondsLeft.ts'
import { outcomeOf } from './progressSteps.ts'
import type { LinkActions } from './useLinkActions.ts'
import { LowerAmountOptions } from './LowerAmountOptions.tsx'
import { useOfflineAddress } from '../useOfflineAddress.ts'
import { onDevice } from '../../../platform/api/merchantNow.ts'

type LinkToolbarProps = {
  checkout: OfflineCheckout
  now: Date
  actions: LinkActions
  onAsk: () => void
  onSend: () => void
  onCancel: () => void
  onPart: () => void
}

/** Why a resend is not possible now: none left, or a cooldown; null when it is possible. */
function useResendReason({ resendsLeft, nextResendAt }: OfflineCheckout): string | null {
  const { mode } = useMerchant()
  const seconds = useSecondsLeft(nextResendAt === null ? 0 : onDevice(nextResendAt, mode))
  if (resendsLeft === 0) return t('offlineCheckout.resend.noneLeft')
  return seconds > 0 ? t('offlineCheckout.resend.wait', { count: seconds }) : null
}

/** Actions of a link: refresh, resend, change and cancel while it is open; a new link like it once it has ended. */
export function LinkToolbar({ checkout, now, actions, onAsk, onSend, onCancel, onPart }: LinkToolbarProps) {
  const { merchantId, flag, may } = useMerchant()
  const { hrefOf } = useOfflineAddress()
  const outcome = outcomeOf(checkout, now)
  const reason = useResendReason(checkout)
  const mayResend = may('checkoutOfflineResend')
  const open = outcome === null && checkout.substatus === 'pending_customer'
  const sentBefore = checkout.deliveries.some(({ purpose }) => purpose === 'link')
  const mayClone = outcome === 'expired' || outcome === 'dismissed' || outcome === 'cancelled'
  const operation = (
    <Button variant={outcome === null ? 'quiet' : 'outlined'} href={paths.operation(merchantId, checkout.operationId, flag)}>
      {t('offlineCheckout.verbs.operation')}
    </Button>
  )
  return (
    <div role="group" aria-label={t('offlineCheckout.verbs.label')} className="flex flex-wrap items-center gap-2">
      {open && mayResend && (
        <Button
          busy={actions.running === 'resend'}
          busyLabel={t('shell.sending')}
          disabledReason={reason}
          onClick={sentBefore ? () => void actions.resend() : onSend}
        >
          {t(sentBefore ? 'webhooks.resend' : 'offlineCheckout.link.send')}
        </Button>
      )}
      {outcome === null && <Button onClick={onAsk}>{t('offlineCheckout.verbs.check')}</Button>}
      {open && mayResend && (
        <>
          <Button variant="quiet" href={hrefOf({ replaces: checkout.id })}>
            {t('offlineCheckout.verbs.change')}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {t('offlineCheckout.cancel.verb')}
          </Button>
        </>
      )}
      {mayClone && mayResend && (
        <Button busy={actions.running === 'clone'} busyLabel={t('shell.sending')} onClick={() => void actions.clone()}>
          {t('offlineCheckout.verbs.clone')}
        </Button>
      )}
      {outcome === 'replaced' && checkout.replacedBy !== null && (
        <Button href={hrefOf({ order: checkout.replacedBy })}>{t('offlineCheckout.verbs.newOne')}</Button>
      )}
      {outcome === 'refused' && mayResend ? (
        <LowerAmountOptions checkout={checkout} actions={actions} onPart={onPart}>
          {operation}
        </LowerAmountOptions>
      ) : (
        operation
      )}
      {open && mayResend && (
        <p className="basis-full text-sm text-ink-3">{reason ?? t('offlineCheckout.resend.left', { count: checkout.resendsLeft })}</p>
      )}
    </div>
  )
}
