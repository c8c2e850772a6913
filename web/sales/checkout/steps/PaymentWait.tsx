import { useEffect } from 'react'
import type { Checkout } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { linkClass } from '../../../platform/ui/controls/linkClass.ts'
import { useSale } from '../useSale.ts'
import { useLeaveFor } from './returned.ts'

/** How often the page asks for the answer of the card provider. */
const pollMs = 3_000

/** A card payment without an answer: the customer's bank asks the customer on its own page, or the card provider is still deciding. */
export function PaymentWait({ payment }: { payment: NonNullable<Checkout['payment']> }) {
  const { load } = useSale()
  const { waitsFor, url } = payment
  useEffect(() => {
    if (waitsFor !== 'provider') return
    const poll = setInterval(() => void load(), pollMs)
    return () => clearInterval(poll)
  }, [waitsFor, load])
  return (
    <div role="status">
      <Banner tone="info" title={t(`consumerScreens.payment.${waitsFor}`)}>
        <p>{t(`consumerScreens.payment.${waitsFor}Detail`)}</p>
        {url !== null && (
          <a href={url} className={`${linkClass} inline-flex min-h-11 items-center`}>
            {t('consumerScreens.payment.bank')}
          </a>
        )}
      </Banner>
    </div>
  )
}

/** Leaves for the customer's bank as soon as it asks for them. */
export function LeaveForBank({ payment }: { payment: Checkout['payment'] }) {
  useLeaveFor(payment?.url ?? null)
  return payment === null ? null : <PaymentWait payment={payment} />
}
