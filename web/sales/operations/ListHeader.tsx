import Bookmark from 'lucide-react/icons/bookmark'
import Calculator from 'lucide-react/icons/calculator'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Suspense } from 'react'
import type { SearchType } from '#domain/sales/operations/searchTypes'
import { t } from '../../platform/i18n/t.ts'
import { chargeHref } from '../../platform/navigation/menuOf.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import type { Counted } from './countOperations.ts'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { OperationSearch } from './OperationSearch.tsx'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

const SearchReading = lazyWithRetry(async () => (await import('./SearchReading.tsx')).SearchReading)

type ListHeaderProps = {
  query: ListQuery
  /** How the server interpreted the search; null while loading or without a search. */
  reading: { type: SearchType; value: string; within: number | null } | null
  total: Counted | null
  /** A shop without operations: only the title and the simulator. */
  plain: boolean
  onSearch: (change: Partial<ListQuery>) => void
  downloadHref: string
  simulatorHref: string
  viewsHref: string
  filtersOpen: boolean
  onFilters: () => void
}

/** Title, search and actions of the list. */
export function ListHeader(props: ListHeaderProps) {
  const session = useSession()
  const charge = chargeHref(session)
  const { query, reading, total, plain, onSearch, downloadHref, simulatorHref, viewsHref, filtersOpen, onFilters } = props
  const inPanel = activeFilters(query).filter((name) => name !== 'q' && name !== 'status' && name !== 'substatus').length
  return (
    <header className="pb-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-5 lg:flex-nowrap">
        <h1 id="operations-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('operations.title')}
        </h1>
        {!plain && (
          <OperationSearch
            query={query}
            onSearch={onSearch}
            className="print:hidden order-last w-full lg:order-none lg:min-w-0 lg:max-w-[620px] lg:flex-1"
          />
        )}
        <div className="ml-auto flex items-center gap-1 max-md:-mr-2.5 max-md:gap-0">
          {!plain && (
            <Button
              variant="quiet"
              className="max-md:px-1"
              icon={<SlidersHorizontal aria-hidden />}
              aria-expanded={filtersOpen}
              aria-controls="operations-filters"
              onClick={onFilters}
            >
              {inPanel === 0 ? (
                t('operations.filters')
              ) : (
                <>
                  <span className="max-md:hidden">{t('operations.filtersOn', { count: inPanel })}</span>
                  <span className="md:hidden">{t('operations.filtersOnShort', { count: inPanel })}</span>
                </>
              )}
            </Button>
          )}
          {!plain && session.may('viewList') && (
            // On a phone it is below the list.
            <span className="max-md:hidden">
              <IconButton label={t('views.title')} icon={<Bookmark aria-hidden />} href={viewsHref} />
            </span>
          )}
          <span className="max-lg:hidden">
            <Button variant="quiet" icon={<Calculator aria-hidden />} href={simulatorHref}>
              {t('operations.simulate')}
            </Button>
          </span>
          <span className="flex lg:hidden">
            <IconButton label={t('operations.simulate')} icon={<Calculator aria-hidden />} href={simulatorHref} />
          </span>
          {!plain && session.may('operationDownload') && (
            <IconButton label={t('shell.download')} icon={<Download aria-hidden />} href={downloadHref} />
          )}
          {!plain && charge !== null && (
            // On a phone it is in the bottom bar.
            <span className="ml-2 max-md:hidden">
              <Button variant="filled" icon={<Plus aria-hidden />} href={charge}>
                {t('operations.new')}
              </Button>
            </span>
          )}
        </div>
      </div>
      {query.q !== '' && (
        // Reserves its line, so that the rows do not shift under the pointer.
        <Suspense fallback={<div className="mt-2 h-6 max-md:h-16" />}>
          <SearchReading query={query} reading={reading} total={total} onSearch={onSearch} />
        </Suspense>
      )}
    </header>
  )
}
