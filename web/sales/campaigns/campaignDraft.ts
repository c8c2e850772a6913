import type { Campaign } from '#contract/sales/campaigns'
import { localDate, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'

/** Editable fields of a campaign. */
const termFields = [
  'name',
  'startDate',
  'endDate',
  'scope',
  'interest',
  'numInstalments',
  'waitingPeriod',
  'minOrderAmount',
  'maxOrderAmount',
  'channels',
  'audienceUuid',
  'budgetAmount',
] as const
export type TermField = (typeof termFields)[number]
export type Terms = Pick<Campaign, TermField>
/** Unsaved changes by field. */
export type Typed = Partial<Terms>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The changed fields, in page order. */
export const typedFields = (typed: Typed): TermField[] => termFields.filter((field) => field in typed)

/** The changes left after `sent` was saved: fields changed again meanwhile stay. */
export function withoutSent(typed: Typed, sent: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => !same(value, sent[field as TermField])))
}

/** Adds a change; a value equal to the saved one removes it. */
export function withField<Field extends TermField>(typed: Typed, campaign: Terms, field: Field, value: Terms[Field]): Typed {
  const { [field]: _, ...others } = typed
  return same(campaign[field], value) ? (others as Typed) : { ...others, [field]: value } // `others` is `typed` without one field
}

/** Start of a day in Madrid. */
export const startOf = (day: string): string => startOfMadridDay(localDate(day)).toISOString()

/** End of a day in Madrid, exclusive. */
export const endOf = (day: string): string => startOfNextMadridDay(localDate(day)).toISOString()

/** The first day of a campaign in Madrid. */
export const firstDay = (startDate: string | null): LocalDate | null => (startDate === null ? null : madridDay(new Date(startDate)))

/** The last day of a campaign in Madrid. */
export const lastDay = (endDate: string | null): LocalDate | null =>
  endDate === null ? null : madridDay(new Date(Date.parse(endDate) - 1))

/** Whether an instant is midnight in Madrid, so that the date alone is exact. */
export const isMidnight = (instant: string): boolean => startOfMadridDay(madridDay(new Date(instant))).getTime() === Date.parse(instant)
