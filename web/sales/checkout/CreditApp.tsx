import { useEffect } from 'react'
import { cents, formatEuros } from '#domain/platform/money'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { checkoutIdHere, type CheckoutLink } from './checkoutLink.ts'
import { CreditForm } from './CreditForm.tsx'
import { DeadLink } from './DeadLink.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { LoadingSale } from './LoadingSale.tsx'
import { PageFrame } from './PageFrame.tsx'
import { type CustomerCredit, useCustomerCredit } from './useCustomerCredit.ts'

const heading = 'mt-4 font-display text-title-lg font-title tracking-tight outline-none'

/** Where a customer says to which account what they are owed is transferred; opened by its link, without a session. */
export function CreditApp({ link }: { link: CheckoutLink | null }) {
  if (link === null) return <DeadLink why={checkoutIdHere() === null ? 'creditUnknown' : 'creditReopen'} />
  return <OpenCredit link={link} />
}

function OpenCredit({ link }: { link: CheckoutLink }) {
  const credit = useCustomerCredit(link)
  const { view, lastFailure, load } = credit
  if (isApiFailure(lastFailure) && (lastFailure.status === 404 || lastFailure.status === 401)) return <DeadLink why="creditUnknown" />
  if (view !== null) return <LoadedCredit credit={credit} view={view} />
  if (lastFailure === null) return <LoadingSale />
  return (
    <PageFrame>
      <h1 className="mt-4 mb-4 font-display text-title-lg font-title tracking-tight">{t('consumerScreens.credit.closed')}</h1>
      <FailureBanner failure={lastFailure} onRetry={load} />
    </PageFrame>
  )
}

function LoadedCredit({ credit, view }: { credit: CustomerCredit; view: NonNullable<CustomerCredit['view']> }) {
  const { state, shop, accountLast4 } = view
  const amount = formatEuros(cents(view.amount))
  const title = t(`consumerScreens.credit.${state}`, { amount })
  useTitle(t('consumerScreens.title', { title, shop: shop.name }))
  return (
    <PageFrame>
      {state === 'asked' ? (
        <CreditForm credit={credit} title={title} shopName={shop.name} amount={amount} />
      ) : (
        <>
          <h1 className={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="mt-3 text-ink-2" role="status">
            {t(`consumerScreens.credit.${state}Detail`, { amount, last4: accountLast4 ?? '', shop: shop.name })}
          </p>
        </>
      )}
    </PageFrame>
  )
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
