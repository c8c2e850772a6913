import { describe, expect, it } from 'vitest'
import { countOf } from './countOperations.ts'
import { daysOf } from './datePresets.ts'
import { otherReadings } from './otherReadings.ts'
import { changedRows } from './useListChanges.ts'
import { testOperation } from '../operation/testOperation.ts'

describe('the other readings of a search', () => {
  it('offers what the words can mean, never the present reading, at most three', () => {
    expect(otherReadings('PED-10482', 'order_number', 'owner')).toEqual(['name', 'mail'])
    expect(otherReadings('600123123', 'phone', 'owner')).toEqual(['order_number', 'name', 'document'])
    expect(otherReadings('ana garcía', 'name', 'owner')).toEqual([])
  })

  it('never offers a guest what a guest may not search by', () => {
    expect(otherReadings('600123123', 'name', 'guest')).toEqual(['order_number', 'amount'])
    expect(otherReadings('12345678', 'name', 'guest')).not.toContain('document')
  })
})

describe('counts', () => {
  const counts = [
    { substatus: 'payment_process' as const, count: 10_001 },
    { substatus: 'payment_completed' as const, count: 5 },
    { substatus: 'rejected' as const, count: 7 },
  ]
  it('add up by category and say where counting stopped', () => {
    expect(countOf(counts)).toEqual({ count: 10_012, more: true })
    expect(countOf(counts, { category: 'rejected' })).toEqual({ count: 7, more: false })
    expect(countOf(counts, { category: 'accepted', substatus: 'payment_completed' })).toEqual({ count: 5, more: false })
  })
})

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
})

describe('what arrived since', () => {
  it('counts new rows and rows that say something else', () => {
    const row = { ...testOperation(), customerName: 'Ana' }
    const other = { ...row, id: 'f'.repeat(32) }
    expect(changedRows([row], [row])).toBe(0)
    expect(changedRows([row], [other, { ...row, refundedAmount: 1 }])).toBe(2)
    expect(changedRows([row], [{ ...row, customerName: 'Eva' }])).toBe(0)
  })
})
