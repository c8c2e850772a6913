import { joinTexts } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { viewDelete, type SavedView } from '#contract/sales/views'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { FailureCard } from '../../../platform/requests/FailureCard.tsx'
import type { ListQuery } from '../../../platform/lists/listQuery.ts'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../../platform/requests/SendProblem.tsx'
import { useSend } from '../../../platform/requests/useSend.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { go } from '../../../platform/routes/go.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { Anchor } from '../../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../../platform/ui/controls/linkClass.ts'
import { filtersToKeep, viewSearch, viewsRead, viewText } from './viewQuery.ts'
import { ViewForm } from './ViewForm.tsx'

/** The member's own and shared views: open, edit, delete, and save the current list. */
export function ViewsModal({ query, onClose }: { query: ListQuery; onClose: () => void }) {
  const { merchantId, flag } = useMerchant()
  const views = useQuery(viewsRead(merchantId))
  const [changing, setChanging] = useState<SavedView | null>(null)
  const open = (view: SavedView) => go(paths.operations(merchantId, { ...viewSearch(view), ...flag }), { replace: true, keepScroll: true })
  const saved = (view: SavedView) => {
    showToast(t('views.saved', { name: view.name }))
    if (changing) setChanging(null)
    else open(view)
  }
  // The form is rendered together with the views above it, to avoid a layout shift.
  if (!views.isFetched) return null
  return (
    <Dialog
      title={changing ? t('views.change', { name: changing.name }) : t('views.title')}
      tag={<ModeTag />}
      firstFocus="h2"
      onClose={onClose}
    >
      {changing ? (
        <ViewForm key={changing.id} view={changing} query={query} onDone={saved} onBack={() => setChanging(null)} />
      ) : (
        <>
          {views.data ? (
            <ViewRows views={views.data} onChange={setChanging} />
          ) : (
            <FailureCard title={t('views.failed')} error={views.error} onRetry={() => void views.refetch()} retrying={views.isFetching} />
          )}
          <section aria-labelledby="views-keep" className="mt-6 border-t border-line pt-5">
            <h3 id="views-keep" className="pb-3 font-strong">
              {t('views.keep')}
            </h3>
            {filtersToKeep(query).length === 0 ? (
              <p className="text-md text-ink-2">{t('views.nothingToKeep')}</p>
            ) : (
              <ViewForm view={null} query={query} onDone={saved} />
            )}
          </section>
        </>
      )}
    </Dialog>
  )
}

function ViewRows({ views, onChange }: { views: readonly SavedView[]; onChange: (view: SavedView) => void }) {
  if (views.length === 0) return <p className="text-md text-ink-2">{t('views.none')}</p>
  return (
    <ul aria-label={t('views.title')} className="divide-y divide-line">
      {views.map((view) => (
        <ViewRow key={view.id} view={view} onChange={() => onChange(view)} />
      ))}
    </ul>
  )
}

function ViewRow({ view, onChange }: { view: SavedView; onChange: () => void }) {
  const { merchantId, role, flag } = useMerchant()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { busy, error, submit } = useSend(async (viewId: string, key) => {
    await write(viewDelete, { params: { merchantId, viewId }, key })
    await client.invalidateQueries({ queryKey: viewsRead(merchantId).queryKey })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    showToast(t('views.deleted', { name: view.name }))
  })
  const mayChange = role !== 'guest' || !view.shared
  const facts = [
    view.shared ? (view.madeBy === null ? t('views.ofShop') : t('views.sharedBy', { name: view.madeBy })) : t('views.own'),
    view.watched && t('views.watches'),
    view.defaultFor.length > 0 && t('views.begins', { roles: view.defaultFor.map((one) => t(`shell.role.${one}`)).join(', ') }),
  ].filter(Boolean)
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start gap-x-3">
        <p className="min-w-0 flex-1 basis-48">
          <Anchor href={paths.operations(merchantId, { ...viewSearch(view), ...flag })} className={`${linkClass} font-strong`}>
            {view.name}
          </Anchor>
          <span className="block text-md wrap-anywhere">{viewText(view)}</span>
          <span className="block text-sm text-ink-3">{joinTexts(facts)}</span>
        </p>
        {mayChange && !asking && (
          <span className="flex flex-none">
            <Button size="small" variant="quiet" aria-label={t('views.changeOf', { name: view.name })} onClick={onChange}>
              {t('views.changeVerb')}
            </Button>
            <Button size="small" variant="quiet" aria-label={t('views.deleteOf', { name: view.name })} onClick={() => setAsking(true)}>
              {t('shell.delete')}
            </Button>
          </span>
        )}
      </div>
      {asking && (
        <div className="flex flex-wrap items-center gap-2 pt-2">
          <p className="mr-auto text-md">{t(view.shared ? 'views.deleteShared' : 'views.deleteOwn')}</p>
          <Button size="small" variant="quiet" onClick={() => setAsking(false)}>
            {t('shell.back')}
          </Button>
          <Button size="small" variant="outlined" busy={busy} busyLabel={t('shell.deleting')} onClick={() => submit(view.id)}>
            {t('views.deleteVerb')}
          </Button>
        </div>
      )}
      <SendProblem error={error} />
    </li>
  )
}
