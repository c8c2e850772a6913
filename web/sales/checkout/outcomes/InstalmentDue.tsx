import { useRef, useState } from 'react'
import { type Checkout, checkoutPay } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { CardFrame, type CardHandle } from '../steps/CardFrame.tsx'
import { LeaveForBank } from '../steps/PaymentWait.tsx'
import { useLeaveFor } from '../steps/returned.ts'
import { useSale } from '../useSale.ts'

/** An instalment that the card on file could not pay: the customer pays it here, by the same card or by another one. */
export function InstalmentDue({ due }: { due: NonNullable<Checkout['instalmentDue']> }) {
  const { view, act, busy, declined, lastFailure } = useSale()
  const [other, setOther] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)
  const field = useRef<CardHandle>(null)
  useLeaveFor(view.cardPageUrl)
  const pay = (body: { token?: string; otherCard?: boolean }) => void act(checkoutPay, body)
  const isBusy = busy === 'checkoutPay'
  const useOther = () => (view.cardFieldUrl === null ? pay({ otherCard: true }) : setOther(true))
  return (
    <section className="choice grid gap-3 p-4">
      <h2 className="text-lg font-strong">{t('consumerScreens.due.title', { amount: money(due.amount) })}</h2>
      <p className="text-md text-ink-2">{t('consumerScreens.due.lead', { day: date(due.dueOn) })}</p>
      {(declined || isUnreachable) && (
        <div role="alert">
          <Banner tone="error" title={t(declined ? 'consumerScreens.card.declined' : 'consumerScreens.card.unreachable')}>
            {t(declined ? 'consumerScreens.due.declined' : 'consumerScreens.card.unreachableDetail')}
          </Banner>
        </div>
      )}
      {lastFailure && <FailureBanner failure={lastFailure} />}
      <LeaveForBank payment={due.payment} />
      {other && view.cardFieldUrl !== null && (
        <CardFrame
          ref={field}
          url={view.cardFieldUrl}
          payee={view.shop.name}
          amount={money(due.amount)}
          onMessage={(message) => message.card === 'token' && pay({ token: message.token })}
          onUnreachable={() => setUnreachable(true)}
        />
      )}
      <Button
        variant="filled"
        size="large"
        wide
        busy={isBusy}
        busyLabel={t('consumerScreens.due.paying')}
        onClick={() => (other ? field.current?.send({ card: 'submit' }) : pay({}))}
      >
        {t('consumerScreens.due.pay', { amount: money(due.amount) })}
      </Button>
      {!other && (
        <Button size="large" wide onClick={useOther}>
          {t('consumerScreens.card.other')}
        </Button>
      )}
    </section>
  )
}
