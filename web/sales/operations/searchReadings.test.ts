import { describe, expect, it } from 'vitest'
import { countOf } from './countOperations.ts'
import { otherReadings } from './otherReadings.ts'
import { changedRows } from './views/useListChanges.ts'
import { totalCounts } from './totalCounts.ts'
import { emptyListQuery } from '../../platform/lists/listQuery.ts'
import { testOperation } from '../../testing/testOperation.ts'

describe('other interpretations of a search', () => {
  it('offers at most three plausible interpretations, never the current one', () => {
    expect(otherReadings('PED-10482', 'order_number', 'owner')).toEqual(['name', 'mail'])
    expect(otherReadings('600123123', 'phone', 'owner')).toEqual(['order_number', 'name', 'document'])
    expect(otherReadings('ana garcía', 'name', 'owner')).toEqual([])
  })

  it('offers a guest no interpretation that a guest may not search by', () => {
    expect(otherReadings('600123123', 'name', 'guest')).toEqual(['order_number', 'amount'])
    expect(otherReadings('12345678', 'name', 'guest')).not.toContain('document')
  })
})

describe('sum of counts', () => {
  const counts = [
    { substatus: 'payment_process' as const, count: 10_001, capped: true },
    { substatus: 'payment_completed' as const, count: 5, capped: false },
    { substatus: 'rejected' as const, count: 7, capped: false },
  ]
  it('is exact by category; more than a round number, or unknown, when one of them is capped', () => {
    expect(countOf(counts)).toEqual({ count: 10_000, more: true })
    expect(countOf([...counts, { substatus: 'pending_customer', count: 10_001, capped: true }])).toEqual({ count: 20_000, more: true })
    const atLeast = (count: number) => countOf([{ substatus: 'payment_process', count, capped: true }])
    expect([1_001, 1_000, 218, 38, 11].map(atLeast)).toEqual([1_000, 900, 200, 30, 10].map((count) => ({ count, more: true })))
    expect([10, 1, 0].map(atLeast)).toEqual([null, null, null])
    expect(countOf([{ substatus: 'payment_process', count: 87_000, capped: false }, ...counts.slice(1)])).toEqual({
      count: 87_012,
      more: false,
    })
    expect(countOf(counts, { category: 'rejected' })).toEqual({ count: 7, more: false })
    expect(countOf(counts, { category: 'accepted', substatus: 'payment_completed' })).toEqual({ count: 5, more: false })
  })
})

describe('counts of a complete page', () => {
  const row = { ...testOperation(), customerName: 'Ana' }
  const page = { results: [row, row], currentPage: 1, maxVisiblePage: 1, next: null, search: null }
  it('are computed from its rows', () => {
    const counts = totalCounts({ ...emptyListQuery, q: 'ana' }, page) ?? []
    expect(countOf(counts)).toEqual({ count: 2, more: false })
    expect(countOf(counts, { substatus: row.substatus })).toEqual({ count: 2, more: false })
  })
  it('are null when there may be more results: another page, another status', () => {
    expect(totalCounts(emptyListQuery, undefined)).toBeNull()
    expect(totalCounts(emptyListQuery, { ...page, maxVisiblePage: 2, next: 2 })).toBeNull()
    expect(totalCounts(emptyListQuery, { ...page, currentPage: 2 })).toBeNull()
    expect(totalCounts({ ...emptyListQuery, status: 'accepted' }, page)).toBeNull()
  })
})

describe('changes since the list was loaded', () => {
  it('counts new rows and rows with visible changes', () => {
    const row = { ...testOperation(), customerName: 'Ana' }
    const other = { ...row, id: 'f'.repeat(32) }
    expect(changedRows([row], [row])).toBe(0)
    expect(changedRows([row], [other, { ...row, refundedAmount: 1 }])).toBe(2)
    expect(changedRows([row], [{ ...row, customerName: 'Eva' }])).toBe(0)
  })
})
