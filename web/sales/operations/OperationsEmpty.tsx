import Plus from 'lucide-react/icons/plus'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { categories, type Category } from '#domain/sales/operations/lifecycle'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { chargeHref } from '../../platform/navigation/menuOf.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { activeFilters, tightestFilter, withoutFilter, withoutFilters } from '../../platform/lists/activeFilters.ts'
import { FirstDay } from './FirstDay.tsx'
import { countOf, type Counted, type SubstatusCount } from './countOperations.ts'
import { filterText } from '../../platform/lists/filterText.ts'
import { sameList, type ListQuery } from '../../platform/lists/listQuery.ts'
import { countsRead } from '../operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type OperationsEmptyProps = {
  query: ListQuery
  counts: readonly SubstatusCount[] | null
  hrefOf: (query: ListQuery) => string
  first: boolean
}

/** Empty state of the list: the reason and one action that resolves it. */
export function OperationsEmpty({ query, counts, hrefOf, first }: OperationsEmptyProps) {
  if (first) return <EmptyShop />
  const here = counts ? countOf(counts, { category: query.status, substatus: query.substatus })?.count : null
  if (query.page > 1 && here !== 0) {
    return (
      <EmptyState
        title={t('operations.empty.page.title')}
        actions={<Button href={hrefOf(sameList(query, { page: 1 }))}>{t('operations.empty.page.action')}</Button>}
      >
        {t('operations.empty.page.text', { page: query.page })}
      </EmptyState>
    )
  }
  const total = counts && countOf(counts)
  if (query.status && counts && total && total.count > 0) return <EmptyStatus query={query} counts={counts} total={total} hrefOf={hrefOf} />
  return <EmptyFilters query={query} hrefOf={hrefOf} />
}

/** A shop without operations: how to make the first sale, for members who may sell. */
function EmptyShop() {
  const shop = useMerchant()
  const charge = chargeHref(shop)
  const text = charge === null ? 'operations.empty.first.text' : 'operations.empty.first.textSells'
  // In live mode the guide has the buttons.
  const isGuided = !shop.sandbox && shop.may('goLive')
  return (
    <>
      <EmptyState
        awning={settings().brand.look.mark !== null}
        title={t(shop.sandbox ? 'operations.empty.firstSandbox.title' : 'operations.empty.first.title')}
        actions={
          charge !== null &&
          !isGuided && (
            <Button variant="filled" icon={<Plus aria-hidden />} href={charge}>
              {t('operations.new')}
            </Button>
          )
        }
      >
        {t(shop.sandbox ? 'operations.empty.firstSandbox.text' : text)}
      </EmptyState>
      {isGuided && <FirstDay />}
    </>
  )
}

type EmptyStatusProps = { query: ListQuery; counts: readonly SubstatusCount[]; total: Counted; hrefOf: (query: ListQuery) => string }

/** No results in this category; links to those that have some. */
function EmptyStatus({ query, counts, total: { count, more }, hrefOf }: EmptyStatusProps) {
  const name = query.substatus ? 'substatus' : 'status'
  const filter = filterText(query, name)
  const elsewhere: Category[] = categories.filter((category) => (countOf(counts, { category })?.count ?? 0) > 0)
  const only = elsewhere.length === 1 ? elsewhere[0] : undefined
  const cleared = withoutFilter(query, 'status')
  return (
    <EmptyState
      title={
        query.q === '' ? t('operations.empty.status.plain', { filter }) : t('operations.empty.status.title', { what: query.q, filter })
      }
      actions={<Button href={hrefOf(cleared)}>{t('operations.empty.remove', { filter: `«${filter}»` })}</Button>}
    >
      {only
        ? t(more ? 'operations.empty.status.moreIn' : 'operations.empty.status.textIn', {
            count,
            category: t(`operations.category.${only}`),
          })
        : t(more ? 'operations.empty.status.more' : 'operations.empty.status.text', { count })}
    </EmptyState>
  )
}

/** Counts the results without each filter and suggests removing the one that yields most. */
function EmptyFilters({ query, hrefOf }: { query: ListQuery; hrefOf: (query: ListQuery) => string }) {
  const { merchantId } = useMerchant()
  const names = activeFilters(query)
  const queryClient = useQueryClient()
  const reads = names.map((name) => countsRead(merchantId, withoutFilter(query, name)))
  const trials = useQuery({
    queryKey: ['withoutFilter', ...reads.map(({ queryKey }) => queryKey)],
    queryFn: () => Promise.allSettled(reads.map((read) => queryClient.fetchQuery({ ...read, staleTime: 5_000 }))),
  })
  const ready = !trials.isPending
  if (names.length === 1 && names[0] === 'q') {
    return (
      <EmptyState
        title={t('operations.empty.search.title', { q: query.q })}
        actions={<Button href={hrefOf(withoutFilters(query))}>{t('operations.search.remove')}</Button>}
      >
        {t('operations.empty.search.text')}
      </EmptyState>
    )
  }
  const best = ready
    ? tightestFilter(
        names.map((name, at) => {
          const trial = trials.data?.[at]
          const counts = trial?.status === 'fulfilled' ? trial.value.substatuses : []
          const next = withoutFilter(query, name)
          return { name, ...(countOf(counts, { category: next.status, substatus: next.substatus }) ?? { count: 0, more: false }) }
        }),
      )
    : null
  const remove = best && t('operations.empty.remove', { filter: `«${filterText(query, best.name).replace(/^«|»$/g, '')}»` })
  return (
    <EmptyState
      title={t('operations.empty.filters.title')}
      actions={
        <>
          {best && <Button href={hrefOf(withoutFilter(query, best.name))}>{remove}</Button>}
          {ready && (names.length > 1 || !best) && (
            <Button variant={best ? 'quiet' : 'outlined'} href={hrefOf(withoutFilters(query))}>
              {t('operations.empty.clear')}
            </Button>
          )}
        </>
      }
    >
      {best
        ? t(best.more ? 'operations.empty.filters.more' : 'operations.empty.filters.text', {
            filter: `«${filterText(query, best.name).replace(/^«|»$/g, '')}»`,
            count: best.count,
          })
        : ready && t('operations.empty.filters.none')}
    </EmptyState>
  )
}
