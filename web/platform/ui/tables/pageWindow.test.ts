import { expect, test } from 'vitest'
import { pageWindow } from './pageWindow.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 11, [1, 2, 3, 0, 11]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
  [6, 12, [1, 0, 4, 5, 6, 7, 8, 0, 12]],
  [12, 12, [1, 0, 10, 11, 12]],
])('page %i of %i shows %j', (current, last, shown) => {
  expect(pageWindow(current, last)).toEqual(shown)
})
