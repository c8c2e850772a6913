import { keepPreviousData, useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useMemo } from 'react'
import { MIN_AUDIENCE_SIZE } from '#domain/sales/campaigns/audience'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { AudienceBars } from './AudienceBars.tsx'
import { AudienceDialogs } from './AudienceDialogs.tsx'
import { audienceListRead, isProcessing } from './audienceReads.ts'
import { audiencesSearch, readAudiencesQuery, type AudiencesQuery } from './audiencesQuery.ts'
import { AudiencesTable } from './AudiencesTable.tsx'
import { useAudienceProgress } from './useAudienceProgress.ts'

/** Prefetches the list. */
function loader({ params, search, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(audienceListRead(params['merchantId'] ?? '', readAudiencesQuery(search)))
}

/** Audiences: lists of customers to which campaigns can be limited. */
function Audiences() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readAudiencesQuery(search), [search])
  const list = useQuery({ ...audienceListRead(merchantId, query), placeholderData: keepPreviousData })
  const slow = useDelayed(list.isPending && !list.isError)
  const page = list.data
  useAudienceProgress(merchantId, query, list.isPlaceholderData ? [] : (page?.results ?? []))
  const hrefOf = (change: Partial<AudiencesQuery>) =>
    paths.audiences(merchantId, { ...audiencesSearch({ ...query, dialog: null, id: null, ...change }), ...flag })
  const add = (
    <Button variant="filled" icon={<UserPlus aria-hidden />} href={paths.audiencesAdd(merchantId, flag)}>
      {t('audiences.add')}
    </Button>
  )
  const isFirst = page !== undefined && page.counts.kept === 0 && page.counts.erased === 0
  const isEmpty = page !== undefined && page.results.length === 0 && !list.isPlaceholderData
  return (
    <section aria-labelledby="audiences-title">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pb-3">
        <h1 id="audiences-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('audiences.title')}
        </h1>
        {!isFirst && <div className="ml-auto">{add}</div>}
      </header>
      {sandbox && <Banner tone="sandbox">{t('audiences.sandbox')}</Banner>}
      {!isFirst && (
        <FilterChips
          label={t('audiences.states')}
          groups={[
            (['kept', 'erased'] as const).map((status) => ({
              key: status,
              label: t(`audiences.states.${status}`),
              count: page?.counts[status] ?? null,
              pressed: query.status === status,
              href: hrefOf({ status, page: 1 }),
            })),
          ]}
        />
      )}
      {list.isError ? (
        <div className="pt-6">
          <FailureCard
            title={t('audiences.failed.list')}
            error={list.error}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : isFirst ? (
        <EmptyState awning={settings().brand.look.mark !== null} title={t('audiences.empty.first')} actions={add}>
          {t('audiences.empty.detail', { least: MIN_AUDIENCE_SIZE })}
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState
          title={t(query.page > 1 ? 'audiences.empty.page' : `audiences.empty.${query.status}`)}
          actions={
            <Button variant="outlined" href={hrefOf({ status: query.page > 1 ? query.status : 'kept', page: 1 })}>
              {t('audiences.empty.back')}
            </Button>
          }
        />
      ) : (
        <>
          {page && query.page === 1 && <AudienceBars rows={page.results} hrefOf={(id) => hrefOf({ dialog: 'receipt', id })} />}
          <AudiencesTable rows={page && !slow ? page.results : null} busy={list.isPlaceholderData} hrefOf={hrefOf} />
          {page && <Pages page={page} hrefFor={(number) => hrefOf({ page: number })} />}
        </>
      )}
      <Live
        message={page && !list.isPlaceholderData ? announcement(page.results.filter(isProcessing).length, page.counts[query.status]) : ''}
      />
      <AudienceDialogs query={query} hrefOf={hrefOf} onClose={() => go(hrefOf({}), { replace: true, keepScroll: true })} />
    </section>
  )
}

/** Live region text: number of audiences and how many of this page are still processing; never a percentage. */
const announcement = (filling: number, all: number): string =>
  [t('audiences.spoken', { count: all }), ...(filling > 0 ? [t('audiences.spokenUnderWay', { count: filling })] : [])].join(' ')

export const AudiencesPage: Screen = { component: Audiences, loader }
