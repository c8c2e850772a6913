import { use } from 'react'
import { t } from '../../i18n/t.ts'
import { AnchorNavigation } from '../controls/AnchorNavigation.ts'
import { Anchor } from '../controls/Anchor.tsx'
import { namedPoints, pointAt, pointAxis, valueAxis } from './axis.ts'
import type { ChartData } from './chartData.ts'
import { ChartTip } from './ChartTip.tsx'
import { EventLines, type ChartEvent } from './EventLines.tsx'
import { Bars, CompareLine, Stacks, ValueLine } from './marks.tsx'
import { stackedTops } from './stackedTops.ts'
import { useChartPoint } from './useChartPoint.ts'
import { useDrawingWidth } from './useDrawingWidth.ts'
import { axisText, pointText } from './valueText.ts'

type TimeChartProps = {
  data: ChartData
  /** Its accessible name: the chart's title. */
  label: string
  /** Bars and line draw the first column; stacked draws the first `stacked` ones above one another. */
  shape: 'bars' | 'line' | 'stacked'
  stacked?: number
  /** The column drawn as a dotted line: what it is compared with. */
  compare?: number
  /** Points that belong together, such as 7 days: the axis names whole groups. */
  rhythm?: number
  events?: readonly ChartEvent[]
  /** Of the plot, without its axis. */
  height?: number
}

/** Of the axis' figures, in pixels of normal text. */
const letterWidth = 6.6
/** The room for words in pixels of normal text: below the plot, above it, and for events. */
const room = { below: 26, above: 12, events: 20 }

/** A chart over time: one vertical axis, hairlines, and marks drawn for the width there is. */
export function TimeChart({ data, label, shape, stacked = 1, compare, rhythm = 1, events = [], height = 156 }: TimeChartProps) {
  const { place, width, scale } = useDrawingWidth<HTMLDivElement>()
  const { points, columns } = data
  const state = useChartPoint(points)
  const below = scale * room.below
  const eventRoom = scale * room.events
  const top = scale * room.above + (events.length > 0 ? eventRoom : 0)
  const unit = columns[0]?.unit ?? 'count'
  const tops = shape === 'stacked' ? stackedTops(points, stacked) : points.map(({ values }) => values[0] ?? null)
  const compared = compare === undefined ? [] : points.map(({ values }) => values[compare] ?? null)
  const axis = valueAxis([...tops, ...compared], height, unit)
  const left = 14 + Math.ceil(scale * letterWidth * Math.max(...axis.ticks.map((tick) => axisText(tick, unit).length)))
  const plot = Math.max(0, (width ?? 0) - left)
  const across = pointAxis(points.length, plot)
  const active = state.active
  const middle = (index: number) => across.x(index) + across.barWidth / 2

  return (
    <div
      ref={place}
      role="application"
      aria-roledescription={t('charts.role')}
      aria-label={t('charts.label', { title: label })}
      className="chart-plot"
      style={{ height: top + height + below }}
      {...state.keyboard}
      onPointerMove={(event) => {
        if (!(event.target instanceof Element)) return
        const box = event.currentTarget.getBoundingClientRect()
        state.show(pointAt(event.clientX - box.left - left, points.length, plot))
      }}
    >
      {width !== null && (
        <>
          <svg aria-hidden width={width} height={top + height + below} viewBox={`0 0 ${width} ${top + height + below}`}>
            <g transform={`translate(0 ${top})`}>
              {axis.ticks.map((tick) => (
                <g key={tick}>
                  <line x1={left} x2={width} y1={axis.y(tick)} y2={axis.y(tick)} className={tick === 0 ? 'chart-base' : 'chart-hair'} />
                  <text x={left - 10} y={axis.y(tick)} dy="0.32em" textAnchor="end" className="chart-text">
                    {axisText(tick, unit)}
                  </text>
                </g>
              ))}
              <g transform={`translate(${left} 0)`}>
                <EventLines events={events} top={-eventRoom} height={height} width={plot} middle={middle} scale={scale} />
                {shape === 'bars' && <Bars points={points} axis={axis} across={across} active={active} />}
                {shape === 'stacked' && <Stacks points={points} layers={stacked} axis={axis} across={across} active={active} />}
                {shape === 'line' && <ValueLine values={tops} axis={axis} middle={middle} active={active} />}
                {compare !== undefined && <CompareLine values={compared} axis={axis} middle={middle} />}
                {namedPoints(points.length, plot / scale, rhythm).map((index) => (
                  <PointLabel
                    key={index}
                    x={middle(index)}
                    y={height + 18 * scale}
                    edge={24 * scale}
                    plot={plot}
                    text={points[index]?.label ?? ''}
                  />
                ))}
              </g>
            </g>
          </svg>
          {active !== null && state.point && (
            <>
              <PointLink href={state.point.href} left={left + middle(active) - across.step / 2} width={across.step} height={top + height} />
              <ChartTip
                point={state.point}
                columns={columns}
                x={left + middle(active)}
                y={top + Math.max(0, axis.y(Math.max(0, tops[active] ?? 0)) - 8)}
                width={width}
                hint={state.point.href === undefined ? undefined : t('charts.open')}
              />
            </>
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {state.spoken && pointText(state.spoken, columns)}
      </p>
    </div>
  )
}

/** The name of a point below the axis; nearer than `edge` to the edges it stays inside. */
function PointLabel({ x, y, edge, plot, text }: { x: number; y: number; edge: number; plot: number; text: string }) {
  const anchor = x < edge ? 'start' : x > plot - edge ? 'end' : 'middle'
  return (
    <text x={anchor === 'start' ? 0 : anchor === 'end' ? plot : x} y={y} textAnchor={anchor} className="chart-text">
      {text}
    </text>
  )
}

/** The link under the pointer; by touch the first tap shows the figures and the second one follows it. Nothing is fetched while the pointer passes. */
export function PointLink({
  href,
  left,
  top = 0,
  width,
  height,
}: {
  href: string | undefined
  left: number
  top?: number
  width: number
  height: number
}) {
  const navigation = use(AnchorNavigation)
  if (href === undefined) return null
  return (
    <AnchorNavigation value={navigation && { navigate: navigation.navigate }}>
      <Anchor href={href} tabIndex={-1} aria-hidden data-not-pictured className="absolute" style={{ left, top, width, height }} />
    </AnchorNavigation>
  )
}
