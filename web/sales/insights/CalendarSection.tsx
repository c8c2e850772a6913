import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '#domain/platform/dates'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { sumsOf, twoWeeks, type MoneyDay } from '../../money/calendar/calendarDays.ts'
import { calendarRead } from '../../money/calendar/calendarRead.ts'
import { MoneyDays } from '../../money/calendar/MoneyDays.tsx'
import { Section } from './Section.tsx'

/** This week and the next of the money calendar. */
export function CalendarSection({ today }: { today: LocalDate }) {
  const { merchantId, flag } = useMerchant()
  const range = twoWeeks(today)
  const read = useQuery(calendarRead(merchantId, range))
  function title(days: readonly MoneyDay[]): string {
    const { coming } = sumsOf(days)
    return coming > 0 ? t('insights.calendar.title', { amount: money(coming) }) : t('insights.calendar.nothing')
  }
  return (
    <Section read={read} failed={t('moneyCalendar.failed')} room={280}>
      {(answer) => (
        <MoneyDays
          range={range}
          answer={answer}
          title={title}
          subtitle={t('insights.calendar.subtitle')}
          link={{ href: paths.moneyCalendar(merchantId, flag), label: t('moneyCalendar.wholeMonth') }}
        />
      )}
    </Section>
  )
}
