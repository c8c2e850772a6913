import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationList } from '#contract/sales/operations'
import { pageSize } from '#contract/platform/page'
import { t } from '../../platform/i18n/t.ts'
import { Pages } from '../../platform/lists/Pages.tsx'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { SelectChip } from './bulk/SelectChip.tsx'
import type { Counted } from './countOperations.ts'
import { sameList, type ListQuery } from '../../platform/lists/listQuery.ts'
import type { Density } from './useDensity.ts'
import type { ListColumns } from './useListColumns.ts'

export type ListFooterProps = {
  query: ListQuery
  page: AnswerOf<typeof operationList>
  total: Counted | null
  hrefOf: (query: ListQuery) => string
  density: Density
  onDensity: (density: Density) => void
  columns: ListColumns
}

/** Row range, density and pagination; the last page is the one whose `next` is null. */
export function ListFooter({ query, page, total, hrefOf, density, onDensity, columns }: ListFooterProps) {
  const first = (page.currentPage - 1) * pageSize + 1
  const last = first + page.results.length - 1
  // A count older than the page, or capped below it, would contradict the visible rows.
  const fits = total !== null && (total.more || total.count >= last)
  const summary = !fits
    ? t('operations.pageSummaryPlain', { first, last })
    : t(total.more ? 'operations.pageSummaryMore' : 'operations.pageSummary', { first, last, total: total.count })
  return (
    <Pages
      page={page}
      hrefFor={(number) => hrefOf(sameList(query, { page: number, dialog: null }))}
      summary={
        <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {summary}
          <span role="group" aria-label={t('operations.density')} className="flex items-center max-md:hidden">
            {(['normal', 'dense'] as const).map((one) => (
              <Chip key={one} pressed={density === one} onClick={() => onDensity(one)}>
                {t(`operations.density.${one}`)}
              </Chip>
            ))}
          </span>
          <ColumnChooser {...columns} />
          <SelectChip viewsHref={hrefOf(sameList(query, { dialog: 'views' }))} />
        </span>
      }
    />
  )
}
