import { isLocalDate, type LocalDate } from '#domain/platform/dates'

/** What decides which rows a list of dated papers shows: days in Madrid, both included, and the page. */
export type DayQuery = { from: LocalDate | null; to: LocalDate | null; page: number }

const dayOf = (text: string | undefined): LocalDate | null => (text !== undefined && isLocalDate(text) ? text : null)

/** The page that an address asks for; 1 for nonsense. */
export const pageOf = (search: Record<string, string>): number => (/^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1)

/** Reads the address; days that do not exist or cross are left out. */
export function readDayQuery(search: Record<string, string>): DayQuery {
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const crossed = from !== null && to !== null && from > to
  return { from: crossed ? null : from, to: crossed ? null : to, page: pageOf(search) }
}

/** The query as the address writes it; defaults are left out. */
export function daySearch({ from, to, page }: DayQuery): Record<string, string> {
  return { ...(from && { from }), ...(to && { to }), ...(page > 1 && { page: String(page) }) }
}
