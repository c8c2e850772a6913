import type { SettlementRow } from '#contract/money/settlements'
import { localDate } from '#domain/platform/dates'
import { date, money } from '../../platform/i18n/format.ts'
import { shortDayText } from '../../platform/i18n/shortCalendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'

/** What the last settlements paid, oldest first; `rows`: of the list, newest first. */
export function SettlementBars({ rows }: { rows: readonly SettlementRow[] }) {
  const { merchantId, flag } = useMerchant()
  const shown = rows.slice(0, barsShown).toReversed()
  const data: ChartData = {
    pointName: t('settlements.column.value'),
    columns: [
      { name: t('settlements.column.net'), unit: 'money' },
      { name: t('settlements.lines'), unit: 'count' },
    ],
    points: shown.map(({ id, valueOn, netAmount, lineCount }) => ({
      key: id,
      label: shortDayText(localDate(valueOn)),
      name: date(valueOn),
      values: [netAmount, lineCount],
      href: paths.settlement(merchantId, id, flag),
    })),
  }
  const title = t('settlements.bars.title', { count: shown.length, amount: money(sumOf(shown, ({ netAmount }) => netAmount)) })
  return (
    <ChartFrame title={title} subtitle={t('settlements.bars.subtitle')} data={data}>
      <TimeChart data={data} label={title} shape="bars" height={84} />
    </ChartFrame>
  )
}

const barsShown = 12
