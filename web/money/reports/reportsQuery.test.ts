import { describe, expect, it } from 'vitest'
import { defaultReportsQuery, readReportsQuery, reportsSearch } from './reportsQuery.ts'

const id = '01a14680f3187cde9ee84cfefb5cbd4d'

describe('URL of the reports page', () => {
  it('survives a round trip', () => {
    for (const query of [
      defaultReportsQuery,
      { ...defaultReportsQuery, view: 'schedules' as const, dialog: 'unschedule' as const, id },
      { ...defaultReportsQuery, page: 3, dialog: 'detail' as const, id },
      { ...defaultReportsQuery, dialog: 'ask' as const },
    ])
      expect(readReportsQuery(reportsSearch(query))).toEqual(query)
    expect(reportsSearch(defaultReportsQuery)).toEqual({})
  })

  it('ignores unknown values and a dialog without its report', () => {
    expect(readReportsQuery({ view: 'mine', page: '0', dialog: 'drop', report: id })).toEqual(defaultReportsQuery)
    expect(readReportsQuery({ dialog: 'remove', report: '../x' })).toEqual(defaultReportsQuery)
    expect(readReportsQuery({ dialog: 'ask', report: 'x' })).toEqual({ ...defaultReportsQuery, dialog: 'ask' })
  })
})
