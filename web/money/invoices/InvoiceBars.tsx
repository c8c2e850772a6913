import type { InvoiceRow } from '#contract/money/invoices'
import { localDate } from '#domain/platform/dates'
import { money } from '../../platform/i18n/format.ts'
import { monthText } from '../../platform/i18n/calendar.ts'
import { shortMonthText } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { invoicedMonths } from './invoicedMonths.ts'

/** What was invoiced for the last months, less what rectifying invoices gave back; `rows`: of the list, newest first. */
export function InvoiceBars({ rows }: { rows: readonly InvoiceRow[] }) {
  const { merchantId, flag } = useMerchant()
  const months = invoicedMonths(rows)
  const data: ChartData = {
    pointName: t('charts.period.month'),
    columns: [
      { name: t('invoices.column.total'), unit: 'money' },
      { name: t('invoices.column.vat'), unit: 'money', tableOnly: true },
    ],
    points: months.map(({ from, to, total, vat }) => ({
      key: from,
      label: shortMonthText(localDate(from)),
      name: monthText(from),
      values: [total, vat],
      href: paths.invoices(merchantId, { from, to, ...flag }),
    })),
  }
  const title = t('invoices.bars.title', { count: months.length, amount: money(sumOf(months, ({ total }) => total)) })
  return (
    <ChartFrame title={title} subtitle={t('invoices.bars.subtitle')} data={data}>
      <TimeChart data={data} label={title} shape="bars" height={84} />
    </ChartFrame>
  )
}
