import { stack } from 'd3-shape'
import type { ChartPoint } from './chartData.ts'

/** The layers of stacked bars: for each of the first `layers` columns, where it begins and ends in each point. Missing figures are zero. */
export function stackedLayers(points: readonly ChartPoint[], layers: number): [from: number, to: number][][] {
  const build = stack<ChartPoint, number>()
    .keys(Array.from({ length: layers }, (_, index) => index))
    .value(({ values }, column) => values[column] ?? 0)
  return build(points as ChartPoint[]).map((layer) => layer.map(([from, to]) => [from, to] as [number, number])) // d3 does not write to its input
}

/** The height of each stack. */
export const stackedTops = (points: readonly ChartPoint[], layers: number): number[] =>
  points.map(({ values }) => values.slice(0, layers).reduce<number>((sum, value) => sum + (value ?? 0), 0))
