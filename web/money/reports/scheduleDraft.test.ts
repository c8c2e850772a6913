import { describe, expect, it } from 'vitest'
import { firstRun, frequenciesOf, nextPeriod, defaultSchedule, withScheduledType } from './scheduleDraft.ts'

describe('schedule draft', () => {
  it('is monthly and a zip for the monthly package; another type keeps the chosen values', () => {
    const draft = withScheduledType({ ...defaultSchedule, recipients: ['a@b.es'] }, 'month_package')
    expect(draft).toEqual({ type: 'month_package', format: 'zip', frequency: 'monthly', recipients: ['a@b.es'] })
    expect(withScheduledType(draft, 'fees')).toMatchObject({ format: 'csv', frequency: 'monthly' })
    expect(withScheduledType(defaultSchedule, 'refunds')).toEqual({ ...defaultSchedule, type: 'refunds' })
    expect(frequenciesOf('operations')).toEqual(['daily', 'weekly', 'monthly'])
  })

  it('computes the first run and its period in Madrid', () => {
    const now = new Date('2026-11-22T23:30:00Z') // Monday 23 November in Madrid
    expect(firstRun('daily', now)).toEqual({ on: '2026-11-24', period: { from: '2026-11-23', to: '2026-11-23' } })
    expect(firstRun('weekly', now)).toEqual({ on: '2026-11-30', period: { from: '2026-11-23', to: '2026-11-29' } })
    expect(firstRun('monthly', now)).toEqual({ on: '2026-12-01', period: { from: '2026-11-01', to: '2026-11-30' } })
    expect(nextPeriod({ frequency: 'monthly', nextRunOn: '2027-03-01' })).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  })
})
