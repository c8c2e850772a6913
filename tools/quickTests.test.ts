import { expect, it } from 'vitest'
import { quickTests } from './quickTests.ts'

it('the quick tests are all but those that take long', async () => {
  const { code, output } = await quickTests('list', '--filesOnly')
  const files = output.split('\n').filter((line) => line.includes('.test.ts'))
  expect(code).toBe(0)
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => /\.(crash|slow|night)\.test\./.test(file))).toEqual([])
})
