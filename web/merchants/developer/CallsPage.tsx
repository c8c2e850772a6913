import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { apiCallList } from '#contract/merchants/apiCalls'
import type { AnswerOf } from '#contract/platform/endpoint'
import { t } from '../../platform/i18n/t.ts'
import { Pages } from '../../platform/lists/Pages.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { connectionRead, keysRead } from '../preferences/preferenceReads.ts'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'
import { CallDialog } from './CallDialog.tsx'
import { CallsChart } from './CallsChart.tsx'
import { CallsFilter } from './CallsFilter.tsx'
import { CallsTable } from './CallsTable.tsx'
import { type CallQuery, callSearch, callsRead, figuresRead, isNarrowed, readCallQuery } from './callQuery.ts'

/** Starts the reads before the page is rendered. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const merchantId = params['merchantId'] ?? ''
  const query = readCallQuery(search)
  void queryClient.prefetchQuery(callsRead(merchantId, query))
  void queryClient.prefetchQuery(figuresRead(merchantId, query))
  void queryClient.prefetchQuery(keysRead(merchantId))
  void queryClient.prefetchQuery(connectionRead(merchantId))
}

/** The calls that the shop's programs made: how many by hour or day, and each one. */
function Calls() {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const query = readCallQuery(search)
  const figures = useQuery({ ...figuresRead(merchantId, query), placeholderData: keepPreviousData })
  const list = useQuery({ ...callsRead(merchantId, query), placeholderData: keepPreviousData })
  const keys = useQuery(keysRead(merchantId))
  const hrefOf = (next: CallQuery, call?: string) =>
    paths.preferencesCalls(merchantId, { ...callSearch(next), ...(call && { id: call }), ...flag })
  return (
    <PreferencesFrame current="developer">
      <section aria-labelledby="calls-title" className="min-w-0">
        <BackLink href={paths.preferencesDeveloper(merchantId, flag)}>{t('developer.title')}</BackLink>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 pb-1">
          <h2 id="calls-title" className="text-title-sm font-strong">
            {t('developer.calls.title')}
          </h2>
          <ModeTag />
        </div>
        <p className="max-w-[68ch] pb-5 text-md text-ink-2">{t('developer.calls.about')}</p>
        <CallsFilter
          query={query}
          figures={figures.data}
          keys={keys.data?.keys ?? []}
          hrefOf={hrefOf}
          onChange={(next) => go(hrefOf({ ...next, page: 1 }), { replace: true, keepScroll: true })}
        />
        {/* Where both fail, the list tells it. */}
        {figures.isError && !list.isError && (
          <FailureCard
            title={t('developer.failed.figures')}
            error={figures.error}
            onRetry={() => void figures.refetch()}
            retrying={figures.isFetching}
          />
        )}
        {figures.data && query.request === undefined && figures.data.points.some(({ calls }) => calls > 0) && (
          <CallsChart figures={figures.data} />
        )}
        <CallList
          query={query}
          list={list}
          onRetry={() => {
            void list.refetch()
            if (figures.isError) void figures.refetch()
          }}
          hrefOf={hrefOf}
          openId={search['id'] ?? null}
        />
      </section>
    </PreferencesFrame>
  )
}

type CallListProps = {
  query: CallQuery
  list: UseQueryResult<AnswerOf<typeof apiCallList>>
  onRetry: () => void
  hrefOf: (query: CallQuery, call?: string) => string
  openId: string | null
}

function CallList({ query, list, onRetry, hrefOf, openId }: CallListProps) {
  const { merchantId } = useMerchant()
  const connection = useQuery(connectionRead(merchantId))
  const slow = useDelayed(list.isPending && !list.isError)
  const rows = list.data?.results
  const open = rows?.find(({ id }) => id === openId)
  if (list.isError)
    return <FailureCard title={t('developer.failed.calls')} error={list.error} onRetry={onRetry} retrying={list.isFetching} />
  if (rows?.length === 0)
    return isNarrowed(query) ? (
      <EmptyState
        title={t('developer.calls.none')}
        actions={
          <Button variant="outlined" href={hrefOf(readCallQuery({ range: query.range }))}>
            {t('developer.calls.all')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={t('developer.calls.empty')}>{t('developer.calls.empty.about')}</EmptyState>
    )
  return (
    <div className="pt-5">
      {(rows || slow) && <CallsTable rows={rows ?? null} busy={list.isPlaceholderData} hrefOf={(id) => hrefOf(query, id)} />}
      {list.data && <Pages label={t('developer.calls.pages')} page={list.data} hrefFor={(page) => hrefOf({ ...query, page })} />}
      {open && (
        <CallDialog
          call={open}
          apiUrl={connection.data?.apiUrl ?? ''}
          onClose={() => go(hrefOf(query), { replace: true, keepScroll: true })}
        />
      )}
    </div>
  )
}

export const CallsPage: Screen = { component: Calls, loader }
