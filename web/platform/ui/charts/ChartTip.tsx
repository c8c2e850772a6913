import { t } from '../../i18n/t.ts'
import type { ChartColumn, ChartPoint } from './chartData.ts'
import { valueText } from './valueText.ts'

type ChartTipProps = { point: ChartPoint; columns: readonly ChartColumn[]; x: number; y: number; width: number; hint?: string | undefined }

/** Half of the widest tip, in pixels: it stays inside the drawing. */
const half = 110

/** The figures of the point under the pointer or the keyboard's. It says the same as the live region, and is read there. */
export function ChartTip({ point: { name, values }, columns, x, y, width, hint }: ChartTipProps) {
  const left = width <= half * 2 ? width / 2 : Math.min(width - half, Math.max(half, x))
  return (
    <div aria-hidden data-not-pictured className="chart-tip" style={{ left, top: y }}>
      <p className="chart-tip-name">{name}</p>
      {columns.map(({ name: of, unit, tableOnly = false }, index) => {
        const value = values[index] ?? null
        return value === null || tableOnly ? null : (
          <p key={of} className={index === 0 ? 'font-strong' : 'chart-tip-name'}>
            {index === 0 && unit === 'money' ? valueText(value, unit) : t('charts.point.part', { name: of, value: valueText(value, unit) })}
          </p>
        )
      })}
      {hint && <p className="chart-tip-name">{hint}</p>}
    </div>
  )
}
