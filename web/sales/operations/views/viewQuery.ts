import { joinTexts } from '#domain/platform/direction'
import { viewList, type SavedView } from '#contract/sales/views'
import { viewFilterKeys, type ViewFilterKey } from '#domain/sales/operations/savedView'
import { query as read } from '../../../platform/api/query.ts'
import { activeFilters } from '../../../platform/lists/activeFilters.ts'
import { filterText } from '../../../platform/lists/filterText.ts'
import { listSearch, readListQuery, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { t } from '../../../platform/i18n/t.ts'

/** Query of the member's own and the shop's shared views. */
export const viewsRead = (merchantId: string) => read(viewList, { params: { merchantId } })

type ViewFilters = { key: ViewFilterKey; value: string }[]
const isKept = (entry: [string, string]): entry is [ViewFilterKey, string] => viewFilterKeys.some((key) => key === entry[0])

/** The filters and order of a list that a view stores; neither page nor dialog. */
export const filtersToKeep = (query: ListQuery): ViewFilters =>
  Object.entries(listSearch(query))
    .filter(isKept)
    .map(([key, value]) => ({ key, value }))

/** The URL query of a view. Filters that are no longer valid are included, so that the list reports them as ignored. */
export const viewSearch = ({ id, filters }: SavedView): Record<string, string> => ({
  ...Object.fromEntries(filters.map(({ key, value }) => [key, value])),
  view: id,
})

/** Whether the list's filters differ from the view that it was opened with. */
export const differsFrom = (query: ListQuery, { filters }: SavedView): boolean => {
  const text = (viewFilters: readonly { key: string; value: string }[]) =>
    viewFilters
      .map(({ key, value }) => `${key}=${value}`)
      .toSorted()
      .join('&')
  return text(filtersToKeep(query)) !== text(filters)
}

/** A view's filters as text: "Pendiente de la tienda · Desde 100,00 €". */
export function viewText({ filters }: SavedView): string {
  const { query } = readListQuery(Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  const words = activeFilters(query).map((name) => filterText(query, name))
  return words.length === 0 ? t('views.everything') : joinTexts(words)
}
