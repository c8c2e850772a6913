import { describe, expect, it } from 'vitest'
import { daysOf } from './datePresets.ts'

describe('date presets', () => {
  const now = new Date('2026-11-01T23:30:00Z') // Monday 2 November, 00:30 in Madrid
  it('are days in Madrid', () => {
    expect(daysOf('today', now)).toEqual({ from: '2026-11-02', to: '2026-11-02' })
    expect(daysOf('yesterday', now)).toEqual({ from: '2026-11-01', to: '2026-11-01' })
    expect(daysOf('week', now)).toEqual({ from: '2026-11-02', to: '2026-11-02' })
    expect(daysOf('month', now)).toEqual({ from: '2026-11-01', to: '2026-11-02' })
    expect(daysOf('lastMonth', now)).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(daysOf('lastMonth', new Date('2026-03-31T10:00:00Z'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })

  it('start the quarter in January, April, July and October', () => {
    expect(daysOf('quarter', now)).toEqual({ from: '2026-10-01', to: '2026-11-02' })
    expect(daysOf('quarter', new Date('2026-12-31T22:59:00Z'))).toEqual({ from: '2026-10-01', to: '2026-12-31' })
    expect(daysOf('quarter', new Date('2026-12-31T23:00:00Z'))).toEqual({ from: '2027-01-01', to: '2027-01-01' })
    expect(daysOf('quarter', new Date('2026-06-15T10:00:00Z'))).toEqual({ from: '2026-04-01', to: '2026-06-15' })
  })
})
