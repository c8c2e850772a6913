import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightMoney } from '#contract/sales/insights'
import { localDate } from '#domain/platform/dates'
import { date, money } from '../../platform/i18n/format.ts'
import { shortDayText } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { settlementsHref } from './insightLinks.ts'
import { moneyRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'

type Week = AnswerOf<typeof insightMoney>['weeks'][number]

/** What was paid, deducted and given back, by week of the value dates. */
export function MoneySection({ query }: { query: InsightsQuery }) {
  const { merchantId } = useMerchant()
  const read = useQuery({ ...moneyRead(merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.money')} room={300}>
      {({ weeks }) => <Weeks weeks={weeks} query={query} />}
    </Section>
  )
}

function Weeks({ weeks, query }: { weeks: readonly Week[]; query: InsightsQuery }) {
  const shop = useMerchant()
  const columns = (
    ['paid', 'charges', 'refunds', 'sales', 'reserveHeld', 'reserveReleased', 'repayments', 'disputes', 'opening', 'closing'] as const
  ).map((of, nth) => ({ of, name: t(`insights.money.${of}`), unit: 'money' as const, tableOnly: nth > 3 }))
  const data: ChartData = {
    pointName: t('charts.period.week'),
    columns,
    points: weeks.map((week) => ({
      key: week.from,
      label: shortDayText(localDate(week.from)),
      name: t('charts.period.days', { from: date(week.from), to: date(week.to) }),
      // Deductions are drawn above what was paid: what they took, as a positive amount.
      values: columns.map(({ of }) => (of === 'charges' || of === 'refunds' ? Math.max(0, -week[of]) : week[of])),
      href: week.settlements > 0 ? settlementsHref(shop, week) : undefined,
    })),
  }
  const paid = sumOf(weeks, (week) => week.paid)
  const title =
    paid === 0
      ? t('insights.money.nothing')
      : t('insights.money.title', { paid: money(paid), sales: money(sumOf(weeks, ({ sales }) => sales)) })
  return (
    <ChartFrame
      title={title}
      subtitle={t('insights.money.subtitle')}
      data={data}
      link={{ href: settlementsHref(shop, query.days), label: t('insights.money.list') }}
      legend={
        <ChartLegend
          marks={[
            { mark: 'solid', name: t('insights.money.paid') },
            { mark: 'hatched', name: t('insights.money.charges') },
            { mark: 'outlined', name: t('insights.money.refunds') },
          ]}
        />
      }
    >
      <TimeChart data={data} label={title} shape="stacked" stacked={3} />
    </ChartFrame>
  )
}
