import { useQuery, useQueryClient } from '@tanstack/react-query'
import { viewUpdate } from '#contract/sales/views'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { emptyListQuery, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { useSend } from '../../../platform/requests/useSend.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { Anchor } from '../../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../../platform/ui/controls/linkClass.ts'
import { differsFrom, filtersToKeep, viewsRead } from './viewQuery.ts'

type ViewBarProps = { query: ListQuery; hrefOf: (query: ListQuery) => string }

/** The saved view that the list was opened with, whether it was modified, and a link to leave it. */
export function ViewBar({ query, hrefOf }: ViewBarProps) {
  const { merchantId, role } = useMerchant()
  const client = useQueryClient()
  const { data } = useQuery({ ...viewsRead(merchantId), staleTime: 60_000 })
  const view = data?.find(({ id }) => id === query.view)
  const { busy, submit } = useSend(async (filters: ReturnType<typeof filtersToKeep>, key) => {
    if (!view) return
    try {
      await write(viewUpdate, { params: { merchantId, viewId: view.id }, body: { filters, revision: view.revision }, key })
      await client.invalidateQueries({ queryKey: viewsRead(merchantId).queryKey })
      showToast(t('views.saved', { name: view.name }))
    } catch (error) {
      // Another member's newer version of the view is shown beside the current filters.
      void client.invalidateQueries({ queryKey: viewsRead(merchantId).queryKey })
      showToast(failureText(error))
    }
  })
  if (!view) return null
  const changed = differsFrom(query, view)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-md text-ink-2">
      <span>
        {t(view.defaultFor.includes(role) ? 'views.openDefault' : 'views.open', { name: view.name })}
        {changed && ` · ${t('views.changed')}`}
      </span>
      {changed && (role !== 'guest' || !view.shared) && (
        <button type="button" className={linkClass} aria-disabled={busy || undefined} onClick={() => submit(filtersToKeep(query))}>
          {t('settings.company.save')}
        </button>
      )}
      <Anchor href={hrefOf(emptyListQuery)} className={linkClass}>
        {t('views.leave')}
      </Anchor>
    </p>
  )
}
