import { t } from '../../i18n/t.ts'
import { BarRows, type BarRow } from './BarRows.tsx'
import type { ChartColumn, ChartData } from './chartData.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { valueText } from './valueText.ts'

/** Somebody or something that sells: its figures in the order of the columns, the first one drawn. */
type Seller = { key: string; name: string; values: readonly (number | null)[]; href?: string | undefined }

type SellerRowsProps = {
  title: string
  subtitle: string
  pointName: string
  columns: readonly ChartColumn[]
  sellers: readonly Seller[]
  /** The second figure in words; sales unless given. */
  sideOf?: (count: number) => string
}

/** More rows are in the table only. */
const maxRows = 10

/** Sales by campaign, by person, by shop: rows with what was sold and, beside it, the second figure. */
export function SellerRows({ title, subtitle, pointName, columns, sellers, sideOf = salesText }: SellerRowsProps) {
  const data: ChartData = { pointName, columns, points: sellers.map((seller) => ({ ...seller, label: seller.name })) }
  const rows = sellers.slice(0, maxRows).map(({ key, name, values, href }): BarRow => ({
    key,
    name,
    href,
    size: values[0] ?? 0,
    main: valueText(values[0] ?? null, columns[0]?.unit ?? 'count'),
    side: sideOf(values[1] ?? 0),
  }))
  return (
    <ChartFrame title={title} subtitle={subtitle} data={data}>
      <BarRows label={title} rows={rows} />
      {sellers.length > maxRows && <p className="pt-2 text-sm text-ink-3">{t('charts.more', { count: sellers.length - maxRows })}</p>}
    </ChartFrame>
  )
}

const salesText = (count: number): string => t('charts.sales', { count })
