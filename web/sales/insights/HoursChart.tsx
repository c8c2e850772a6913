import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightCustomers } from '#contract/sales/insights'
import type { busiestHours } from '#domain/sales/insights/findings'
import { percent } from '../../platform/i18n/format.ts'
import { shortWeekday, weekdayName } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { HeatMap } from '../../platform/ui/charts/HeatMap.tsx'

type Hours = AnswerOf<typeof insightCustomers>['hours']

const weekdays = [1, 2, 3, 4, 5, 6, 7]
/** The hours that are always shown: a shop's day. */
const usual = { from: 9, to: 21 }

/** When customers buy: hour of the day by weekday. */
export function HoursChart({ hours, busiest }: { hours: Hours; busiest: ReturnType<typeof busiestHours> }) {
  const known = hours.map(({ hour }) => hour)
  const [from, to] = [Math.min(usual.from, ...known), Math.max(usual.to, ...known)]
  const across = Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
  const cells = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one]))
  const data: ChartData = {
    pointName: t('insights.hours.cell'),
    columns: [
      { name: t('insights.figure.operations'), unit: 'count' },
      { name: t('charts.amount'), unit: 'money' },
    ],
    points: weekdays.flatMap((day) =>
      across.map((hour) => {
        const { count = 0, amount = 0 } = cells.get(`${day} ${hour}`) ?? {}
        const name = t('insights.hours.at', { weekday: weekdayName(day), from: String(hour), to: String(hour + 1) })
        return { key: `${day} ${hour}`, label: name, name, values: [count, amount] }
      }),
    ),
  }
  const title =
    busiest === null
      ? t('insights.hours.title')
      : t('insights.hours.busiest', {
          from: String(busiest.from),
          to: String(busiest.to),
          share: percent(Math.round(busiest.share / 100) * 100),
        })
  return (
    <ChartFrame level={3} title={title} subtitle={t('insights.hours.subtitle')} data={data}>
      <HeatMap label={title} points={data.points} columns={data.columns} across={across.map(String)} down={weekdays.map(shortWeekday)} />
    </ChartFrame>
  )
}
