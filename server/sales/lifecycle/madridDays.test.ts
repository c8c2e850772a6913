import { expect, it } from 'vitest'
import { madridDays } from './filterConditions.ts'

it('madridDays covers whole Madrid days, in winter and in summer', () => {
  expect(madridDays({ from: '2026-01-10', to: '2026-07-10' })).toEqual({
    since: new Date('2026-01-09T23:00:00Z'),
    before: new Date('2026-07-10T22:00:00Z'),
  })
})

it('madridDays accepts the last representable day, and refuses one that does not exist', () => {
  expect(madridDays({ from: '1000-01-01', to: '9999-12-31' }).before?.toISOString()).toBe('9999-12-31T23:00:00.000Z')
  expect(() => madridDays({ to: '2026-02-30' })).toThrow()
})
