import { describe, expect, it } from 'vitest'
import { firstRun, frequenciesOf, nextPeriod, plainSchedule, withScheduledType } from './scheduleDraft.ts'

describe('a schedule', () => {
  it('of a month package runs every month and is a zip; another type keeps what was chosen', () => {
    const draft = withScheduledType({ ...plainSchedule, recipients: ['a@b.es'] }, 'month_package')
    expect(draft).toEqual({ type: 'month_package', format: 'zip', frequency: 'monthly', recipients: ['a@b.es'] })
    expect(withScheduledType(draft, 'fees')).toMatchObject({ format: 'csv', frequency: 'monthly' })
    expect(withScheduledType(plainSchedule, 'refunds')).toEqual({ ...plainSchedule, type: 'refunds' })
    expect(frequenciesOf('operations')).toEqual(['daily', 'weekly', 'monthly'])
  })

  it('names its first run and the days it will hold, in Madrid', () => {
    const now = new Date('2026-11-22T23:30:00Z') // Monday 23 November in Madrid
    expect(firstRun('daily', now)).toEqual({ on: '2026-11-24', period: { from: '2026-11-23', to: '2026-11-23' } })
    expect(firstRun('weekly', now)).toEqual({ on: '2026-11-30', period: { from: '2026-11-23', to: '2026-11-29' } })
    expect(firstRun('monthly', now)).toEqual({ on: '2026-12-01', period: { from: '2026-11-01', to: '2026-11-30' } })
    expect(nextPeriod({ frequency: 'monthly', nextRunOn: '2027-03-01' })).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  })
})
