import { expect, test } from 'vitest'
import { waterfallBars } from './waterfallBars.ts'

test('each step starts at the end of the previous one', () => {
  const { bars, total } = waterfallBars([60000, -20000, -4000], 36000)
  expect(bars).toEqual([
    { start: 0, size: 1 },
    { start: 40000 / 60000, size: 20000 / 60000 },
    { start: 36000 / 60000, size: 4000 / 60000 },
  ])
  expect(total).toEqual({ start: 0, size: 0.6 })
})

test('a negative net is drawn to the left of zero', () => {
  const { bars, total } = waterfallBars([1000, -1500], -500)
  expect(bars[1]).toEqual({ start: 0, size: 1 })
  expect(total).toEqual({ start: 0, size: 500 / 1500 })
})

test('no bar exceeds the column', () => {
  const amounts = [-90000, -1030, -1, 0, 1, 216, 60000]
  for (const first of amounts)
    for (const second of amounts)
      for (const third of amounts) {
        const { bars, total } = waterfallBars([first, second, third], first + second + third)
        for (const { start, size } of [...bars, total]) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start + size).toBeLessThanOrEqual(1 + 1e-9)
        }
      }
})
