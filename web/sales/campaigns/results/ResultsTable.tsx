import { date } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Cell } from '../../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../../platform/ui/figures/Money.tsx'
import { Table } from '../../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../../platform/ui/tables/TableRow.tsx'
import type { ResultPeriod } from './resultPeriods.ts'

type ResultsTableProps = { periods: readonly ResultPeriod[]; total: { orders: number; amount: number; subsidy: number } }

/** Tables with more rows are collapsed. */
const shownAtOnce = 10

/** The chart's data by period, with the total. */
export function ResultsTable({ periods, total }: ResultsTableProps) {
  const head = (
    <>
      <HeadCell>{t('campaigns.column.days')}</HeadCell>
      <HeadCell numeric>
        <span className="max-md:sr-only">{t('campaigns.results.orders')}</span>
        <span aria-hidden className="md:hidden">
          {t('campaigns.results.ordersShort')}
        </span>
      </HeadCell>
      <HeadCell numeric>{t('campaigns.column.amount')}</HeadCell>
      <HeadCell numeric>{t('campaigns.column.cost')}</HeadCell>
    </>
  )
  // For a campaign that runs for years only the latest days are listed.
  const closed = (['orders', 'amount', 'subsidy'] as const).every(
    (part) => periods.reduce((sum, one) => sum + one[part], 0) === total[part],
  )
  const foot = (
    <TableRow>
      <Cell strong>{t('campaigns.results.total')}</Cell>
      <Cell numeric strong>
        {total.orders}
      </Cell>
      <Cell numeric strong>
        <Money cents={total.amount} closed={closed} />
      </Cell>
      <Cell numeric strong>
        <Money cents={total.subsidy} closed={closed} />
      </Cell>
    </TableRow>
  )
  return (
    <details open={periods.length <= shownAtOnce} className="min-w-0 overflow-x-auto">
      <summary className="min-h-6 text-md text-ink-2 max-md:min-h-11">{t('campaigns.results.table')}</summary>
      <Table bleed={false} dense cards={false} caption={t('campaigns.results.table')} head={head} foot={foot}>
        {periods.map(({ from, to, orders, amount, subsidy }) => (
          <TableRow key={from}>
            <Cell
              detail={
                from === to ? undefined : <span className="whitespace-nowrap">{t('campaigns.results.toDay', { day: date(to) })}</span>
              }
            >
              {date(from)}
            </Cell>
            <Cell numeric>{orders === 0 ? '—' : orders}</Cell>
            <Cell numeric>
              <Money cents={amount} zeroDash />
            </Cell>
            <Cell numeric>
              <Money cents={subsidy} zeroDash />
            </Cell>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}
