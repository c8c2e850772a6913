import { describe, expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { activeFilters, tightestFilter, withoutFilter, withoutFilters } from './activeFilters.ts'
import { emptyListQuery } from './listQuery.ts'

const query = {
  ...emptyListQuery,
  status: 'stopped' as const,
  substatus: 'stopped_customer' as const,
  q: 'ana',
  from: localDate('2026-11-01'),
  channel: 'phone' as const,
  page: 3,
  ordering: 'created' as const,
}

describe('the active filters', () => {
  it('lists each once; a sub-status stands for its category', () => {
    expect(activeFilters(query)).toEqual(['substatus', 'q', 'dates', 'channel'])
    expect(activeFilters({ ...query, substatus: null })).toEqual(['status', 'q', 'dates', 'channel'])
    expect(activeFilters(emptyListQuery)).toEqual([])
    expect(activeFilters({ ...emptyListQuery, minAmount: 0 })).toEqual(['amounts'])
  })

  it('removes one filter, keeps the others and goes to page 1', () => {
    expect(withoutFilter(query, 'dates')).toEqual({ ...query, from: null, page: 1 })
    expect(withoutFilter(query, 'substatus')).toEqual({ ...query, substatus: null, page: 1 })
    expect(withoutFilter(query, 'status')).toEqual({ ...query, status: null, substatus: null, page: 1 })
    expect(withoutFilters(query)).toEqual({ ...emptyListQuery, ordering: 'created' })
  })

  it('finds the filter that empties the list', () => {
    expect(
      tightestFilter([
        { name: 'q', count: 2, more: false },
        { name: 'dates', count: 30, more: false },
        { name: 'channel', count: 30, more: false },
      ]),
    ).toEqual({ name: 'dates', count: 30, more: false })
    expect(
      tightestFilter([
        { name: 'q', count: 0, more: false },
        { name: 'dates', count: 0, more: false },
      ]),
    ).toBeNull()
    expect(tightestFilter([])).toBeNull()
  })
})
