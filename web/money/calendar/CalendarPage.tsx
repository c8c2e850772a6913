import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { addMonths, madridDay } from '#domain/platform/dates'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { monthText } from '../../platform/i18n/calendar.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { readCalendarQuery, sumsOf, weeksOfMonth, type MoneyDay } from './calendarDays.ts'
import { calendarRead } from './calendarRead.ts'
import { DayDialog } from './DayDialog.tsx'
import { MoneyDays } from './MoneyDays.tsx'

/** Prefetches the month. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const { month } = readCalendarQuery(search, madridDay(merchantNow()))
  void queryClient.prefetchQuery(calendarRead(params['merchantId'] ?? '', weeksOfMonth(month)))
}

/** The shop's money day by day: a month of payments, expected payments and deadlines; a day opens its list. The address is the state. */
function Calendar() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { search } = useAddress()
  const today = madridDay(useNow(60_000))
  const { month, day } = readCalendarQuery(search, today)
  const range = weeksOfMonth(month)
  const read = useQuery({ ...calendarRead(merchantId, range), placeholderData: keepPreviousData })
  const hrefOf = (other: string, open?: string) => paths.moneyCalendar(merchantId, { month: other.slice(0, 7), day: open, ...flag })
  const shown = read.isPlaceholderData ? undefined : read.data
  const name = monthText(month)
  const ofMonth = (days: readonly MoneyDay[]) => days.filter(({ on }) => on.startsWith(month.slice(0, 7)))
  function title(days: readonly MoneyDay[]): string {
    const { received, coming } = sumsOf(ofMonth(days))
    const words = { month: name, paid: money(received), expected: money(coming) }
    if (coming > 0) return t(received > 0 ? 'moneyCalendar.title.both' : 'moneyCalendar.title.expected', words)
    return t(received > 0 ? 'moneyCalendar.title.paid' : 'moneyCalendar.title.nothing', words)
  }
  return (
    <section aria-labelledby="calendar-title">
      <BackLink href={paths.settlements(merchantId, flag)}>{t('settlements.back')}</BackLink>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pt-4 pb-5">
        <h1 id="calendar-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('moneyCalendar.heading', { month: name })}
        </h1>
        <nav aria-label={t('moneyCalendar.months')} className="ml-auto flex items-center gap-1">
          <IconButton
            label={t('moneyCalendar.previous', { month: monthText(addMonths(month, -1)) })}
            icon={<ChevronLeft aria-hidden />}
            href={hrefOf(addMonths(month, -1))}
          />
          <Button variant="quiet" href={hrefOf(today)}>
            {t('moneyCalendar.thisMonth')}
          </Button>
          <IconButton
            label={t('moneyCalendar.next', { month: monthText(addMonths(month, 1)) })}
            icon={<ChevronRight aria-hidden />}
            href={hrefOf(addMonths(month, 1))}
          />
        </nav>
      </header>
      <ReadState read={{ ...read, data: shown }} failed={t('moneyCalendar.failed')} loading={t('charts.loading')}>
        <Skeleton width={280} />
        <div aria-hidden className="h-120 rounded-2 bg-sunken" />
      </ReadState>
      {shown && (
        <MoneyDays
          range={range}
          answer={shown}
          title={title}
          subtitle={t(sandbox ? 'settlements.forecast.aboutSandbox' : 'moneyCalendar.subtitle')}
          link={{ href: paths.settlementsBalance(merchantId, flag), label: t('settlements.balance') }}
          month={month.slice(0, 7)}
          open={day}
        />
      )}
      <Live message={shown ? name : ''} />
      {day && shown && (
        <DayDialog
          on={day}
          day={shown.days.find(({ on }) => on === day) ?? null}
          onClose={() => go(hrefOf(month), { replace: true, keepScroll: true })}
        />
      )}
    </section>
  )
}

export const CalendarPage: Screen = { component: Calendar, loader }
