import type { LocalDate } from '#domain/platform/dates'
import { incomparable } from '#domain/sales/insights/findings'
import { t } from '../../platform/i18n/t.ts'
import type { FigureDays } from '../../platform/lists/figureRange.ts'
import type { ChartColumn, ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { chartPeriods, periodSumsLike, sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { periodPoints } from '../../platform/ui/charts/periodPoints.ts'
import { salesTitle } from '../../platform/ui/charts/salesTitle.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { comparedWith, type BusinessFigures } from './BusinessHeadline.tsx'

/** What was sold by all merchants, by day, week or month. */
export function BusinessSales({ figures, days, today }: { figures: BusinessFigures; days: FigureDays; today: LocalDate }) {
  const { current } = figures
  const previous = comparedWith(figures, days)
  // A whole day would be drawn beside one that has only begun.
  const before = previous && incomparable(current, previous, { today }) === 'unfinished' ? null : previous
  const compared = before === null ? [] : periodSumsLike(before.days, chartPeriods(current.days), ({ sold }) => sold)
  const { length, points } = periodPoints(current.days, today, (period, nth) => ({
    values: [
      sumOf(period.days, ({ sold }) => sold),
      sumOf(period.days, ({ operations }) => operations),
      sumOf(period.days, ({ refunded }) => refunded),
      sumOf(period.days, ({ fees }) => fees),
      ...(before === null ? [] : [compared[nth] ?? 0]),
    ],
  }))
  const comparison: ChartColumn[] =
    before === null ? [] : [{ name: t(`charts.compare.${days.compare as 'before' | 'lastYear'}`), unit: 'money' }]
  const data: ChartData = {
    pointName: t(`charts.period.${length}`),
    columns: [
      { name: t('figures.figure.sold'), unit: 'money' },
      { name: t('figures.figure.operations'), unit: 'count' },
      { name: t('insights.figure.returned'), unit: 'money' },
      { name: t('figures.figure.fees'), unit: 'money' },
      ...comparison,
    ],
    points,
  }
  const title = salesTitle(current.days, today, {
    best: (words) => t('figures.sales.weekday', words),
    differ: (times, words) => t(`figures.sales.weekdays.${times}`, words),
  })
  return (
    <ChartFrame
      title={title}
      subtitle={t(`insights.sales.by.${length}`)}
      data={data}
      legend={
        <ChartLegend
          marks={[{ mark: 'solid', name: t('figures.figure.sold') }, ...comparison.map(({ name }) => ({ mark: 'dotted' as const, name }))]}
        />
      }
    >
      <TimeChart data={data} label={title} shape="bars" {...(before !== null && { compare: 4 })} rhythm={length === 'day' ? 7 : 1} />
    </ChartFrame>
  )
}
