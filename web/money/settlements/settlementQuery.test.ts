import { expect, test } from 'vitest'
import { readSettlementQuery, settlementSearch } from './settlementQuery.ts'

test('the URL stores dates, page and the uncollected filter, without defaults', () => {
  const addresses: Record<string, string>[] = [
    {},
    { from: '2026-10-01', to: '2026-10-31', page: '3' },
    { collected: 'no' },
    { from: '2026-10-01', collected: 'no' },
  ]
  for (const search of addresses) expect(settlementSearch(readSettlementQuery(search))).toEqual(search)
  expect(readSettlementQuery({ collected: 'yes' })).toEqual({ from: null, to: null, page: 1, open: false })
})
