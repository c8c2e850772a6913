import { isLocalDate } from '#domain/platform/dates'
import type { FieldValue } from '#domain/merchants/company/fields'
import { date, percent } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { countryChoices } from './countryChoices.ts'

/** The messages of fields with enumerated values. */
const codes: Readonly<Record<string, string>> = {
  documentType: 'company.documentType',
  legalForm: 'company.legalForm',
  annualRevenueBand: 'company.revenue',
  employeesBand: 'company.employees',
  ownershipType: 'company.ownership',
  controlType: 'company.control',
}
const countries: ReadonlySet<string> = new Set(['nationality', 'countryOfResidence', 'address.country'])

type Activity = { code: string; name: string }

/** A field’s value as text; empty when it has none. `activities`: the business activities, for their names. */
export function fieldText(name: string, value: FieldValue, activities: readonly Activity[] = []): string {
  if (value === null || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'shell.yes' : 'shell.no')
  if (typeof value === 'number') return percent(value)
  if (name === 'businessActivity') return activities.find(({ code }) => code === value)?.name ?? ''
  if (countries.has(name)) return countryChoices().find((one) => one.value === value)?.label ?? value
  const words = codes[name]
  if (words !== undefined) return tOr(`${words}.${value}`, 'company.choose')
  return isLocalDate(value) ? date(value) : value
}
