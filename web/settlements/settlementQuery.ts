import { addDays, addMonths, isLocalDate, localDate, madridDay, type LocalDate } from '#domain/dates'

/** What decides which settlements are listed: value dates in Madrid, both included, and the page. */
export type SettlementQuery = { from: LocalDate | null; to: LocalDate | null; page: number }

const dayOf = (text: string | undefined): LocalDate | null => (text !== undefined && isLocalDate(text) ? text : null)

/** Reads the address; days that do not exist or cross are left out. */
export function readSettlementQuery(search: Record<string, string>): SettlementQuery {
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const crossed = from !== null && to !== null && from > to
  const page = /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1
  return { from: crossed ? null : from, to: crossed ? null : to, page }
}

/** The query as the address writes it; defaults are left out. */
export function settlementSearch({ from, to, page }: SettlementQuery): Record<string, string> {
  return { ...(from && { from }), ...(to && { to }), ...(page > 1 && { page: String(page) }) }
}

export const valuePresets = ['month', 'lastMonth', 'year'] as const
export type ValuePreset = (typeof valuePresets)[number]

/** The days of a preset in Madrid, both included; up to the end of the month or year, for value dates lie ahead. */
export function presetDays(preset: ValuePreset, now: Date): { from: LocalDate; to: LocalDate } {
  const today = madridDay(now)
  if (preset === 'year') return { from: localDate(`${today.slice(0, 4)}-01-01`), to: localDate(`${today.slice(0, 4)}-12-31`) }
  const first = addMonths(localDate(`${today.slice(0, 8)}01`), preset === 'month' ? 0 : -1)
  return { from: first, to: addDays(addMonths(first, 1), -1) }
}
