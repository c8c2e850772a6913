import { useQuery } from '@tanstack/react-query'
import type { campaignResults } from '#contract/sales/campaignInsights'
import type { Campaign } from '#contract/sales/campaigns'
import type { AnswerOf } from '#contract/platform/endpoint'
import { changeSince, shareOf } from '#domain/sales/campaigns/campaignResult'
import { date, money, percent } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ReadState } from '../../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { DefinitionList } from '../../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { resultsRead } from '../campaignReads.ts'
import { CampaignSales } from './CampaignSales.tsx'

type Results = AnswerOf<typeof campaignResults>

/** Results of a campaign: orders, amount, cost, share of all sales, and a comparison with the same weekdays before. */
export function ResultsSection({ campaign }: { campaign: Campaign }) {
  const { merchantId } = useMerchant()
  const read = useQuery(resultsRead(merchantId, campaign.id))
  const { data } = read
  return (
    <FormSection title={t(campaign.status === 'finished' ? 'campaigns.results.over' : 'campaigns.results.soFar')}>
      <ReadState read={read} failed={t('campaigns.failed.results')} loading={t('campaigns.loading.results')}>
        <Skeleton width={280} />
        <Skeleton width={240} />
        <Skeleton width={300} className="h-36" />
      </ReadState>
      {data && (data.orders === 0 ? <p className="text-ink-2">{t('campaigns.results.none')}</p> : <Figures results={data} />)}
      {data && data.from !== null && <Compared results={data} />}
    </FormSection>
  )
}

function Figures({ results }: { results: Results }) {
  const { orders, amount, subsidy, share, days } = results
  return (
    <>
      <DefinitionList
        items={[
          { term: t('campaigns.results.orders'), value: orders },
          { term: t('campaigns.column.amount'), value: <b className="font-strong">{money(amount)}</b> },
          {
            term: t('campaigns.results.cost'),
            value: t('campaigns.results.costShare', { cost: money(subsidy), share: percent(shareOf(subsidy, amount)) }),
          },
          { term: t('campaigns.results.share'), value: percent(share) },
        ]}
      />
      <CampaignSales days={days} />
    </>
  )
}

/** All sales of the shop in the campaign's days compared with the same weekdays before. */
function Compared({ results: { all, before } }: { results: Results }) {
  const change = changeSince(all.amount, before.amount)
  const sold = (sums: Results['all']) =>
    t('campaigns.results.sold', { amount: money(sums.amount), orders: t('campaigns.orders', { count: sums.orders }) })
  const days = { from: date(before.from ?? ''), to: date(before.to ?? '') }
  return (
    <p className="text-md text-ink-2">
      {t('campaigns.results.all', { sold: sold(all) })}{' '}
      {change === null
        ? t('campaigns.results.noBefore', days)
        : t('campaigns.results.before', { sold: sold(before), change: change > 0 ? `+${percent(change)}` : percent(change), ...days })}
    </p>
  )
}
