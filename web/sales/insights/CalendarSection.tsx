import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '#domain/platform/dates'
import { cents, formatAmount } from '#domain/platform/money'
import { dayName } from '../../platform/i18n/calendar.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { MoneyCalendar, type CalendarDay } from '../../platform/ui/charts/MoneyCalendar.tsx'
import { calendarDays, calendarRange, type MoneyDay } from './calendarDays.ts'
import { settlementsHref } from './insightLinks.ts'
import { forecastRead, paidRead } from './insightReads.ts'
import { Section } from './Section.tsx'

/** This week and the next: what was paid, what is expected, what expires. */
export function CalendarSection({ today }: { today: LocalDate }) {
  const { merchantId } = useMerchant()
  const paid = useQuery(paidRead(merchantId, calendarRange(today)))
  const forecast = useQuery(forecastRead(merchantId))
  return (
    <Section read={paid} failed={t('insights.failed.calendar')} room={280}>
      {({ results }) => (
        <Section read={forecast} failed={t('insights.failed.calendar')} room={280}>
          {({ days }) => <Calendar days={calendarDays(today, results, days)} today={today} />}
        </Section>
      )}
    </Section>
  )
}

function Calendar({ days, today }: { days: readonly MoneyDay[]; today: LocalDate }) {
  const shop = useMerchant()
  const balance = paths.settlementsBalance(shop.merchantId, shop.flag)
  const hrefOf = ({ on, paid }: MoneyDay) => (paid === null ? balance : settlementsHref(shop, { from: on, to: on }))
  const expected = sumOf(days, (day) => day.expected ?? 0)
  const drawn: CalendarDay[] = days.map((day) => ({
    ...day,
    name: dayName(day.on),
    amount:
      day.paid === null ? (day.expected === null ? null : `≈\u00a0${formatAmount(cents(day.expected))}`) : formatAmount(cents(day.paid)),
    state: day.paid === null ? 'expected' : 'paid',
    stateText: t(day.paid === null ? 'insights.calendar.expected' : day.on > today ? 'insights.calendar.closed' : 'insights.calendar.paid'),
    href: hrefOf(day),
    notes: [
      ...(day.captures.count > 0
        ? [
            {
              text: t('insights.calendar.captures', { count: day.captures.count, amount: money(day.captures.amount) }),
              expires: true,
              href: paths.operations(shop.merchantId, { substatus: 'pending_merchant', ...shop.flag }),
            },
          ]
        : []),
      ...(day.debt > 0 ? [{ text: t('insights.calendar.debt', { amount: money(day.debt) }), href: balance }] : []),
      ...(day.released > 0 ? [{ text: t('insights.calendar.released', { amount: money(day.released) }) }] : []),
    ],
  }))
  const data: ChartData = {
    pointName: t('charts.period.day'),
    columns: [
      { name: t('insights.calendar.paidColumn'), unit: 'money' },
      { name: t('insights.calendar.expectedColumn'), unit: 'money' },
      { name: t('insights.calendar.capturesColumn'), unit: 'money' },
      { name: t('insights.calendar.debtColumn'), unit: 'money' },
      { name: t('insights.calendar.releasedColumn'), unit: 'money' },
    ],
    points: days.map((day) => ({
      key: day.on,
      label: day.label,
      name: dayName(day.on),
      values: [day.paid, day.expected, day.captures.count > 0 ? day.captures.amount : null, day.debt || null, day.released || null],
      href: hrefOf(day),
    })),
  }
  const title = expected > 0 ? t('insights.calendar.title', { amount: money(expected) }) : t('insights.calendar.nothing')
  return (
    <ChartFrame
      title={title}
      subtitle={t('insights.calendar.subtitle')}
      data={data}
      link={{ href: balance, label: t('insights.calendar.balance') }}
    >
      <MoneyCalendar days={drawn} label={title} />
    </ChartFrame>
  )
}
