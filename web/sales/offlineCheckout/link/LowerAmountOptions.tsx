import type { ReactNode } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { cents } from '#domain/platform/money'
import { smallerAmounts } from '#domain/sales/plans/offer'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { useTerms } from '../../simulator/useTerms.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { resendText } from './resendText.ts'
import type { LinkActions } from './useLinkActions.ts'
import { useOfflineAddress } from '../useOfflineAddress.ts'

type LowerAmountOptionsProps = {
  checkout: OfflineCheckout
  actions: LinkActions
  /** Opens the dialog for a part payment. */
  onPart: () => void
  /** Other actions beside it. */
  children: ReactNode
}

/** After a refusal: a link for a lower amount, or for the rest after a part payment; derived from public limits only. */
export function LowerAmountOptions({ checkout, actions, onPart, children }: LowerAmountOptionsProps) {
  const { offers } = useTerms()
  const { hrefOf } = useOfflineAddress()
  const amounts = offers === null ? [] : smallerAmounts(cents(checkout.totalAmount), offers)
  if (offers !== null && amounts.length === 0)
    return (
      <>
        <Button href={hrefOf({ view: 'form' })}>{t('operations.answer.way.otherAmount')}</Button>
        {children}
      </>
    )
  if (amounts.length === 0) return children
  return (
    <>
      {amounts.map((amount) => (
        <Button
          key={amount}
          busy={actions.running === `clone ${amount}`}
          busyLabel={t('shell.sending')}
          onClick={() => void actions.clone(amount)}
        >
          {t('offlineCheckout.less.try', { amount: money(amount) })}
        </Button>
      ))}
      <Button variant="quiet" onClick={onPart}>
        {t('offlineCheckout.less.part')}
      </Button>
      {children}
      <p className="basis-full text-sm text-ink-3">
        {resendText(checkout)} {t('offlineCheckout.less.note')}
      </p>
    </>
  )
}
