import './charts.css'
import { extent } from './extent.ts'
import { line } from 'd3-shape'

/** The course of a figure in 96 pixels; its words stand beside it. */
export function Sparkline({ values, width = 96, height = 28 }: { values: readonly (number | null)[]; width?: number; height?: number }) {
  const { least, most } = extent(values)
  const known = values.filter((value) => value !== null).length
  if (known < 2) return <svg aria-hidden width={width} height={height} />
  const d = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => 2 + (index * (width - 4)) / (values.length - 1))
    .y((value) => (least === most ? height / 2 : 2 + ((most - (value ?? 0)) * (height - 4)) / (most - least)))([...values])
  return (
    <svg aria-hidden width={width} height={height} className="flex-none">
      <path d={d ?? ''} className="chart-spark" />
    </svg>
  )
}
