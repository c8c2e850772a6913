import { daySearch, readDayQuery, type DayQuery } from '../../platform/lists/dayQuery.ts'

/** URL state of the list; `open`: only settlements not confirmed as collected. */
export type SettlementQuery = DayQuery & { open: boolean }

/** Parses the URL. */
export const readSettlementQuery = (search: Record<string, string>): SettlementQuery => ({
  ...readDayQuery(search),
  open: search['collected'] === 'no',
})

/** Serializes the URL state; defaults are omitted. */
export const settlementSearch = ({ open, ...days }: SettlementQuery): Record<string, string> => ({
  ...daySearch(days),
  ...(open && { collected: 'no' }),
})
