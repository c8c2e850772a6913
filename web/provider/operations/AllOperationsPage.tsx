import { consoleOperationSearch } from '#contract/provider/operations'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SearchBox } from '../frame/SearchBox.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { AllOperationsFilters } from './AllOperationsFilters.tsx'
import { FoundTable } from './FoundTable.tsx'
import { filtersIn, noFilters } from './operationFilters.ts'

/** The operations of every shop, newest first; found by their numbers or by something whole of their customer. */
export function AllOperationsPage({ search }: ConsolePageProps<'/console/operations'>) {
  const filters = filtersIn(search)
  // A search by something of a customer is audited each time.
  const list = usePages(consoleOperationSearch, { query: filters }, { refetchInterval: false, refetchOnWindowFocus: false })
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'mode' && value !== undefined)
  return (
    <ConsolePage title={t('console.section.operations')} about={t('consoleMerchants.allOperations.about')}>
      <SectionTabs section="operations" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <SearchBox
          wide
          label={t('consoleMerchants.operations.search')}
          placeholder={t('consoleMerchants.allOperations.example')}
          value={filters.search ?? ''}
        />
        <AllOperationsFilters filters={filters} />
      </div>
      <PagedRows read={list} empty={isFiltered ? <NothingFound /> : <EmptyState title={t('consoleMerchants.allOperations.empty')} />}>
        {(rows) => <FoundTable rows={rows} busy={list.isPlaceholderData} />}
      </PagedRows>
    </ConsolePage>
  )
}

const NothingFound = () => (
  <EmptyState
    title={t('consoleMerchants.operations.none')}
    actions={<Button onClick={() => setSearch(noFilters)}>{t('consoleMerchants.allOperations.all')}</Button>}
  >
    {t('consoleMerchants.allOperations.whole')}
  </EmptyState>
)
