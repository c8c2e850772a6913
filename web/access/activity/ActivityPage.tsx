import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { activityDownload } from '#contract/access/activity'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard, failureText } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { ActivityFilter } from './ActivityFilter.tsx'
import { activityRead, activitySearch, peopleRead, readActivityQuery, type ActivityQuery } from './activityReads.ts'
import { ActivityTable } from './ActivityTable.tsx'
import { WhoDialog } from './WhoDialog.tsx'

/** Starts the page’s reads before it is rendered. */
function loader({ search, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(activityRead(readActivityQuery(search)))
  void queryClient.prefetchQuery(peopleRead())
}

const hrefOf = (query: ActivityQuery) => paths.activity(activitySearch(query))
const everything: ActivityQuery = { page: 1, from: undefined, to: undefined, person: undefined, kind: undefined, object: undefined }

/** The audit log: who did what, values before and after, and from where. It is append-only. */
function Activity() {
  const { search } = useAddress()
  const query = readActivityQuery(search)
  const who = /^\d{1,18}$/.test(search['who'] ?? '') ? search['who'] : undefined
  const list = useQuery({ ...activityRead(query), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const page = list.data
  return (
    <section aria-labelledby="activity-title">
      <div className="pb-4">
        <SettingsHead id="activity-title" title={t('activity.title')} actions={<DownloadButton query={query} />} />
      </div>
      <ActivityFilter query={query} onChange={(next) => go(hrefOf({ ...next, page: 1 }), { replace: true, keepScroll: true })} />
      {query.object !== undefined && (
        <div className="pb-4">
          <Banner
            action={
              <Button size="small" href={hrefOf({ ...query, object: undefined, page: 1 })}>
                {t('shell.showAll')}
              </Button>
            }
          >
            {t('activity.object')}
          </Banner>
        </div>
      )}
      {list.isError ? (
        <FailureCard title={t('activity.failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : page?.results.length === 0 ? (
        <EmptyState
          title={t('activity.empty')}
          actions={
            <Button variant="outlined" href={hrefOf(everything)}>
              {t('activity.emptyClear')}
            </Button>
          }
        />
      ) : (
        <>
          <ActivityTable rows={page && !slow ? page.results : null} query={query} busy={list.isFetching} />
          {page && <Pages label={t('activity.pages')} page={page} hrefFor={(number) => hrefOf({ ...query, page: number })} />}
        </>
      )}
      {who !== undefined && (
        <WhoDialog
          entryId={who}
          entry={page?.results.find(({ id }) => id === who)}
          onClose={() => go(hrefOf(query), { replace: true, keepScroll: true })}
        />
      )}
    </section>
  )
}

function DownloadButton({ query: { from, to, person, kind, object } }: { query: ActivityQuery }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = await load(activityDownload, { query: { from, to, person, kind, object }, mode: 'live' })
      const name = file instanceof File ? file.name : 'actividad.csv'
      saveFile(file, name)
      showToast(t('exports.done', { name }), { key: 'activity-file' })
    } catch (error) {
      showToast(t('activity.failedFile', { why: failureText(error) }), { key: 'activity-file', lastsMs: 0 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" icon={<Download aria-hidden />} busy={busy} busyLabel={t('shell.downloading')} onClick={() => void download()}>
      {t('activity.download')}
    </Button>
  )
}

export const ActivityPage: Screen = { component: Activity, loader }
