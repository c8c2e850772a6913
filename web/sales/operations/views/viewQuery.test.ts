import { describe, expect, it } from 'vitest'
import type { SavedView } from '#contract/sales/views'
import { emptyListQuery, readListQuery } from '../../../platform/lists/listQuery.ts'
import { differsFrom, filtersToKeep, viewSearch } from './viewQuery.ts'

const view = (filters: SavedView['filters']): SavedView => ({
  id: 'a'.repeat(32),
  name: 'Por confirmar',
  filters,
  shared: true,
  defaultFor: [],
  watched: false,
  madeBy: null,
  revision: 1,
})

describe('saved view', () => {
  it('stores filters and order, but not page, dialog or view', () => {
    const query = { ...emptyListQuery, substatus: 'pending_merchant', status: 'in_process', q: 'Mora', page: 3, dialog: 'views' } as const
    const filters = filtersToKeep({ ...query, view: 'b'.repeat(32) })
    expect(filters.map(({ key }) => key)).toEqual(['status', 'substatus', 'q'])
    const opened = readListQuery(viewSearch(view(filters)))
    expect(opened).toEqual({ query: { ...query, page: 1, dialog: null, view: 'a'.repeat(32) }, ignored: [] })
    expect(differsFrom(opened.query, view(filters))).toBe(false)
    expect(differsFrom({ ...opened.query, q: '' }, view(filters))).toBe(true)
  })

  it('ignores a filter that is no longer valid, and reports it', () => {
    const old = view([
      { key: 'status', value: 'charged' },
      { key: 'q', value: 'Mora' },
    ])
    const { query, ignored } = readListQuery(viewSearch(old))
    expect(query).toEqual({ ...emptyListQuery, q: 'Mora', view: old.id })
    expect(ignored).toEqual([{ parameter: 'status', value: 'charged' }])
  })
})
