import { describe, expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { emptyListQuery } from '../../platform/lists/listQuery.ts'
import { backgroundExport, longestDays } from './backgroundExport.ts'

const now = new Date('2026-11-22T23:30:00Z') // 23 November in Madrid
const query = { ...emptyListQuery, from: localDate('2026-11-01') }

describe('background export of the list', () => {
  it('includes every filter under its query name, and no display options', () => {
    const all = {
      ...query,
      to: localDate('2026-11-10'),
      status: 'accepted' as const,
      substatus: 'payment_process' as const,
      q: 'garcía',
      searchAs: 'name' as const,
      minAmount: 1_000,
      maxAmount: 90_000,
      channel: 'online' as const,
      product: 'pay_in_4' as const,
      ordering: 'created' as const,
      page: 4,
      dialog: 'keys' as const,
    }
    expect(backgroundExport(all, now)).toEqual({
      from: '2026-11-01',
      to: '2026-11-10',
      filters: [
        { key: 'status', value: 'accepted' },
        { key: 'substatus', value: 'payment_process' },
        { key: 'q', value: 'garcía' },
        { key: 'search_as', value: 'name' },
        { key: 'min_amount', value: '1000' },
        { key: 'max_amount', value: '90000' },
        { key: 'channel', value: 'online' },
        { key: 'product', value: 'pay_in_4' },
      ],
    })
  })

  it('ends today in Madrid when the list has no end, and is null without a start or beyond 366 days', () => {
    expect(backgroundExport(query, now)).toEqual({ from: '2026-11-01', to: '2026-11-23', filters: [] })
    expect(backgroundExport(emptyListQuery, now)).toBeNull()
    expect(backgroundExport({ ...query, from: localDate('2025-11-22') }, now)).toBeNull()
    expect(longestDays(now)).toEqual({ from: '2025-11-23', to: '2026-11-23' })
    expect(backgroundExport({ ...query, ...longestDays(now) }, now)).not.toBeNull()
  })
})
