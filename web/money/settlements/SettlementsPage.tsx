import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Download from 'lucide-react/icons/download'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import { Suspense, useMemo } from 'react'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { NextPayment } from './NextPayment.tsx'
import { balanceRead, settlementListRead } from './settlementReads.ts'
import { readSettlementQuery, settlementSearch, type SettlementQuery } from './settlementQuery.ts'
import { SettlementsDownloadModal } from './SettlementsDownloadModal.tsx'
import { SettlementsTable } from './SettlementsTable.tsx'
import { ValueDates } from './ValueDates.tsx'

const SettlementBars = lazyWithRetry(async () => (await import('./SettlementBars.tsx')).SettlementBars)
/** Fewer show no course. */
const leastBars = 4

/** Prefetches the list and the balance. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const merchantId = params['merchantId'] ?? ''
  void queryClient.prefetchQuery(settlementListRead(merchantId, readSettlementQuery(search)))
  void queryClient.prefetchQuery(balanceRead(merchantId))
}

/** Past and coming settlements: value dates, downloads, balance. */
function SettlementsList() {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readSettlementQuery(search), [search])
  const list = useQuery({ ...settlementListRead(merchantId, query), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const page = list.data
  const hrefOf = (next: SettlementQuery, dialog?: 'download') =>
    paths.settlements(merchantId, { ...settlementSearch(next), ...(dialog && { dialog }), ...flag })
  const filtered = query.from !== null || query.to !== null || query.open
  const empty = page !== undefined && page.results.length === 0
  const count = page?.sums.count ?? 0

  return (
    <section aria-labelledby="settlements-title">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pb-4">
        <h1 id="settlements-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('settlements.title')}
        </h1>
        <div className="ml-auto flex flex-wrap items-center gap-1 max-md:-mx-3.5 max-md:w-[calc(100%+28px)]">
          <Button
            variant="quiet"
            icon={<Wallet aria-hidden />}
            href={paths.settlementsBalance(merchantId, { ...settlementSearch(query), ...flag })}
          >
            {t('settlements.balance')}
          </Button>
          <Button variant="quiet" icon={<CalendarDays aria-hidden />} href={paths.moneyCalendar(merchantId, flag)}>
            {t('moneyCalendar.open')}
          </Button>
          <Button variant="quiet" icon={<Landmark aria-hidden />} href={paths.settlementsBank(merchantId, flag)}>
            {t('settlements.bank')}
          </Button>
          {/* Rendered while the list is loading, so that the other two do not move. */}
          {(list.isPending || count > 0) && (
            <>
              <span className="max-md:hidden">
                <Button variant="quiet" icon={<Download aria-hidden />} href={hrefOf(query, 'download')}>
                  {t('shell.download')}
                </Button>
              </span>
              <span className="ml-auto md:hidden">
                <IconButton label={t('shell.download')} icon={<Download aria-hidden />} href={hrefOf(query, 'download')} />
              </span>
            </>
          )}
        </div>
      </header>
      <NextPayment />
      <ValueDates query={query} onChange={(change) => go(hrefOf({ ...query, ...change, page: 1 }), { replace: true, keepScroll: true })} />
      {list.isError ? (
        <div className="pt-6">
          <FailureCard
            title={t('settlements.failed.list')}
            error={list.error}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : empty ? (
        <EmptyState
          title={t(query.open ? 'settlements.empty.open' : filtered ? 'settlements.empty.filtered' : 'settlements.empty.first')}
          actions={
            filtered && (
              <Button variant="outlined" href={hrefOf({ from: null, to: null, open: false, page: 1 })}>
                {t('settlements.empty.clear')}
              </Button>
            )
          }
        >
          {!filtered && t('settlements.empty.firstDetail')}
        </EmptyState>
      ) : (
        <>
          {page && !filtered && query.page === 1 && page.results.length >= leastBars && (
            <Suspense fallback={<div aria-busy="true" className="min-h-48" />}>
              <SettlementBars rows={page.results} />
            </Suspense>
          )}
          <SettlementsTable rows={slow || !page ? null : page.results} busy={list.isFetching} />
          {page && (
            <Pages
              page={page}
              hrefFor={(number) => hrefOf({ ...query, page: number })}
              summary={t('settlements.sums', { count, amount: money(page.sums.netAmount) })}
            />
          )}
        </>
      )}
      <Live message={page && !list.isPlaceholderData ? t('settlements.spoken', { count }) : ''} />
      {search['dialog'] === 'download' && page && (
        <SettlementsDownloadModal query={query} count={count} onClose={() => go(hrefOf(query), { replace: true, keepScroll: true })} />
      )}
    </section>
  )
}

export const SettlementsPage: Screen = { component: SettlementsList, loader }
