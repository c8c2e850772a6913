import { useQuery } from '@tanstack/react-query'
import type { campaignResults } from '#contract/sales/campaignInsights'
import type { Campaign } from '#contract/sales/campaigns'
import type { AnswerOf } from '#contract/platform/endpoint'
import { changeSince, costPerExtraEuro, shareOf } from '#domain/sales/campaigns/campaignResult'
import { signedPercent } from '#domain/sales/insights/changeText'
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
      {data && <Answer results={data} />}
      {data && (data.orders === 0 ? <p className="text-ink-2">{t('campaigns.results.none')}</p> : <Figures results={data} />)}
      {data && data.from !== null && <Compared results={data} />}
    </FormSection>
  )
}

/** Whether the shop sold more than before, in one sentence. */
function Answer({ results: { all, before } }: { results: Results }) {
  const change = changeSince(all.amount, before.amount)
  if (change === null) return null
  const words = { change: signedPercent(change) }
  return (
    <p className="max-w-[42ch] font-display text-title-md leading-tight font-title tracking-tight text-balance">
      {t(change > 0 ? 'campaigns.results.more' : change < 0 ? 'campaigns.results.less' : 'campaigns.results.same', words)}
    </p>
  )
}

function Figures({ results }: { results: Results }) {
  const { orders, amount, subsidy, share, days, all, before } = results
  const perExtra = costPerExtraEuro(subsidy, all.amount, before.amount)
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
          ...(perExtra === null ? [] : [{ term: t('campaigns.results.perExtra'), value: money(perExtra) }]),
          { term: t('campaigns.results.share'), value: percent(share) },
        ]}
      />
      <CampaignSales days={days} />
    </>
  )
}

/** All sales of the shop in the campaign's days compared with the same weekdays before. */
function Compared({ results: { all, before } }: { results: Results }) {
  const sold = (sums: Results['all']) =>
    t('campaigns.results.sold', { amount: money(sums.amount), orders: t('campaigns.orders', { count: sums.orders }) })
  const days = { from: date(before.from ?? ''), to: date(before.to ?? '') }
  return (
    <p className="text-md text-ink-2">
      {t('campaigns.results.all', { sold: sold(all) })}{' '}
      {changeSince(all.amount, before.amount) === null
        ? t('campaigns.results.noBefore', days)
        : t('campaigns.results.before', { sold: sold(before), ...days })}
    </p>
  )
}
