import { describe, expect, it } from 'vitest'
import { plainReports, readReportsQuery, reportsSearch } from './reportsQuery.ts'

const id = '01a14680f3187cde9ee84cfefb5cbd4d'

describe('the address of the reports', () => {
  it('is read back as it was written', () => {
    for (const query of [
      plainReports,
      { ...plainReports, view: 'schedules' as const, dialog: 'unschedule' as const, id },
      { ...plainReports, page: 3, dialog: 'detail' as const, id },
      { ...plainReports, dialog: 'ask' as const },
    ])
      expect(readReportsQuery(reportsSearch(query))).toEqual(query)
    expect(reportsSearch(plainReports)).toEqual({})
  })

  it('leaves out what it does not know, and a dialog about nothing', () => {
    expect(readReportsQuery({ view: 'mine', page: '0', dialog: 'drop', report: id })).toEqual(plainReports)
    expect(readReportsQuery({ dialog: 'remove', report: '../x' })).toEqual(plainReports)
    expect(readReportsQuery({ dialog: 'ask', report: 'x' })).toEqual({ ...plainReports, dialog: 'ask' })
  })
})
