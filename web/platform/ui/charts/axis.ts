import { scaleBand, scaleLinear } from 'd3-scale'
import type { ChartUnit } from './chartData.ts'

/** The vertical axis: where a value stands, in pixels from the top, and its hairlines. */
export type ValueAxis = { y: (value: number) => number; ticks: readonly number[] }

/** The top of an axis whose values are all zero: 100 €, four, 100 %. */
const emptyTop: Record<ChartUnit, number> = { money: 10_000, count: 4, share: 10_000 }

/** An axis from zero (or the least value below it) to a round value above the greatest, with three or four hairlines. */
export function valueAxis(values: readonly (number | null)[], height: number, unit: ChartUnit): ValueAxis {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const scale = scaleLinear()
    .domain([least, least === 0 && most === 0 ? emptyTop[unit] : most])
    .range([height, 0])
    .nice(3)
  // Half a cent or half a sale cannot be written.
  const ticks = scale.ticks(3).filter(Number.isInteger)
  return { y: (value) => scale(value), ticks }
}

/** The columns of points over a width: where each begins, how wide its bar is, and how wide the column that the pointer finds. */
export type PointAxis = { x: (index: number) => number; barWidth: number; step: number }

/** Bars with gaps of a third; at most 44 px wide, so that three days are no wall. */
export function pointAxis(count: number, width: number): PointAxis {
  const scale = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([0, width])
    .paddingInner(0.34)
    .paddingOuter(0.17)
  const barWidth = Math.min(scale.bandwidth(), 44)
  const inset = (scale.bandwidth() - barWidth) / 2
  return { x: (index) => (scale(index) ?? 0) + inset, barWidth, step: scale.step() }
}

/** The widest text below the axis, in pixels. */
const labelWidth = 52

/**
 * The points that are named below the axis: evenly spaced, by whole weeks when they are days, and the last one, which takes the place of a neighbour
 * that would touch it.
 */
export function namedPoints(count: number, width: number, rhythm = 1): number[] {
  if (count === 0) return []
  const fitting = Math.max(1, Math.floor(width / labelWidth))
  const least = Math.max(1, Math.ceil(count / fitting))
  const every = least <= 1 ? 1 : Math.ceil(least / rhythm) * rhythm
  const step = width / count
  const named = Array.from({ length: Math.ceil(count / every) }, (_, nth) => nth * every)
  const last = count - 1
  if (named.at(-1) === last) return named
  return [...named.filter((index) => (last - index) * step >= labelWidth), last]
}

/** The point whose column is under a position; null outside. */
export function pointAt(position: number, count: number, width: number): number | null {
  if (count === 0 || position < 0 || position > width) return null
  return Math.min(count - 1, Math.floor((position / width) * count))
}

/** The point that a key of the keyboard moves to; null: not a key of the chart. `perRow`: points in a row, for grids. */
export function movedPoint(key: string, at: number | null, count: number, perRow = 1): number | null {
  if (count === 0) return null
  const last = count - 1
  const bounded = (index: number) => Math.min(last, Math.max(0, index))
  const from = at ?? -1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight') return bounded(from + 1)
  if (key === 'ArrowLeft') return at === null ? last : bounded(at - 1)
  if (key === 'PageDown') return bounded(from + 7)
  if (key === 'PageUp') return at === null ? last : bounded(at - 7)
  if (perRow === 1) return null
  if (key === 'ArrowDown') return at === null ? 0 : at + perRow <= last ? at + perRow : at
  return key === 'ArrowUp' ? (at === null ? last : at - perRow >= 0 ? at - perRow : at) : null
}

/** How dark a cell of a grid is, from 0 to 5, by its share of the greatest; whatever is not zero is at least 1. */
export function tintOf(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0
  return Math.min(5, Math.max(1, Math.ceil((value / most) * 5)))
}
