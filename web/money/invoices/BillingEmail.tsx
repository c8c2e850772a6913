import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { accountRead } from './invoiceReads.ts'

/** The billing e-mail address; the owner may change it. */
export function BillingEmail({ changeHref }: { changeHref: string }) {
  const { merchantId, may } = useMerchant()
  const { data } = useQuery(accountRead(merchantId))
  if (!data) return <p className="h-10" />
  return (
    <p className="flex min-h-10 flex-wrap items-baseline gap-x-2 pb-3 text-md wrap-anywhere text-ink-2">
      {data.billingEmail === '' ? t('invoices.email.none') : t('invoices.email.where', { email: data.billingEmail })}
      {may('merchantAccountUpdate') && (
        <Anchor href={changeHref} className={`${linkClass} max-md:inline-flex max-md:min-h-11 max-md:items-center`}>
          {t(data.billingEmail === '' ? 'invoices.email.add' : 'invoices.email.change')}
        </Anchor>
      )}
    </p>
  )
}
