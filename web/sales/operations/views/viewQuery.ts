import { joinTexts } from '#domain/platform/direction'
import { viewList, type SavedView } from '#contract/sales/views'
import { viewFilterKeys, type ViewFilterKey } from '#domain/sales/operations/savedView'
import { query as read } from '../../../platform/api/query.ts'
import { activeFilters } from '../../../platform/lists/activeFilters.ts'
import { filterText } from '../../../platform/lists/filterText.ts'
import { listSearch, readListQuery, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { t } from '../../../platform/i18n/t.ts'

/** One's own views and the shop's. */
export const viewsRead = (merchantId: string) => read(viewList, { params: { merchantId } })

type ViewFilters = { key: ViewFilterKey; value: string }[]
const isKept = (entry: [string, string]): entry is [ViewFilterKey, string] => viewFilterKeys.some((key) => key === entry[0])

/** What a view keeps of a list: filters and order; neither its page nor what lies over it. */
export const filtersToKeep = (query: ListQuery): ViewFilters =>
  Object.entries(listSearch(query))
    .filter(isKept)
    .map(([key, value]) => ({ key, value }))

/** The address's query of a view. What is no longer valid goes into the address too: the list then leaves it out and says so. */
export const viewSearch = ({ id, filters }: SavedView): Record<string, string> => ({
  ...Object.fromEntries(filters.map(({ key, value }) => [key, value])),
  view: id,
})

/** Whether the list shows something else than the view that it began as. */
export const differsFrom = (query: ListQuery, { filters }: SavedView): boolean => {
  const text = (kept: readonly { key: string; value: string }[]) =>
    kept
      .map(({ key, value }) => `${key}=${value}`)
      .toSorted()
      .join('&')
  return text(filtersToKeep(query)) !== text(filters)
}

/** A view's filters in words: "Pendiente de la tienda · Desde 100,00 €". */
export function viewText({ filters }: SavedView): string {
  const { query } = readListQuery(Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  const words = activeFilters(query).map((name) => filterText(query, name))
  return words.length === 0 ? t('views.everything') : joinTexts(words)
}
