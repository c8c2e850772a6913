import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { arrearsAges, consoleFigureArrears } from '#contract/provider/figures'
import { localDate, type LocalDate } from '#domain/platform/dates'
import { dayName } from '../../platform/i18n/calendar.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { shortDayText } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

type Arrears = AnswerOf<typeof consoleFigureArrears>

/** What is overdue: by age, from night to night, and by merchant. */
export function ArrearsSection({ from, to, today }: { from: string; to: string; today: LocalDate }) {
  const read = useQuery(consoleQuery(consoleFigureArrears, { query: { from, to } }))
  return <ReadState read={read}>{(arrears) => <Overdue arrears={arrears} today={today} />}</ReadState>
}

function Overdue({ arrears: { on, ages, days, merchants }, today }: { arrears: Arrears; today: LocalDate }) {
  if (on === null)
    return (
      <section>
        <h2 className="pb-2 text-title-sm font-strong">{t('figures.arrears')}</h2>
        <p className="text-md text-ink-2">{t('figures.arrears.none')}</p>
      </section>
    )
  const total = sumOf(ages, ({ amount }) => amount)
  const title = t('figures.arrears.title', { amount: money(total) })
  const data: ChartData = {
    pointName: t('charts.period.day'),
    columns: [
      { name: t('figures.arrears.total'), unit: 'money' },
      ...arrearsAges.map((age) => ({ name: t(`figures.arrears.age.${age}`), unit: 'money' as const, tableOnly: true })),
    ],
    points: days.map((day) => ({
      key: day.on,
      label: day.on === today ? t('charts.period.today') : shortDayText(localDate(day.on)),
      name: dayName(localDate(day.on)),
      values: [sumOf(day.ages, ({ amount }) => amount), ...arrearsAges.map((age) => day.ages.find((one) => one.age === age)?.amount ?? 0)],
    })),
  }
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <ChartFrame level={3} title={title} subtitle={t('figures.arrears.subtitle', { day: date(on) })} data={data}>
          <TimeChart data={data} label={title} shape="line" rhythm={7} />
        </ChartFrame>
        <SliceRows
          title={t('figures.arrears.byAge')}
          subtitle={t('figures.arrears.byAgeSubtitle')}
          pointName={t('figures.arrears.byAge')}
          slices={ages.map(({ age, operations, amount }) => ({ value: age, count: operations, amount }))}
          nameOf={(value) => t(`figures.arrears.age.${value as (typeof arrearsAges)[number]}`)}
        />
      </div>
      {merchants.length > 0 && (
        <SellerRows
          title={t('figures.arrears.merchants')}
          subtitle={t('figures.arrears.merchantsSubtitle')}
          pointName={t('shell.heading.shop')}
          columns={[
            { name: t('figures.arrears.total'), unit: 'money' },
            { name: t('figures.arrears.operations'), unit: 'count' },
          ]}
          sideOf={(count) => t('figures.arrears.count', { count })}
          sellers={merchants.map(({ merchantId, accountId, name, operations, amount }) => ({
            key: merchantId,
            name,
            href: `/console/merchants/${accountId}`,
            values: [amount, operations],
          }))}
        />
      )}
    </div>
  )
}
