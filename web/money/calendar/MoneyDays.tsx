import type { LocalDate } from '#domain/platform/dates'
import { dayName } from '../../platform/i18n/calendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { MoneyCalendar, type CalendarDay } from '../../platform/ui/charts/MoneyCalendar.tsx'
import { calendarDays, type CalendarAnswer, type DayRange, type MoneyDay } from './calendarDays.ts'
import { amountText, dayNotes } from './calendarNotes.ts'

type MoneyDaysProps = {
  /** Whole weeks. */
  range: DayRange
  answer: CalendarAnswer
  /** The finding, from the days. */
  title: (days: readonly MoneyDay[]) => string
  subtitle: string
  link: { href: string; label: string }
  /** Days outside it are drawn paler; `2026-11`. */
  month?: string
  open?: LocalDate | null
}

/** Weeks of money: what was paid, what is expected, what expires. A day opens its list on the calendar's page. */
export function MoneyDays({ range, answer, title, subtitle, link, month, open = null }: MoneyDaysProps) {
  const { merchantId, flag } = useMerchant()
  const days = calendarDays(range, answer)
  const hrefOf = ({ on }: MoneyDay) => paths.moneyCalendar(merchantId, { month: month ?? on.slice(0, 7), day: on, ...flag })
  const drawn: CalendarDay[] = days.map((day) => ({
    on: day.on,
    label: day.label,
    name: dayName(day.on),
    ...(amountText(day) ?? { amount: null, certainty: '' }),
    firm: day.paid !== null,
    notes: dayNotes(day),
    today: day.today,
    weekend: day.weekend,
    outside: month !== undefined && !day.on.startsWith(month),
    open: day.on === open,
    href: hrefOf(day),
  }))
  const amountOf = (figure: { count: number; amount: number } | undefined) => (figure && figure.count > 0 ? figure.amount : null)
  const data: ChartData = {
    pointName: t('charts.period.day'),
    columns: (['paid', 'expected', 'captures', 'refunds', 'debits', 'disputes', 'debt', 'released'] as const).map((of) => ({
      name: t(`moneyCalendar.column.${of}`),
      unit: 'money' as const,
    })),
    points: days.map((point) => ({
      key: point.on,
      label: point.label,
      name: dayName(point.on),
      values: [
        point.paid,
        point.expected,
        amountOf(point.day?.captures),
        amountOf(point.day?.refunds),
        point.day?.debits.reduce((sum, { amount }) => sum + amount, 0) || null,
        amountOf(point.day?.disputes),
        point.debt || null,
        point.released || null,
      ],
      href: hrefOf(point),
    })),
  }
  const finding = title(days)
  return (
    <ChartFrame title={finding} subtitle={subtitle} data={data} link={link}>
      <MoneyCalendar days={drawn} label={finding} />
    </ChartFrame>
  )
}
