import { describe, expect, it } from 'vitest'
import type { Report } from '#contract/money/reports'
import { localDate } from '#domain/platform/dates'
import { bodyOf, draftOf, formatsOf, pastMonths, problemOf, tableTypesFor, withType } from './reportDraft.ts'

const now = new Date('2026-11-30T23:30:00Z') // 1 December in Madrid
const day = localDate

const report: Report = {
  id: '01a14680f3187cde9ee84cfefb5cbd4d',
  type: 'operations',
  name: 'operaciones_ciclos-alameda',
  from: '2026-10-01',
  to: '2026-10-31',
  format: 'xlsx',
  filters: [{ key: 'status', value: 'accepted' }],
  recipients: ['gestor@asesoria.es'],
  status: 'expired',
  progress: 100,
  rows: 12,
  sizeBytes: 2_048,
  checksum: 'a'.repeat(64),
  version: 1,
  problem: null,
  missing: [],
  created: '2026-11-01T08:00:00.000Z',
  createdBy: 'Marta Quiroga',
  scheduleId: null,
  readyAt: '2026-11-01T08:00:02.000Z',
  expiresAt: '2027-01-30T08:00:02.000Z',
}

describe('report draft', () => {
  it('defaults to the operations of the current month in Madrid', () => {
    expect(draftOf(null, now)).toEqual({
      type: 'operations',
      format: 'csv',
      from: '2026-12-01',
      to: '2026-12-01',
      filters: [],
      recipients: [],
    })
  })

  it('copies everything but the dates of a repeated report', () => {
    expect(draftOf(report, now)).toMatchObject({
      type: 'operations',
      format: 'xlsx',
      from: '2026-12-01',
      filters: report.filters,
      recipients: report.recipients,
    })
    expect(draftOf({ ...report, type: 'month_package', format: 'zip', filters: [] }, now)).toMatchObject({
      format: 'zip',
      from: '2026-11-01',
      to: '2026-11-30',
    })
  })

  it('uses a past whole month for the package, and a date range for the others', () => {
    const draft = withType(draftOf(report, now), 'month_package', now)
    expect(draft).toMatchObject({ format: 'zip', from: '2026-11-01', to: '2026-11-30', filters: [] })
    expect(withType(draft, 'fees', now)).toMatchObject({ format: 'csv', from: '2026-12-01', to: '2026-12-01' })
    expect(formatsOf('fees')).not.toContain('zip')
    expect(pastMonths(now).slice(0, 2)).toEqual(['2026-11-01', '2026-10-01'])
  })

  it('keeps filters only for the type they belong to', () => {
    expect(withType(draftOf(report, now), 'refunds', now).filters).toEqual([])
    expect(withType(draftOf(report, now), 'operations', now).filters).toEqual(report.filters)
  })

  it('allows at most 366 days, both inclusive, in ascending order', () => {
    expect(problemOf({ from: null, to: day('2026-01-01') })).toBe('noDays')
    expect(problemOf({ from: day('2026-01-02'), to: day('2026-01-01') })).toBe('crossed')
    expect(problemOf({ from: day('2024-01-01'), to: day('2024-12-31') })).toBeNull()
    expect(problemOf({ from: day('2025-01-01'), to: day('2026-01-01') })).toBeNull()
    expect(problemOf({ from: day('2025-01-01'), to: day('2026-01-02') })).toBe('tooLong')
    const draft = draftOf(report, now)
    expect(bodyOf({ ...draft, from: day('2024-01-01') })).toBeNull()
    expect(bodyOf(draft)).toEqual({ ...draft, recipients: ['gestor@asesoria.es'] })
  })
})

it('offers all types except those withheld from the member', () => {
  expect(tableTypesFor(() => true)).toContain('month_package')
  expect(tableTypesFor((call) => !call.startsWith('settlement'))).toEqual(['operations', 'refunds', 'instalment_calendar', 'campaigns'])
  expect(tableTypesFor((call) => !call.startsWith('invoice'))).toEqual(tableTypesFor(() => true).filter((type) => type !== 'month_package'))
})
