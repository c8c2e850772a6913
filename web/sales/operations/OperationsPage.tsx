import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState } from 'react'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import { CategoryTabs } from './CategoryTabs.tsx'
import { refundMode } from '../../platform/quickActions/refundMode.ts'
import { useStore } from '../../platform/state/store.ts'
import { totalCounts } from './totalCounts.ts'
import { countOf } from './countOperations.ts'
import { ListDialogs } from './ListDialogs.tsx'
import { ListHeader } from './ListHeader.tsx'
import { OperationsTable } from './OperationsTable.tsx'
import { countsRead, listRead } from '../operationStatus/operationReads.ts'
import { listSearch, readListQuery, sameList, withChange, type ListDialog, type ListQuery } from '../../platform/lists/listQuery.ts'
import { SubstatusChips } from './SubstatusChips.tsx'
import { useDensity } from './useDensity.ts'
import type { ChangesLink } from './views/useChangesLink.ts'
import type { ListNews } from './views/useListChanges.ts'
import { useListKeys } from './useListKeys.ts'
import { useListColumns } from './useListColumns.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

// Loaded when first needed: the list is usable without them.
const FailureCard = lazyWithRetry(async () => (await import('../../platform/requests/FailureCard.tsx')).FailureCard)
const FiltersOn = lazyWithRetry(async () => (await import('./FiltersOn.tsx')).FiltersOn)
const FilterPanel = lazyWithRetry(async () => (await import('../../platform/lists/FilterPanel.tsx')).FilterPanel)
const IgnoredNotice = lazyWithRetry(async () => (await import('./IgnoredNotice.tsx')).IgnoredNotice)
const RefundModeBar = lazyWithRetry(async () => (await import('./RefundModeBar.tsx')).RefundModeBar)
const ViewBar = lazyWithRetry(async () => (await import('./views/ViewBar.tsx')).ViewBar)
const OperationsEmpty = lazyWithRetry(async () => (await import('./OperationsEmpty.tsx')).OperationsEmpty)

/** Prefetches the list and, if cheap, its counts. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const { query } = readListQuery(search)
  const merchantId = params['merchantId'] ?? ''
  void queryClient.prefetchQuery(listRead(merchantId, query))
  if (countsAreCheap(query)) void queryClient.prefetchQuery(countsRead(merchantId, query))
}

/** Without filters counts come from counters. With filters, counting costs more than the page, so it waits for the page, which often has all results. */
const countsAreCheap = (query: ListQuery) => activeFilters(query).every((name) => name === 'status' || name === 'substatus')

