import { money } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import { BarRows } from '../../platform/ui/charts/BarRows.tsx'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'

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
      { name: t('insights.count'), unit: 'count' },
      { name: t('insights.amount'), unit: 'money' },
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
