import { daySearch, readDayQuery, type DayQuery } from '../../platform/lists/dayQuery.ts'

/** What decides which settlements the list shows; `open`: only those whose money nobody has found at the bank. */
export type SettlementQuery = DayQuery & { open: boolean }

/** Reads the address. */
export const readSettlementQuery = (search: Record<string, string>): SettlementQuery => ({
  ...readDayQuery(search),
  open: search['collected'] === 'no',
})

/** The query as the address writes it; defaults are left out. */
export const settlementSearch = ({ open, ...days }: SettlementQuery): Record<string, string> => ({
  ...daySearch(days),
  ...(open && { collected: 'no' }),
})
