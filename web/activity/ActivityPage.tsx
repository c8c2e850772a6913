import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { activityDownload } from '#contract/activity'
import { load } from '../api/load.ts'
import { t } from '../i18n/t.ts'
import { FailureCard, failureText } from '../operation/FailureCard.tsx'
import { saveFile } from '../operation/saveFile.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { showToast } from '../shell/toasts.ts'
import { useAddress } from '../shell/useAddress.ts'
import { Anchor } from '../ui/Anchor.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { ActivityFilter } from './ActivityFilter.tsx'
import { activityRead, activitySearch, peopleRead, readActivityQuery, type ActivityQuery } from './activityReads.ts'
import { ActivityTable } from './ActivityTable.tsx'

/** Starts the reads of the log before it is drawn. */
function loader({ search, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(activityRead(readActivityQuery(search)))
  void queryClient.prefetchQuery(peopleRead())
}

const hrefOf = (query: ActivityQuery) => paths.activity(activitySearch(query))
const everything: ActivityQuery = { page: 1, from: undefined, to: undefined, person: undefined, kind: undefined }

/** Who did what, before and after, from where (product TEA-8): read from the trail, which nobody can change. */
function Activity() {
  const { search } = useAddress()
  const query = readActivityQuery(search)
  const list = useQuery({ ...activityRead(query), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const page = list.data
  return (
    <section aria-labelledby="activity-title">
      <Anchor
        href={paths.settingsSections()}
        className="inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-3.75" />
        {t('settings.back')}
      </Anchor>
      <header className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3 pb-4">
        <h1 id="activity-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('activity.title')}
        </h1>
        <div className="ml-auto max-md:-mx-3.5 max-md:w-[calc(100%+28px)]">
          <DownloadButton query={query} />
        </div>
      </header>
      <ActivityFilter query={query} onChange={(next) => go(hrefOf({ ...next, page: 1 }), { replace: true, keepScroll: true })} />
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
          <ActivityTable rows={page && !slow ? page.results : null} busy={list.isFetching} />
          {page && (
            <Pagination
              label={t('activity.pages')}
              current={page.currentPage}
              maxVisiblePage={page.maxVisiblePage}
              next={page.next}
              hrefFor={(number) => hrefOf({ ...query, page: number })}
              pageLabel={(number) => t('activity.page', { page: number })}
              previousLabel={t('activity.pagePrevious')}
              nextLabel={t('activity.pageNext')}
            />
          )}
        </>
      )}
    </section>
  )
}

function DownloadButton({ query: { from, to, person, kind } }: { query: ActivityQuery }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = await load(activityDownload, { query: { from, to, person, kind }, mode: 'live' })
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
    <Button
      variant="quiet"
      icon={<Download aria-hidden />}
      busy={busy}
      busyLabel={t('activity.downloading')}
      onClick={() => void download()}
    >
      {t('activity.download')}
    </Button>
  )
}

export const ActivityPage: Screen = { component: Activity, loader }
