import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightSales } from '#contract/sales/insights'
import { joinTexts } from '#domain/platform/direction'
import type { LocalDate } from '#domain/platform/dates'
import { incomparable } from '#domain/sales/insights/findings'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { ChartColumn, ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { chartPeriods, periodSumsLike, sumOf, type ChartPeriod } from '../../platform/ui/charts/chartPeriods.ts'
import type { ChartEvent } from '../../platform/ui/charts/EventLines.tsx'
import { periodPoints } from '../../platform/ui/charts/periodPoints.ts'
import { salesTitle } from '../../platform/ui/charts/salesTitle.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { comparedPeriod } from './Headline.tsx'
import { operationsHref } from './insightLinks.ts'
import type { InsightsQuery } from './insightsQuery.ts'

type Sales = AnswerOf<typeof insightSales>

/** Sales by day, week or month, with the days that they are compared with and what happened meanwhile. */
export function SalesChart({ sales, query, today }: { sales: Sales; query: InsightsQuery; today: LocalDate }) {
  const shop = useMerchant()
  const { current, lists } = sales
  const previous = comparedPeriod(sales, query)
  const why = previous && incomparable(current, previous, { since: sales.since, today })
  // Days before the shop began would be drawn as if it had sold nothing, and a whole day beside one that has only begun.
  const before = why === null || why === 'few' ? previous : null
  const compared = before === null ? [] : periodSumsLike(before.days, chartPeriods(current.days), ({ sold }) => sold)
  const { length, points, periods } = periodPoints(current.days, today, (period, nth) => ({
    values: [
      sumOf(period.days, ({ sold }) => sold),
      sumOf(period.days, ({ operations }) => operations),
      sumOf(period.days, ({ refunded, cancelled }) => refunded + cancelled),
      ...(before === null ? [] : [compared[nth] ?? 0]),
    ],
    href: operationsHref(shop, lists.sold, { from: period.from, to: period.to }),
  }))
  const comparison: ChartColumn[] =
    before === null ? [] : [{ name: t(`charts.compare.${query.days.compare as 'before' | 'lastYear'}`), unit: 'money' }]
  const data: ChartData = {
    pointName: t(`charts.period.${length}`),
    columns: [
      { name: t('insights.figure.sold'), unit: 'money' },
      { name: t('insights.figure.operations'), unit: 'count' },
      { name: t('insights.figure.returned'), unit: 'money' },
      ...comparison,
    ],
    points,
  }
  const title = salesTitle(current.days, today, {
    best: (words) => t('insights.sales.weekday', words),
    differ: (times, words) => t(`insights.sales.weekdays.${times}`, words),
  })
  const events = eventsOf(sales, periods)
  return (
    <>
      <ChartFrame
        title={title}
        subtitle={t(`insights.sales.by.${length}`)}
        data={data}
        link={{ href: operationsHref(shop, lists.sold), label: t('insights.sales.list') }}
        legend={
          <ChartLegend
            marks={[
              { mark: 'solid', name: t('insights.figure.sold') },
              ...comparison.map(({ name }) => ({ mark: 'dotted' as const, name })),
            ]}
          />
        }
      >
        <TimeChart
          data={data}
          label={title}
          shape="bars"
          {...(before !== null && { compare: 3 })}
          rhythm={length === 'day' ? 7 : 1}
          events={events}
        />
      </ChartFrame>
      {events.length > 0 && <EventList sales={sales} />}
    </>
  )
}

/** What happened in the range: campaigns that began, days on which banks did not pay. */
function eventsOf({ campaigns, bankHolidays }: Sales, periods: readonly ChartPeriod<unknown>[]): ChartEvent[] {
  const at = (on: string) => periods.findIndex(({ from, to }) => from <= on && on <= to)
  return [
    ...campaigns.map(({ name, from }) => ({ at: at(from), text: t('insights.event.campaign', { name }) })),
    ...bankHolidays.map((on) => ({ at: at(on), text: t('insights.event.holiday') })),
  ].filter((event) => event.at >= 0)
}

/** The same in words: what does not fit above the bars is here, with its page. */
function EventList({ sales: { campaigns, bankHolidays } }: { sales: Sales }) {
  const words = [
    ...campaigns.map(({ name, from, to }) =>
      to === null
        ? t('insights.event.campaignSince', { name, from: date(from) })
        : t('insights.event.campaignDays', { name, from: date(from), to: date(to) }),
    ),
    ...(bankHolidays.length > 0 ? [t('insights.event.holidays', { days: bankHolidays.map(date).join(', ') })] : []),
  ]
  return <p className="pt-2 text-sm text-ink-3">{joinTexts(words)}</p>
}
