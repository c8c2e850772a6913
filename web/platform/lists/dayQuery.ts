import { isLocalDate, type LocalDate } from '#domain/platform/dates'

/** The query of a list of dated documents: days in Madrid, inclusive, and the page. */
export type DayQuery = { from: LocalDate | null; to: LocalDate | null; page: number }

const dayOf = (text: string | undefined): LocalDate | null => (text !== undefined && isLocalDate(text) ? text : null)

/** The page in an address; 1 when invalid. */
export const pageOf = (search: Record<string, string>): number => (/^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1)

/** Parses the address; invalid or crossed days are left out. */
export function readDayQuery(search: Record<string, string>): DayQuery {
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const crossed = from !== null && to !== null && from > to
  return { from: crossed ? null : from, to: crossed ? null : to, page: pageOf(search) }
}

/** The query as search parameters; defaults are left out. */
export function daySearch({ from, to, page }: DayQuery): Record<string, string> {
  return { ...(from && { from }), ...(to && { to }), ...(page > 1 && { page: String(page) }) }
}
