import { describe, expect, it } from 'vitest'
import { endOf, firstDay, isMidnight, lastDay, startOf, typedFields, withField, withoutSent, type Terms } from './campaignDraft.ts'

const campaign: Terms = {
  name: 'Otoño',
  scope: 'bulk',
  startDate: null,
  endDate: null,
  interest: 0,
  numInstalments: [3, 6],
  minOrderAmount: null,
  maxOrderAmount: null,
  waitingPeriod: 0,
  channels: ['online'],
  audienceUuid: null,
  budgetAmount: null,
}

describe('campaign dates in Madrid', () => {
  it('start and end at Madrid midnight in summer, in winter and on DST changes', () => {
    expect([startOf('2026-07-01'), startOf('2026-12-01')]).toEqual(['2026-06-30T22:00:00.000Z', '2026-11-30T23:00:00.000Z'])
    expect([endOf('2026-10-24'), endOf('2026-10-25'), endOf('2026-12-31')]).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z',
    ])
  })

  it.each(['2026-03-28', '2026-03-29', '2026-10-25', '2026-12-31'])('%s survives a round trip', (day) => {
    expect([firstDay(startOf(day)), lastDay(endOf(day))]).toEqual([day, day])
    expect([isMidnight(startOf(day)), isMidnight(endOf(day)), isMidnight(`${day}T12:00:00.000Z`)]).toEqual([true, true, false])
  })
})

describe('unsaved changes', () => {
  it('are stored by field in page order, and dropped when reverted', () => {
    const typed = withField(withField({}, campaign, 'interest', 500), campaign, 'name', 'Invierno')
    expect(typedFields(typed)).toEqual(['name', 'interest'])
    expect(withField(typed, campaign, 'name', 'Otoño')).toEqual({ interest: 500 })
    expect(withField({}, campaign, 'numInstalments', [3, 6])).toEqual({})
  })

  it('are dropped once sent, unless changed again meanwhile', () => {
    const sent = { name: 'Inv', numInstalments: [3] }
    expect(withoutSent({ name: 'Invierno', numInstalments: [3], endDate: null }, sent)).toEqual({ name: 'Invierno', endDate: null })
  })
})
