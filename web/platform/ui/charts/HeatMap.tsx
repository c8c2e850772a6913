import { t } from '../../i18n/t.ts'
import { tintOf } from './axis.ts'
import type { ChartColumn, ChartPoint } from './chartData.ts'
import { ChartTip } from './ChartTip.tsx'
import { PointLink } from './TimeChart.tsx'
import { useChartPoint } from './useChartPoint.ts'
import { useDrawingWidth } from './useDrawingWidth.ts'
import { pointText } from './valueText.ts'

type HeatMapProps = {
  label: string
  /** Row by row, each of `across.length` points. */
  points: readonly ChartPoint[]
  columns: readonly ChartColumn[]
  /** Above the columns: hours. */
  across: readonly string[]
  /** Before the rows: days of the week. */
  down: readonly string[]
}

const gap = 3

/** A grid of ink tints; arrows move in both directions. Its first figure is the tint. */
export function HeatMap({ label, points, columns, across, down }: HeatMapProps) {
  const { place, width, scale } = useDrawingWidth<HTMLDivElement>()
  const perRow = across.length
  const state = useChartPoint(points, perRow)
  const head = 22 * scale
  const left = 30 * scale
  const cellWidth = Math.max(4, ((width ?? 0) - left + gap) / perRow - gap)
  const cellHeight = 20 * scale
  const most = Math.max(0, ...points.map(({ values }) => values[0] ?? 0))
  const height = head + down.length * (cellHeight + gap)
  const every = Math.max(1, Math.ceil((20 * scale) / (cellWidth + gap)))
  const xOf = (index: number) => left + (index % perRow) * (cellWidth + gap)
  const yOf = (index: number) => head + Math.floor(index / perRow) * (cellHeight + gap)
  const { active, point } = state

  function find(event: React.PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const column = Math.floor((event.clientX - box.left - left) / (cellWidth + gap))
    const row = Math.floor((event.clientY - box.top - head) / (cellHeight + gap))
    const inside = column >= 0 && column < perRow && row >= 0 && row < down.length
    state.show(inside ? row * perRow + column : null)
  }
  return (
    <div
      ref={place}
      role="application"
      aria-roledescription={t('charts.role')}
      aria-label={t('charts.label', { title: label })}
      className="chart-plot"
      style={{ height }}
      {...state.keyboard}
      onPointerMove={find}
    >
      {width !== null && (
        <svg aria-hidden width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {across.map((name, column) =>
            column % every === 0 ? (
              <text key={name} x={xOf(column) + cellWidth / 2} y={12 * scale} textAnchor="middle" className="chart-text">
                {name}
              </text>
            ) : null,
          )}
          {down.map((name, row) => (
            <text key={name} x={0} y={head + row * (cellHeight + gap) + cellHeight / 2} dy="0.32em" className="chart-text">
              {name}
            </text>
          ))}
          {points.map(({ key, values }, index) => (
            <rect
              key={key}
              x={xOf(index)}
              y={yOf(index)}
              width={cellWidth}
              height={cellHeight}
              rx={3}
              className={index === active ? 'chart-active' : `chart-tint-${tintOf(values[0] ?? 0, most)}`}
            />
          ))}
        </svg>
      )}
      {width !== null && active !== null && point && (
        <>
          <PointLink href={point.href} left={xOf(active)} top={yOf(active)} width={cellWidth} height={cellHeight} />
          <ChartTip point={point} columns={columns} x={xOf(active) + cellWidth / 2} y={yOf(active) - 6} width={width} />
        </>
      )}
      <p role="status" className="sr-only">
        {state.spoken && pointText(state.spoken, columns)}
      </p>
    </div>
  )
}
