import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { localDate } from '#domain/platform/dates'
import { paymentCalendar } from '#domain/sales/plans/paymentCalendar'
import { serverNow } from '../../../platform/api/serverClock.ts'
import { settings } from '../../../platform/api/settings.ts'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { saveFile } from '../../../platform/lists/saveFile.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { useSale } from '../useSale.ts'

type CalendarPayment = { number: number; dueOn: string; amount: number }

/** Saves the payments that are to come as a calendar file. `count`: of all instalments. */
export function CalendarButton({ payments, count }: { payments: readonly CalendarPayment[]; count: number }) {
  const { view } = useSale()
  if (payments.length === 0) return null
  const save = () => {
    const events = payments.map(({ number, dueOn, amount }) => ({
      id: `${view.checkoutId}-${number}`,
      on: localDate(dueOn),
      title: t(count === 1 ? 'consumerScreens.plan.calendarEventOnce' : 'consumerScreens.plan.calendarEvent', {
        number,
        count,
        amount: money(amount),
        shop: view.shop.name,
      }),
      detail: t('consumerScreens.plan.calendarDetail'),
    }))
    const text = paymentCalendar(events, serverNow(), settings().brand.name)
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${t('consumerScreens.plan.calendarFile')}.ics`)
  }
  return (
    <div>
      <Button
        size="large"
        className="h-auto! min-h-12 py-2 text-left whitespace-normal!"
        icon={<CalendarPlus aria-hidden />}
        onClick={save}
      >
        {t('consumerScreens.plan.calendar')}
      </Button>
    </div>
  )
}
