import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleFigureApplications } from '#contract/provider/figures'
import type { LocalDate } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { periodPoints } from '../../platform/ui/charts/periodPoints.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

/** Applications of shops: how many come and are decided, and how long that takes. */
export function ApplicationsSection({ from, to, today }: { from: string; to: string; today: LocalDate }) {
  const read = useQuery(consoleQuery(consoleFigureApplications, { query: { from, to } }))
  return <ReadState read={read}>{(applications) => <Applications applications={applications} today={today} />}</ReadState>
}

const columns = ['submitted', 'approved', 'rejected'] as const

function Applications({
  applications: { submitted, waiting, medianHours, days },
  today,
}: {
  applications: AnswerOf<typeof consoleFigureApplications>
  today: LocalDate
}) {
  const { length, points } = periodPoints(days, today, (period) => ({ values: columns.map((of) => sumOf(period.days, (day) => day[of])) }))
  const data: ChartData = {
    pointName: t(`charts.period.${length}`),
    columns: columns.map((of) => ({ name: t(`figures.applications.${of}`), unit: 'count' })),
    points,
  }
  const title =
    medianHours === null
      ? t('figures.applications.plain', { count: submitted })
      : t('figures.applications.title', { count: submitted, hours: medianHours })
  return (
    <ChartFrame
      title={title}
      subtitle={t('figures.applications.waiting', { count: waiting })}
      data={data}
      link={{ href: '/console/work', label: t('figures.applications.list') }}
    >
      <TimeChart data={data} label={title} shape="bars" rhythm={length === 'day' ? 7 : 1} height={110} />
    </ChartFrame>
  )
}
