import { addDays, daysBetween, isLocalDate, localDate, type LocalDate } from '#domain/platform/dates'

/** Ranges of a page of figures; numbers are days up to today. */
export const figureRanges = ['today', '7', '28', '90', 'month', 'year'] as const
export type FigureRange = (typeof figureRanges)[number]

/** What the figures are compared with: the same weekdays just before, the same weekdays of last year, nothing. */
export const comparisons = ['before', 'lastYear', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** The days of a page of figures, both included. `range` null: days of one's own. */
export type FigureDays = { range: FigureRange | null; from: LocalDate; to: LocalDate; compare: Comparison }

/** The longest range that figures are read for, in days. */
const maxFigureDays = 366

const usual: FigureRange = '28'

/** The days of a range up to today. */
export function daysOfRange(range: FigureRange, today: LocalDate): { from: LocalDate; to: LocalDate } {
  if (range === 'today') return { from: today, to: today }
  if (range === 'month') return { from: localDate(`${today.slice(0, 8)}01`), to: today }
  if (range === 'year') return { from: localDate(`${today.slice(0, 4)}-01-01`), to: today }
  return { from: addDays(today, 1 - Number(range)), to: today }
}

/** Whether two days are a range that figures can be read for. */
export const isFigureRange = (from: LocalDate, to: LocalDate): boolean => from <= to && daysBetween(from, to) < maxFigureDays

/** Reads the address; whatever is not valid is the usual 28 days, compared with those before. */
export function readFigureDays(search: Readonly<Record<string, string>>, today: LocalDate): FigureDays {
  const compare = comparisons.find((one) => one === search['compare']) ?? 'before'
  const { from = '', to = '' } = search
  if (isLocalDate(from) && isLocalDate(to) && isFigureRange(from, to)) return { range: null, from, to, compare }
  const range = figureRanges.find((one) => one === search['range']) ?? usual
  return { range, ...daysOfRange(range, today), compare }
}

/** The days as an address has them; what is usual is left out. */
export function figureDaysSearch({ range, from, to, compare }: FigureDays): Record<string, string> {
  return {
    ...(range === null ? { from, to } : range !== usual && { range }),
    ...(compare !== 'before' && { compare }),
  }
}