/** The shop's operations with search, filters and pagination; all state is in the URL. */
function OperationsList() {
  const shop = useMerchant()
  const { merchantId, flag } = shop
  const { search } = useAddress()
  const { query, ignored } = useMemo(() => readListQuery(search), [search])
  const section = useRef<HTMLElement>(null)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const refunding = useStore(refundMode)
  const [news, setNews] = useState<ListNews | null>(null)
  const [changesLink, setChangesLink] = useState<ChangesLink | null>(null)
  const [density, setDensity] = useDensity()
  const columns = useListColumns()

  const read = useMemo(() => listRead(merchantId, query), [merchantId, query])
  const list = useQuery({ ...read, placeholderData: keepPreviousData, refetchOnWindowFocus: false })
  const page = list.data
  const whole = useMemo(() => (list.isPlaceholderData ? null : totalCounts(query, page)), [list.isPlaceholderData, query, page])
  const counted = useQuery({
    ...countsRead(merchantId, query),
    placeholderData: keepPreviousData,
    enabled: countsAreCheap(query) || (whole === null && list.isSuccess && !list.isPlaceholderData),
  })
  const counts = whole ?? counted.data?.substatuses ?? null
  const slow = useDelayed(list.isPlaceholderData || (list.isPending && !list.isError))

  const hrefOf = (next: ListQuery) => paths.operations(merchantId, { ...listSearch(next), ...flag })
  const change = (some: Partial<ListQuery>) => go(hrefOf(withChange(query, some)), { replace: true, keepScroll: true })
  const openDialog = (dialog: ListDialog | null) => go(hrefOf(sameList(query, { dialog })), { keepScroll: true, replace: dialog === null })
  useListKeys(section, () => openDialog('keys'))

  const total = counts ? countOf(counts, { category: query.status, substatus: query.substatus }) : null
  const filters = activeFilters(query)
  const filtered = filters.length > 0
  const inPanel = filters.some((name) => name !== 'q' && name !== 'status' && name !== 'substatus')
  const untouched = !filtered && query.page === 1 && total?.count === 0 && page?.results.length === 0
  // On a phone only the results, above the keyboard.
  const isSearching = useScreenSize().isDefault && query.q !== '' && !query.status && !query.substatus
  const empty = page !== undefined && page.results.length === 0 && !list.isPlaceholderData

  return (
    <section ref={section} className="lg:-mt-2" data-searching={isSearching || undefined} aria-labelledby="operations-title">
      <ListHeader
        query={query}
        reading={page?.search ?? null}
        total={total}
        plain={untouched}
        onSearch={change}
        downloadHref={paths.operationsDownload(merchantId, { ...listSearch({ ...query, dialog: null }), ...flag })}
        viewsHref={hrefOf(sameList(query, { dialog: 'views' }))}
        simulatorHref={hrefOf(sameList(query, { dialog: 'simulator' }))}
        filtersOpen={filtersOpen}
        onFilters={() => setFiltersOpen(!filtersOpen)}
      />
      {refunding && (
        <Suspense fallback={null}>
          <RefundModeBar />
        </Suspense>
      )}
      {ignored.length > 0 && (
        <Suspense fallback={null}>
          <IgnoredNotice ignored={ignored} cleanHref={hrefOf(query)} />
        </Suspense>
      )}
      {query.view !== null && (
        <Suspense fallback={null}>
          <ViewBar query={query} hrefOf={hrefOf} />
        </Suspense>
      )}
      {!untouched && !isSearching && (
        <>
          <CategoryTabs
            query={query}
            counts={counts}
            hrefOf={hrefOf}
            guideHref={hrefOf(sameList(query, { dialog: 'guide' }))}
            news={news}
            changesLink={changesLink}
          />
          <Suspense fallback={null}>{filtersOpen && <FilterPanel query={query} onChange={change} />}</Suspense>
          {/* Reserves its line, to avoid a layout shift. */}
          <Suspense fallback={<div className="h-11 max-md:h-14" />}>{inPanel && <FiltersOn query={query} hrefOf={hrefOf} />}</Suspense>
        </>
      )}
      {!untouched && !empty && !isSearching && <SubstatusChips query={query} counts={counts} hrefOf={hrefOf} />}
      {list.isError ? (
        <div className="pt-6">
          <Suspense fallback={null}>
            <FailureCard
              title={t('operations.failed.list')}
              error={list.error}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          </Suspense>
        </div>
      ) : empty ? (
        <Suspense fallback={null}>
          <OperationsEmpty query={query} counts={counts} hrefOf={hrefOf} first={untouched} />
        </Suspense>
      ) : (
        <OperationsTable
          query={query}
          rows={slow ? null : (page?.results ?? [])}
          columns={columns.shown}
          dense={density === 'dense'}
          busy={list.isFetching}
          hrefOf={hrefOf}
        />
      )}
      <Live message={page && !list.isPlaceholderData && total ? announcement(total) : ''} />
      <ListDialogs
        query={query}
        readKey={read.queryKey}
        page={list.isPlaceholderData ? undefined : page}
        visiblePage={list.isError || empty || slow ? undefined : page}
        total={total}
        hrefOf={hrefOf}
        density={density}
        onDensity={setDensity}
        columns={columns}
        onDialog={openDialog}
        onNews={setNews}
        onChangesLink={setChangesLink}
      />
    </section>
  )
}

function announcement({ count, more }: { count: number; more: boolean }): string {
  if (count === 0) return t('operations.resultsSpokenNone')
  return more ? t('operations.resultsSpokenMore', { count }) : t('operations.resultsSpoken', { count })
}

export const OperationsPage: Screen = { component: OperationsList, loader }
