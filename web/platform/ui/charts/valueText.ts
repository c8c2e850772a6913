import { money, percent } from '../../i18n/format.ts'
import { groupThousands } from '../../i18n/groupThousands.ts'
import { t } from '../../i18n/t.ts'
import type { ChartColumn, ChartPoint, ChartUnit } from './chartData.ts'

/** A figure in full: `1.234,56 €`, `1.234`, `5,9 %`; a dash when there is none. */
export function valueText(value: number | null, unit: ChartUnit): string {
  if (value === null) return '—'
  if (unit === 'money') return money(value)
  return unit === 'share' ? percent(value) : groupThousands(value)
}

/** A figure beside a hairline, in as few letters as it takes: `0 €`, `500 €`, `2,5 mil`, `1 M`. */
export function axisText(value: number, unit: ChartUnit): string {
  if (unit === 'share') return percent(value)
  const whole = unit === 'money' ? value / 100 : value
  const size = Math.abs(whole)
  if (size >= 1_000_000) return t('charts.axis.millions', { value: groupThousands(whole / 1_000_000) })
  if (size >= 1_000) return t('charts.axis.thousands', { value: groupThousands(whole / 1_000) })
  return unit === 'money' ? `${groupThousands(whole)}\u00a0€` : groupThousands(whole)
}

/** A point as it is spoken: "sábado 21 de noviembre: 2.731,73 €, 19 ventas". A first amount says itself, the other figures are named. */
export function pointText({ name, values }: ChartPoint, columns: readonly ChartColumn[]): string {
  const spoken = columns.filter(({ tableOnly = false }) => !tableOnly)
  const parts = spoken.map(({ name: of, unit }, index) => {
    const text = valueText(values[index] ?? null, unit)
    return index === 0 && unit === 'money' ? text : t('charts.point.part', { name: of, value: text })
  })
  return t('charts.point', { name, values: parts.join(', ') })
}
