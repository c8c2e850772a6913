import { expect, test } from 'vitest'
import { screenSizeOf } from './screenSize.ts'

test.each([
  [320, 'isDefault'],
  [767, 'isDefault'],
  [767.5, 'isDefault'],
  [768, 'isMd'],
  [1199, 'isMd'],
  [1200, 'isLg'],
  [2560, 'isLg'],
])('%d px is %s', (width, size) => {
  expect(Object.entries(screenSizeOf(width)).filter(([, is]) => is)).toEqual([[size, true]])
})
