import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Landmark from 'lucide-react/icons/landmark'
import { Suspense, useMemo, useState } from 'react'
import type { InvoiceRow } from '#contract/money/invoices'
import { money } from '../../platform/i18n/format.ts'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { daySearch, readDayQuery, type DayQuery } from '../../platform/lists/dayQuery.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BulkBar } from '../../platform/ui/tables/BulkBar.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { InkButton } from '../../platform/ui/controls/InkButton.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { BillingEmail } from './BillingEmail.tsx'
import { BillingEmailModal } from './BillingEmailModal.tsx'
import { InvoicePeriods } from './InvoicePeriods.tsx'
import { accountRead, invoiceListRead } from './invoiceReads.ts'
import { InvoicesDownloadModal, maxChosen } from './InvoicesDownloadModal.tsx'
import { invoicedMonths } from './invoicedMonths.ts'
import { InvoicesTable } from './InvoicesTable.tsx'

type InvoiceDialog = 'download' | 'email'

const InvoiceBars = lazyWithRetry(async () => (await import('./InvoiceBars.tsx')).InvoiceBars)
/** Fewer months show no course. */
const leastBars = 4

/** Prefetches the list; test mode has no invoices. */
function loader({ params, search, mode, queryClient }: LoaderContext): void {
  if (mode === 'sandbox') return
  const merchantId = params['merchantId'] ?? ''
  void queryClient.prefetchQuery(invoiceListRead(merchantId, readDayQuery(search)))
  void queryClient.prefetchQuery(accountRead(merchantId))
}

/** The provider's invoices: period, downloads, billing e-mail. */
function InvoicesList() {
  const { merchantId, sandbox, may, flag } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readDayQuery(search), [search])
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceRow>>(new Map())
  const hrefOf = (next: DayQuery, dialog?: InvoiceDialog) =>
    paths.invoices(merchantId, { ...daySearch(next), ...(dialog && { dialog }), ...flag })
  const { data: page, isPending } = useQuery({
    ...invoiceListRead(merchantId, query),
    placeholderData: keepPreviousData,
    enabled: !sandbox,
  })
  const count = page?.sums.count ?? 0
  const close = () => go(hrefOf(query), { replace: true, keepScroll: true })
  const refusal = sandbox ? t('invoices.sandbox.dialog') : undefined

  return (
    <section aria-labelledby="invoices-title">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pb-4">
        <h1 id="invoices-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('invoices.title')}
        </h1>
        <div className="ml-auto flex flex-wrap items-center gap-1 max-md:-mx-3.5 max-md:w-[calc(100%+28px)]">
          <Button variant="quiet" icon={<Landmark aria-hidden />} href={paths.invoicesIban(merchantId, flag)}>
            {t('bankAccounts.title')}
          </Button>
          {!sandbox && (isPending || count > 0) && (
            <Button variant="quiet" icon={<Download aria-hidden />} href={hrefOf(query, 'download')}>
              {t('shell.download')}
            </Button>
          )}
        </div>
      </header>
      {sandbox ? (
        <EmptyState title={t('invoices.sandbox.title')}>{t('invoices.sandbox.detail')}</EmptyState>
      ) : (
        <>
          <BillingEmail changeHref={hrefOf(query, 'email')} />
          <InvoicePeriods
            query={query}
            onChange={({ from, to }) => go(hrefOf({ from, to, page: 1 }), { replace: true, keepScroll: true })}
          />
          <List query={query} hrefOf={hrefOf} chosen={chosen} onChosen={setChosen} />
        </>
      )}
      {search['dialog'] === 'download' && (page || sandbox) && (
        <AddressDialog isAllowed={!sandbox} refusal={refusal} onClose={close}>
          <InvoicesDownloadModal query={query} ids={[...chosen.keys()]} count={chosen.size || count} onClose={close} />
        </AddressDialog>
      )}
      {search['dialog'] === 'email' && (
        <AddressDialog isAllowed={!sandbox && may('merchantAccountUpdate')} refusal={refusal} onClose={close}>
          <BillingEmailModal onClose={close} />
        </AddressDialog>
      )}
    </section>
  )
}

type ListProps = {
  query: DayQuery
  hrefOf: (next: DayQuery, dialog?: InvoiceDialog) => string
  chosen: ReadonlyMap<string, InvoiceRow>
  onChosen: (chosen: ReadonlyMap<string, InvoiceRow>) => void
}

function List({ query, hrefOf, chosen, onChosen }: ListProps) {
  const { merchantId } = useMerchant()
  const list = useQuery({ ...invoiceListRead(merchantId, query), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const page = list.data
  const count = page?.sums.count ?? 0
  const choose = (rows: readonly InvoiceRow[], on: boolean) => {
    const next = new Map(chosen)
    for (const row of rows) {
      if (!on) next.delete(row.id)
      else if (next.size < maxChosen) next.set(row.id, row)
    }
    onChosen(next)
  }
  if (list.isError) {
    return (
      <div className="pt-6">
        <FailureCard title={t('invoices.failed.list')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      </div>
    )
  }
  const filtered = query.from !== null || query.to !== null
  if (page?.results.length === 0) {
    return (
      <EmptyState
        title={t(filtered ? 'invoices.empty.filtered' : 'invoices.empty.first')}
        actions={
          filtered && (
            <Button variant="outlined" href={hrefOf({ from: null, to: null, page: 1 })}>
              {t('settlements.empty.clear')}
            </Button>
          )
        }
      >
        {!filtered && t('invoices.empty.firstDetail')}
      </EmptyState>
    )
  }
  return (
    <>
      {page && !filtered && query.page === 1 && invoicedMonths(page.results).length >= leastBars && (
        <Suspense fallback={<div aria-busy="true" className="min-h-48" />}>
          <InvoiceBars rows={page.results} />
        </Suspense>
      )}
      <InvoicesTable rows={slow || !page ? null : page.results} busy={list.isFetching} chosen={chosen} onChoose={choose} />
      {page && (
        <Pages
          page={page}
          hrefFor={(number) => hrefOf({ ...query, page: number })}
          summary={t('invoices.sums', { count, amount: money(page.sums.totalAmount) })}
        />
      )}
      {chosen.size > 0 && (
        <BulkBar
          label={t('invoices.chosen')}
          summary={<ChosenText chosen={chosen} />}
          clearLabel={t('invoices.chosen.clear')}
          onClear={() => onChosen(new Map())}
        >
          <InkButton variant="verb" onClick={() => go(hrefOf(query, 'download'), { keepScroll: true })}>
            <Download aria-hidden />
            {t('shell.download')}
          </InkButton>
        </BulkBar>
      )}
      <Live message={page && !list.isPlaceholderData ? t('invoices.spoken', { count }) : ''} />
    </>
  )
}

function ChosenText({ chosen }: { chosen: ReadonlyMap<string, InvoiceRow> }) {
  const totalCents = [...chosen.values()].reduce((sum, { totalAmount }) => sum + totalAmount, 0)
  return (
    <>
      <b className="font-strong">{t('invoices.spoken', { count: chosen.size })}</b> {money(totalCents)}
    </>
  )
}

export const InvoicesPage: Screen = { component: InvoicesList, loader }
