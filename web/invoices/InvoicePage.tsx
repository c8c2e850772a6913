import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { Anchor } from '../ui/Anchor.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { InvoiceAmounts } from './InvoiceAmounts.tsx'
import { InvoiceHeader } from './InvoiceHeader.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { InvoiceParties } from './InvoiceParties.tsx'
import { invoiceLinesRead, invoiceRead } from './invoiceReads.ts'
import { lineChoice } from './lineChoice.ts'

/** Starts the reads of the invoice before it is drawn. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const { merchantId = '', invoiceId = '' } = params
  const { concept, page } = lineChoice(search)
  void queryClient.prefetchQuery(invoiceRead(merchantId, invoiceId))
  void queryClient.prefetchQuery(invoiceLinesRead(merchantId, invoiceId, concept, page))
}

/** One invoice: its amounts by concept, whom it is between, the settlements that paid it and the operations behind it. */
function InvoiceDetail() {
  const { merchantId, flag } = useShop()
  const { params } = useAddress()
  const invoiceId = params['invoiceId'] ?? ''
  const { data, error, isError, refetch, isFetching } = useQuery(invoiceRead(merchantId, invoiceId))
  const slow = useDelayed(!data && !isError)
  const back = (
    <Anchor
      href={paths.invoices(merchantId, flag)}
      className="inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-3.75" />
      {t('invoices.back')}
    </Anchor>
  )
  if (!data) {
    return (
      <>
        {back}
        <div className="pt-6">
          {isError && (
            <FailureCard title={t('invoices.failed.detail')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {slow && <DetailBars />}
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

function DetailBars() {
  return (
    <div aria-busy="true" aria-label={t('invoices.loading')} className="grid gap-5">
      <Skeleton width={260} />
      <Skeleton width={220} className="h-9" />
      <div className="grid gap-4 border-t border-line pt-5">
        <Skeleton width={320} />
        <Skeleton width={280} />
        <Skeleton width={300} />
      </div>
    </div>
  )
}

export const InvoicePage: Screen = { component: InvoiceDetail, loader }
