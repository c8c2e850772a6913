import { money } from '../../i18n/format.ts'
import { groupThousands } from '../../i18n/groupThousands.ts'
import { t } from '../../i18n/t.ts'
import { BarRows } from './BarRows.tsx'
import type { ChartData } from './chartData.ts'
import { ChartFrame } from './ChartFrame.tsx'

/** A part of a whole, with its name. */
type Slice = { value: string; count: number; amount: number }

type SliceRowsProps = {
  title: string
  subtitle: string
  /** The heading of the parts' names. */
  pointName: string
  slices: readonly Slice[]
  nameOf: (value: string) => string
}

/** A whole by one property: rows with count and amount. */
export function SliceRows({ title, subtitle, pointName, slices, nameOf }: SliceRowsProps) {
  const data: ChartData = {
    pointName,
    columns: [
      { name: t('charts.count'), unit: 'count' },
      { name: t('charts.amount'), unit: 'money' },
    ],
    points: slices.map(({ value, count, amount }) => ({ key: value, label: nameOf(value), name: nameOf(value), values: [count, amount] })),
  }
  return (
    <ChartFrame level={3} title={title} subtitle={subtitle} data={data}>
      <BarRows
        label={title}
        rows={slices.map(({ value, count, amount }) => ({
          key: value,
          name: nameOf(value),
          size: count,
          main: groupThousands(count),
          side: money(amount),
        }))}
      />
    </ChartFrame>
  )
}
