import { BarRows, type BarRow } from './BarRows.tsx'
import type { ChartColumn, ChartData } from './chartData.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { valueText } from './valueText.ts'

/** Somebody or something that sells: its figures in the order of the columns, the first one drawn. */
export type Seller = { key: string; name: string; values: readonly (number | null)[]; href?: string | undefined }

type SellerRowsProps = { title: string; subtitle: string; pointName: string; columns: readonly ChartColumn[]; sellers: readonly Seller[] }

/** Sales by campaign, by person, by shop: rows with what was sold and, beside it, the second figure. */
export function SellerRows({ title, subtitle, pointName, columns, sellers }: SellerRowsProps) {
  const data: ChartData = { pointName, columns, points: sellers.map((seller) => ({ ...seller, label: seller.name })) }
  const rows = sellers.map(({ key, name, values, href }): BarRow => {
    const [size, second] = [values[0] ?? 0, columns[1]]
    return {
      key,
      name,
      href,
      size,
      main: valueText(values[0] ?? null, columns[0]?.unit ?? 'count'),
      side: second && `${valueText(values[1] ?? null, second.unit)} ${second.short ?? second.name.toLocaleLowerCase()}`,
    }
  })
  return (
    <ChartFrame title={title} subtitle={subtitle} data={data}>
      <BarRows label={title} rows={rows} />
    </ChartFrame>
  )
}
