import type { campaignResults } from '#contract/sales/campaignInsights'
import type { AnswerOf } from '#contract/platform/endpoint'
import { madridDay } from '#domain/platform/dates'
import { merchantNow } from '../../../platform/api/merchantNow.ts'
import { t } from '../../../platform/i18n/t.ts'
import type { ChartData } from '../../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../../platform/ui/charts/ChartLegend.tsx'
import { sumOf } from '../../../platform/ui/charts/chartPeriods.ts'
import { periodPoints } from '../../../platform/ui/charts/periodPoints.ts'
import { TimeChart } from '../../../platform/ui/charts/TimeChart.tsx'

/** Sales with and without a campaign by day, week or month, beside those of the same weekdays before it, and what they cost. */
export function CampaignSales({ days }: Pick<AnswerOf<typeof campaignResults>, 'days'>) {
  const { length, points } = periodPoints(days, madridDay(merchantNow()), (period) => ({
    values: [
      sumOf(period.days, ({ amount }) => amount),
      // An order created before the campaign counts on its first day, on which all sales may be fewer.
      sumOf(period.days, ({ amount, all }) => Math.max(0, all - amount)),
      sumOf(period.days, ({ before }) => before),
      sumOf(period.days, ({ orders }) => orders),
      sumOf(period.days, ({ subsidy }) => subsidy),
    ],
  }))
  const data: ChartData = {
    pointName: t(`charts.period.${length}`),
    columns: [
      { name: t('campaigns.results.with'), unit: 'money' },
      { name: t('campaigns.results.without'), unit: 'money' },
      { name: t('campaigns.results.earlier'), unit: 'money' },
      { name: t('campaigns.results.orders'), unit: 'count' },
      { name: t('campaigns.column.cost'), unit: 'money' },
    ],
    points,
  }
  const title = t('campaigns.results.chart')
  return (
    <ChartFrame
      level={3}
      title={title}
      subtitle={t(`campaigns.results.by.${length}`)}
      data={data}
      legend={
        <ChartLegend
          marks={[
            { mark: 'solid', name: t('campaigns.results.with') },
            { mark: 'hatched', name: t('campaigns.results.without') },
            { mark: 'dotted', name: t('campaigns.results.earlier') },
          ]}
        />
      }
    >
      <TimeChart data={data} label={title} shape="stacked" stacked={2} compare={2} rhythm={length === 'day' ? 7 : 1} height={220} />
    </ChartFrame>
  )
}
