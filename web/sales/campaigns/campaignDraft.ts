import type { Campaign } from '#contract/sales/campaigns'
import { localDate, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'

/** What a person decides, as it travels. */
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
/** Fields that were changed and are not saved yet. */
export type Typed = Partial<Terms>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields typed, in their order on the page. */
export const typedFields = (typed: Typed): TermField[] => termFields.filter((field) => field in typed)

/** What is still to be saved once `sent` was: fields that were typed again meanwhile stay. */
export function withoutSent(typed: Typed, sent: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => !same(value, sent[field as TermField])))
}

/** One field more; what is again as the campaign has it needs no saving. */
export function withField<Field extends TermField>(typed: Typed, campaign: Terms, field: Field, value: Terms[Field]): Typed {
  const { [field]: _, ...others } = typed
  return same(campaign[field], value) ? (others as Typed) : { ...others, [field]: value } // `others` is `typed` without one field
}

/** The first instant of a day in Madrid. */
export const startOf = (day: string): string => startOfMadridDay(localDate(day)).toISOString()

/** The first instant after a whole last day in Madrid. */
export const endOf = (day: string): string => startOfNextMadridDay(localDate(day)).toISOString()

/** The day in Madrid on which a campaign begins. */
export const firstDay = (startDate: string | null): LocalDate | null => (startDate === null ? null : madridDay(new Date(startDate)))

/** The last day in Madrid on which a campaign runs. */
export const lastDay = (endDate: string | null): LocalDate | null =>
  endDate === null ? null : madridDay(new Date(Date.parse(endDate) - 1))

/** Whether an instant is a midnight of Madrid, so that the day alone says it. */
export const isMidnight = (instant: string): boolean => startOfMadridDay(madridDay(new Date(instant))).getTime() === Date.parse(instant)
