import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { InvoiceAmounts } from './InvoiceAmounts.tsx'
import { InvoiceHeader } from './InvoiceHeader.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { InvoiceParties } from './InvoiceParties.tsx'
import { invoiceLinesRead, invoiceRead } from './invoiceReads.ts'
import { lineChoice } from './lineChoice.ts'

/** Prefetches the invoice and its lines. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const { merchantId = '', invoiceId = '' } = params
  const { concept, page } = lineChoice(search)
  void queryClient.prefetchQuery(invoiceRead(merchantId, invoiceId))
  void queryClient.prefetchQuery(invoiceLinesRead(merchantId, invoiceId, concept, page))
}

/** An invoice: amounts by concept, parties, settlements and charges. */
function InvoiceDetail() {
  const { merchantId, flag } = useMerchant()
  const { params } = useAddress()
  const invoiceId = params['invoiceId'] ?? ''
  const read = useQuery(invoiceRead(merchantId, invoiceId))
  const { data } = read
  const back = <BackLink href={paths.invoices(merchantId, flag)}>{t('bankAccounts.back')}</BackLink>
  if (!data) {
    return (
      <>
        {back}
        <div className="pt-6">
          <ReadState read={read} failed={t('invoices.failed.detail')} loading={t('invoices.loading')}>
            <Skeleton width={260} />
            <Skeleton width={220} className="h-9" />
            <div className="grid gap-4 border-t border-line pt-5">
              <Skeleton width={320} />
              <Skeleton width={280} />
              <Skeleton width={300} />
            </div>
          </ReadState>
        </div>
      </>
    )
  }
  return (
    <article aria-labelledby="invoice-title" className="max-md:pb-20">
      {back}
      <InvoiceHeader invoice={data} />
      <InvoiceAmounts invoice={data} />
      <InvoiceParties invoice={data} />
      <InvoiceLines invoice={data} />
    </article>
  )
}

export const InvoicePage: Screen = { component: InvoiceDetail, loader }
