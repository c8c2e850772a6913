import { expect, test } from 'vitest'
import { presetDays } from './valuePresets.ts'

test('presetDays returns whole months and years in Madrid', () => {
  // Already March in Madrid.
  const now = new Date('2026-02-28T23:30:00Z')
  expect(presetDays('month', now)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(presetDays('lastMonth', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(presetDays('year', now)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})
