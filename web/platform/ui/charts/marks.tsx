import { useId } from 'react'
import { line } from 'd3-shape'
import type { PointAxis, ValueAxis } from './axis.ts'
import type { ChartPoint } from './chartData.ts'
import { stackedLayers } from './stackedTops.ts'

/** A bar with round corners away from its base; at least a pixel high when it is not zero. */
function barPath(x: number, width: number, from: number, to: number, round: number): string {
  const height = Math.abs(to - from)
  const radius = Math.min(round, width / 2, height)
  const up = to < from ? 1 : -1
  const inner = to + up * radius
  return `M${x} ${from}V${inner}Q${x} ${to} ${x + radius} ${to}H${x + width - radius}Q${x + width} ${to} ${x + width} ${inner}V${from}Z`
}

type BarsProps = { points: readonly ChartPoint[]; axis: ValueAxis; across: PointAxis; active: number | null }

/** One bar for each point's first figure. */
export function Bars({ points, axis, across, active }: BarsProps) {
  const base = axis.y(0)
  return points.map(({ key, values }, index) => {
    const value = values[0] ?? 0
    if (value === 0) return null
    const to = value > 0 ? Math.min(base - 1, axis.y(value)) : Math.max(base + 1, axis.y(value))
    const d = barPath(across.x(index), across.barWidth, base, to, 3)
    return <path key={key} d={d} className={index === active ? 'chart-active' : 'chart-solid'} />
  })
}

const layerLook = ['solid', 'hatched', 'outlined']

/** Bars of several layers, told apart by their filling: full, hatched, outlined. */
export function Stacks({ points, layers, axis, across, active }: BarsProps & { layers: number }) {
  const hatch = useId()
  return (
    <>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="chart-hatched" />
          <line x1="0" x2="0" y1="0" y2="5" className="chart-hatch" />
        </pattern>
      </defs>
      {stackedLayers(points, layers).map((layer, nth) =>
        layer.map(([from, to], index) =>
          from === to ? null : (
            <path
              key={`${nth} ${points[index]?.key}`}
              d={barPath(across.x(index), across.barWidth, axis.y(from), axis.y(to), nth === layers - 1 ? 3 : 0)}
              className={index === active ? `chart-active chart-layer-${nth}` : `chart-${layerLook[nth] ?? 'outlined'}`}
              fill={nth === 1 && index !== active ? `url(#${hatch})` : undefined}
              style={nth === 1 && index !== active ? { fill: `url(#${hatch})` } : undefined}
            />
          ),
        ),
      )}
    </>
  )
}

type LineProps = { values: readonly (number | null)[]; axis: ValueAxis; middle: (index: number) => number }

const linePath = ({ values, axis, middle }: LineProps) =>
  line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => middle(index))
    .y((value) => axis.y(value ?? 0))([...values]) ?? ''

/** The dotted line of what the chart is compared with. */
export const CompareLine = (props: LineProps) => <path d={linePath(props)} className="chart-compare" />

/** A line through the points, with a dot on the one under the pointer; one or two points are dots. */
export function ValueLine({ active, ...props }: LineProps & { active: number | null }) {
  const value = active === null ? null : (props.values[active] ?? null)
  return (
    <>
      <path d={linePath(props)} className="chart-line" />
      {props.values.length < 3 &&
        props.values.map((one, index) =>
          one === null ? null : <circle key={index} cx={props.middle(index)} cy={props.axis.y(one)} r="3.5" className="chart-solid" />,
        )}
      {active !== null && value !== null && <circle cx={props.middle(active)} cy={props.axis.y(value)} r="4.5" className="chart-active" />}
    </>
  )
}
