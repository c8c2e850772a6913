import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { emptyListQuery, listSearch, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { useShop } from '../../../platform/requests/useShop.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { keepInTab, readFromTab } from '../../../platform/session/drafts.ts'
import { go } from '../../../platform/routes/go.ts'
import { showToast } from '../../../platform/shared/toasts.ts'
import { filtersToKeep, viewSearch, viewsRead } from './viewQuery.ts'

/** That this tab has begun with its role's view: said once, so that "Ver todas" stays what it says. */
const begun = 'view-begun'

/**
 * Opens a view that the address only names (from the inbox), and the one that a role begins with, once in a tab and only over a list without any
 * filter. One that is gone is said to be gone.
 */
export function useOpeningView(query: ListQuery): void {
  const { merchantId, role, flag } = useShop()
  const bare = useMemo(() => Object.keys(listSearch({ ...query, view: null })).length === 0, [query])
  const named = query.view !== null && filtersToKeep(query).length === 0 && query.page === 1
  const { data } = useQuery({ ...viewsRead(merchantId), staleTime: 60_000 })
  const view = data?.find(({ id, defaultFor }) => (query.view === null ? defaultFor.includes(role) : id === query.view))
  const wanted = view && view.filters.length > 0 && (query.view === null ? bare && readFromTab(begun) === null : named)
  const href = wanted ? paths.operations(merchantId, { ...viewSearch(view), ...flag }) : null
  useEffect(() => {
    if (data) keepInTab(begun, true)
    if (href !== null) go(href, { replace: true, keepScroll: true })
  }, [data, href])

  const gone = data !== undefined && query.view !== null && view === undefined
  useEffect(() => {
    if (!gone) return
    showToast(t('views.gone'))
    go(paths.operations(merchantId, { ...listSearch({ ...query, view: emptyListQuery.view }), ...flag }), {
      replace: true,
      keepScroll: true,
    })
    // oxlint-disable-next-line react/exhaustive-deps -- told once, when it turns out
  }, [gone])
}
