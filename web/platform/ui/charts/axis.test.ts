import { expect, it } from 'vitest'
import { movedPoint, namedPoints, pointAt, pointAxis, tintOf, valueAxis } from './axis.ts'

it.each([
  [[0, 273_173], 'money', [0, 100_000, 200_000, 300_000]],
  [[3, 1, 0, 2], 'count', [0, 1, 2, 3]],
  [[1, 0], 'count', [0, 1]],
  [[0, 0], 'count', [0, 1, 2, 3, 4]],
  [[0, 0], 'money', [0, 5_000, 10_000]],
  [[-50_000, 100_000], 'money', [-50_000, 0, 50_000, 100_000]],
] as const)('has three or four round hairlines that hold every value: %j', (values, unit, ticks) => {
  const axis = valueAxis([...values], 200, unit)
  expect(axis.ticks).toEqual(ticks)
  for (const value of values) {
    expect(axis.y(value)).toBeGreaterThanOrEqual(0)
    expect(axis.y(value)).toBeLessThanOrEqual(200)
  }
})

it('has an axis without figures, and leaves out points that have none', () => {
  expect(valueAxis([], 100, 'money').y(0)).toBe(100)
  expect(valueAxis([null, 400], 100, 'count').y(400)).toBe(0)
})

it('places bars without overlap inside the width, at most 44 px wide', () => {
  for (const [count, width] of [
    [28, 1100],
    [365, 288],
    [3, 900],
    [1, 320],
  ] as const) {
    const { x, barWidth } = pointAxis(count, width)
    expect(barWidth).toBeLessThanOrEqual(44)
    expect(x(0)).toBeGreaterThanOrEqual(0)
    expect(x(count - 1) + barWidth).toBeLessThanOrEqual(width + 0.001)
    if (count > 1) expect(x(1) - x(0)).toBeGreaterThan(barWidth)
  }
})

it('names points that do not touch, in whole weeks, and always the last one', () => {
  expect(namedPoints(28, 1100, 7)).toEqual([0, 7, 14, 21, 27])
  expect(namedPoints(28, 288, 7)).toEqual([0, 7, 14, 21, 27])
  expect(namedPoints(30, 288, 7)).toEqual([0, 7, 14, 21, 29])
  expect(namedPoints(7, 600, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(namedPoints(1, 300)).toEqual([0])
  expect(namedPoints(0, 300)).toEqual([])
})

it('finds the point under the pointer', () => {
  expect(pointAt(0, 4, 100)).toBe(0)
  expect(pointAt(99.9, 4, 100)).toBe(3)
  expect(pointAt(100, 4, 100)).toBe(3)
  expect(pointAt(-1, 4, 100)).toBeNull()
  expect(pointAt(10, 0, 100)).toBeNull()
})

it('moves with the arrow keys and stops at both ends', () => {
  expect(movedPoint('ArrowRight', null, 5)).toBe(0)
  expect(movedPoint('ArrowLeft', null, 5)).toBe(4)
  expect(movedPoint('ArrowRight', 4, 5)).toBe(4)
  expect(movedPoint('ArrowLeft', 0, 5)).toBe(0)
  expect(movedPoint('PageDown', 1, 28)).toBe(8)
  expect(movedPoint('Home', 3, 5)).toBe(0)
  expect(movedPoint('End', 0, 5)).toBe(4)
  expect(movedPoint('ArrowDown', 1, 5)).toBeNull()
  expect(movedPoint('ArrowDown', 1, 26, 13)).toBe(14)
  expect(movedPoint('ArrowDown', 14, 26, 13)).toBe(14)
  expect(movedPoint('ArrowUp', 14, 26, 13)).toBe(1)
  expect(movedPoint('ArrowRight', 0, 0)).toBeNull()
})

it('tints cells in five steps; a single sale is visible', () => {
  expect([0, 1, 20, 50, 99, 100].map((value) => tintOf(value, 100))).toEqual([0, 1, 1, 3, 5, 5])
  expect(tintOf(0, 0)).toBe(0)
})
