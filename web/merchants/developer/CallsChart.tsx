import type { apiCallFigures } from '#contract/merchants/apiCalls'
import type { AnswerOf } from '#contract/platform/endpoint'
import { madridDay } from '#domain/platform/dates'
import { dayName } from '../../platform/i18n/calendar.ts'
import { dateTime, time } from '../../platform/i18n/format.ts'
import { shortDayText } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'

type Figures = AnswerOf<typeof apiCallFigures>

/** Calls by hour or day: those with an error above the others. */
export function CallsChart({ figures: { unit, points } }: { figures: Figures }) {
  const [calls, errors] = [sumOf(points, (point) => point.calls), sumOf(points, (point) => point.errors)]
  const data: ChartData = {
    pointName: t(unit === 'hour' ? 'developer.chart.hour' : 'charts.period.day'),
    columns: [
      { name: t('developer.chart.successes'), unit: 'count' },
      { name: t('developer.chart.errors'), unit: 'count' },
    ],
    points: points.map((point) => {
      const day = madridDay(new Date(point.at))
      return {
        key: point.at,
        label: unit === 'hour' ? time(point.at) : shortDayText(day),
        name: unit === 'hour' ? dateTime(point.at) : dayName(day),
        values: [point.calls - point.errors, point.errors],
      }
    }),
  }
  const title = t('developer.chart.title', {
    calls: t('developer.chart.calls', { count: calls }),
    errors: t('developer.chart.failed', { count: errors }),
  })
  return (
    <ChartFrame
      title={title}
      subtitle={t(unit === 'hour' ? 'developer.chart.byHour' : 'developer.chart.byDay')}
      data={data}
      legend={
        <ChartLegend
          marks={[
            { mark: 'solid', name: t('developer.chart.successes') },
            { mark: 'hatched', name: t('developer.chart.errors') },
          ]}
        />
      }
    >
      <TimeChart
        data={data}
        label={title}
        shape="stacked"
        stacked={2}
        rhythm={unit === 'hour' ? 4 : points.length > 7 ? 7 : 1}
        height={120}
      />
    </ChartFrame>
  )
}
