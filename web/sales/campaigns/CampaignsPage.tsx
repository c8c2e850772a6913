import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { campaignStates } from '#domain/sales/campaigns/campaign'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'
import { BulkOutcome } from './BulkOutcome.tsx'
import { CampaignBulkBar } from './CampaignBulkBar.tsx'
import { campaignListRead } from './campaignReads.ts'
import { CampaignsTable } from './CampaignsTable.tsx'
import { campaignsSearch, readCampaignsQuery, type CampaignsQuery } from './campaignsQuery.ts'
import { needsConfirmation, useCampaignActions, type CampaignAction } from './useCampaignActions.ts'

/** Prefetches the list. */
function loader({ params, search, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(campaignListRead(params['merchantId'] ?? '', readCampaignsQuery(search)))
}

/** Campaigns that the shop pays for, by status, with their actions. */
function Campaigns() {
  const { merchantId, sandbox, may, flag } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readCampaignsQuery(search), [search])
  const hrefOf = (change: Partial<CampaignsQuery>) => paths.campaigns(merchantId, { ...campaignsSearch({ ...query, ...change }), ...flag })
  const list = useQuery({ ...campaignListRead(merchantId, query), placeholderData: keepPreviousData })
  const counts = list.data?.counts
  const total = counts ? campaignStates.reduce((sum, state) => sum + counts[state], 0) : null
  const mayWrite = may('campaignCreate')
  const create = mayWrite && (
    <Button variant="filled" icon={<Plus aria-hidden />} href={paths.campaignNew(merchantId, undefined, flag)}>
      {t('campaigns.create')}
    </Button>
  )
  return (
    <section aria-labelledby="campaigns-title">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pb-3">
        <h1 id="campaigns-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('campaigns.title')}
        </h1>
        {total !== 0 && <div className="ml-auto">{create}</div>}
      </header>
      {sandbox && <Banner tone="sandbox">{t('campaigns.sandbox')}</Banner>}
      {total !== 0 && (
        <FilterChips
          label={t('campaigns.states')}
          groups={[
            [
              {
                key: 'all',
                label: t('campaigns.all'),
                count: total,
                pressed: query.status === null,
                href: hrefOf({ status: null, page: 1 }),
              },
            ],
            campaignStates.map((status) => ({
              key: status,
              label: t(`campaigns.states.${status}`),
              count: counts?.[status] ?? null,
              pressed: query.status === status,
              href: hrefOf({ status, page: 1 }),
            })),
          ]}
        />
      )}
      {list.isError ? (
        <div className="pt-6">
          <FailureCard
            title={t('campaigns.failed.list')}
            error={list.error}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : total === 0 ? (
        <EmptyState awning={settings().brand.look.mark !== null} title={t('campaigns.empty.first')} actions={create || undefined}>
          {t(mayWrite ? 'campaigns.empty.detail' : 'campaigns.empty.guest')}
        </EmptyState>
      ) : (
        <List key={query.status ?? ''} list={list} query={query} hrefOf={hrefOf} />
      )}
      <Live
        message={
          total === null || list.isPlaceholderData
            ? ''
            : t('campaigns.spoken', { count: query.status && counts ? counts[query.status] : total })
        }
      />
    </section>
  )
}

type ListProps = {
  list: { data: { results: Campaign[]; currentPage: number; maxVisiblePage: number; next: number | null } | undefined; isFetching: boolean }
  query: CampaignsQuery
  hrefOf: (change: Partial<CampaignsQuery>) => string
}

function List({ list: { data: page, isFetching }, query, hrefOf }: ListProps) {
  const { may } = useMerchant()
  const acts = useCampaignActions()
  const slow = useDelayed(!page)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [confirming, setConfirming] = useState<{ action: CampaignAction; campaigns: readonly Campaign[] } | null>(null)
  const rows = page?.results ?? []
  const chosen = rows.filter(({ id }) => chosenIds.has(id))

  const clear = () => setChosenIds(new Set())
  const run = (action: CampaignAction, campaigns: readonly Campaign[]) => void acts.run(action, campaigns).then((all) => all && clear())
  function start(action: CampaignAction, campaigns: readonly Campaign[]) {
    const [only] = campaigns
    if (needsConfirmation(action)) setConfirming({ action, campaigns })
    else if (action === 'duplicate' && only && campaigns.length === 1) void acts.duplicate(only)
    else run(action, campaigns)
  }
  function choose(campaigns: readonly Campaign[], on: boolean) {
    const next = new Set(chosenIds)
    for (const { id } of campaigns)
      if (on) next.add(id)
      else next.delete(id)
    setChosenIds(next)
  }
  if (page && rows.length === 0) {
    return (
      <EmptyState
        title={t('campaigns.empty.filtered')}
        actions={
          <Button variant="outlined" href={hrefOf({ status: null, page: 1 })}>
            {t('campaigns.empty.clear')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {acts.outcome && <BulkOutcome outcome={acts.outcome} onClose={acts.forget} />}
      <CampaignsTable
        rows={page && !slow ? rows : null}
        busy={isFetching}
        mayRunActions={may('campaignBulk')}
        chosen={chosenIds}
        onChoose={choose}
        onAction={(action, campaign) => start(action, [campaign])}
      />
      {page && <Pages label={t('campaigns.pages')} page={page} hrefFor={(number) => hrefOf({ ...query, page: number })} />}
      {chosen.length > 0 && (
        <CampaignBulkBar chosen={chosen} busy={acts.busy} onAction={(action) => start(action, chosen)} onClear={clear} />
      )}
      {confirming && (
        <ConfirmActionDialog
          action={confirming.action}
          campaigns={confirming.campaigns}
          onConfirm={() => {
            setConfirming(null)
            run(confirming.action, confirming.campaigns)
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}

export const CampaignsPage: Screen = { component: Campaigns, loader }
