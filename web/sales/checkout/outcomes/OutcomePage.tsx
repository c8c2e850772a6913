import { useEffect, useRef } from 'react'
import type { Checkout } from '#contract/sales/checkout'
import { settings } from '../../../platform/api/settings.ts'
import { t } from '../../../platform/i18n/t.ts'
import { linkClass } from '../../../platform/ui/controls/linkClass.ts'
import { ApprovedOutcome } from './ApprovedOutcome.tsx'
import { BackToShop } from './BackToShop.tsx'
import { ExpiredOutcome } from './ExpiredOutcome.tsx'
import { isJustSigned } from './isJustSigned.ts'
import { RefusedOutcome } from './RefusedOutcome.tsx'
import { useSale } from '../useSale.ts'
import { WaitingOutcome } from './WaitingOutcome.tsx'

/** The final status of the sale, its consequences and the support contact. */
export function OutcomePage() {
  const { view } = useSale()
  const heading = useRef<HTMLHeadingElement>(null)
  const { shop, sandbox, ending } = view
  // This page is rendered for ended sales only; `open` narrows the type.
  const ended = view.status === 'open' ? 'dismissed' : view.status
  const status = ended === 'approved' && ending?.result === 'pending' ? 'waiting' : ended
  const title = status === 'approved' ? approvedTitle(view) : t(`consumerScreens.${status}.title`)
  useEffect(() => {
    const whole = t('consumerScreens.title', { title, shop: shop.name })
    document.title = sandbox ? t('consumerScreens.title.sandbox', { title: whole }) : whole
    if (document.body.dataset['step'] !== undefined) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    document.body.dataset['step'] = 'outcome'
  }, [title, shop.name, sandbox])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-5 font-display text-title-lg font-title tracking-tight outline-none">
        {title}
      </h1>
      <div className="mt-3 grid gap-5">
        {status === 'waiting' && <WaitingOutcome />}
        {status === 'approved' && <ApprovedOutcome />}
        {status === 'refused' && <RefusedOutcome />}
        {status === 'expired' && <ExpiredOutcome />}
        {status === 'cancelled' && <p className="text-ink-2">{t('consumerScreens.cancelled.lead', { shop: shop.name })}</p>}
        {status === 'dismissed' && <p className="text-ink-2">{t('consumerScreens.dismissed.lead', { shop: shop.name })}</p>}
        {status === 'duplicated' && <p className="text-ink-2">{t('consumerScreens.duplicated.lead')}</p>}
        {ending !== null && <BackToShop ending={ending} shop={shop.name} />}
        <Contact />
        {ending === null && shop.url !== null && /^https?:/.test(shop.url) && (
          <p>
            <a href={shop.url} rel="noreferrer" className={`${linkClass} inline-flex min-h-11 items-center`}>
              {t('consumerScreens.outcome.shop', { shop: shop.name })}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

/** A sale that was just signed, a plan that runs, or one that is repaid. */
function approvedTitle(view: Checkout): string {
  const { repayment, shop } = view
  if (isJustSigned(view)) return t('consumerScreens.approved.title')
  return repayment?.leftAmount === 0 && repayment.stopped === null
    ? t('consumerScreens.approved.repaid')
    : t('consumerScreens.approved.running', { shop: shop.name })
}

function Contact() {
  const { supportEmail: email, supportPhone: phone } = settings().brand
  if (email === '' && phone === '') return null
  return (
    <section className="text-md text-ink-2">
      <h2 className="font-strong text-ink">{t('consumerScreens.outcome.contact')}</h2>
      {email !== '' && (
        <p>
          <a href={`mailto:${email}`} className={`${linkClass} inline-flex min-h-11 items-center wrap-anywhere`}>
            {t('consumerScreens.outcome.email', { email })}
          </a>
        </p>
      )}
      {phone !== '' && (
        <p>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={`${linkClass} inline-flex min-h-11 items-center`}>
            {t('consumerScreens.outcome.phone', { phone })}
          </a>
        </p>
      )}
    </section>
  )
}
