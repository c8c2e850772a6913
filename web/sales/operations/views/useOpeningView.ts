import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { emptyListQuery, listSearch, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { keepInTab, readFromTab } from '../../../platform/session/drafts.ts'
import { go } from '../../../platform/routes/go.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { filtersToKeep, viewSearch, viewsRead } from './viewQuery.ts'

/** Key in session storage: the role's default view was applied once in this tab, so that "Ver todas" is not overridden. */
const begun = 'view-begun'

/**
 * Opens the view named in the URL (from the inbox), or the role's default view, once per tab and only over a list without
 * filters. Shows a toast if the view was deleted.
 */
export function useOpeningView(query: ListQuery): void {
  const { merchantId, role, flag } = useMerchant()
  const unfiltered = useMemo(() => Object.keys(listSearch({ ...query, view: null })).length === 0, [query])
  const named = query.view !== null && filtersToKeep(query).length === 0 && query.page === 1
  const { data } = useQuery({ ...viewsRead(merchantId), staleTime: 60_000 })
  const view = data?.find(({ id, defaultFor }) => (query.view === null ? defaultFor.includes(role) : id === query.view))
  const opensView = view && view.filters.length > 0 && (query.view === null ? unfiltered && readFromTab(begun) === null : named)
  const href = opensView ? paths.operations(merchantId, { ...viewSearch(view), ...flag }) : null
  useEffect(() => {
    if (data) keepInTab(begun, true)
    if (href !== null) go(href, { replace: true, keepScroll: true })
  }, [data, href])

  const deleted = data !== undefined && query.view !== null && view === undefined
  useEffect(() => {
    if (!deleted) return
    showToast(t('views.gone'))
    go(paths.operations(merchantId, { ...listSearch({ ...query, view: emptyListQuery.view }), ...flag }), {
      replace: true,
      keepScroll: true,
    })
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is found to be deleted
  }, [deleted])
}
