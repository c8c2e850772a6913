import { formatDate, isLocalDate } from '#domain/platform/dates'
import type { FieldValue, Values } from '#domain/merchants/company/fields'
import { basisPoints, formatPercent } from '#domain/platform/money'
import { currentLanguage, hasText, text } from '../../platform/calls/messages.ts'
import { activityOf } from '../places/activities.ts'
import type { Form } from './forms.ts'

type Fact = { name: string; value: string }

/** The filled-in fields of a form in order, each with label and value in words. */
export const formFacts = <F extends string>({ columns }: Form<F>, values: Values<F>): Fact[] =>
  (Object.keys(columns) as F[]).flatMap((name) => {
    const value: FieldValue = values[name]
    return value === null || value === '' ? [] : [{ name: text(`company.field.${name}`), value: fieldText(name, value) }]
  })

const choices: Readonly<Record<string, string>> = {
  legalForm: 'company.legalForm',
  annualRevenueBand: 'company.revenue',
  employeesBand: 'company.employees',
  ownershipType: 'company.ownership',
  controlType: 'company.control',
  documentType: 'company.documentType',
}

/** A field's value in words. */
export function fieldText(name: string, value: FieldValue): string {
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (typeof value === 'number') return formatPercent(basisPoints(value))
  if (typeof value === 'string' && isLocalDate(value)) return formatDate(value)
  const word = `${choices[name] ?? ''}.${value}`
  return hasText(word) ? text(word) : (nameOfCode(name, String(value)) ?? String(value))
}

/** The name of a country in the language of the call, or of a business activity; undefined for other fields and unknown codes. */
export function nameOfCode(field: string, code: string): string | undefined {
  if (/business_?activity/i.test(field)) return activityOf(code)?.name
  const isCountry = /country|nationality/i.test(field) && /^[A-Z]{2}$/.test(code)
  return isCountry ? new Intl.DisplayNames([currentLanguage(), 'es'], { type: 'region' }).of(code) : undefined
}
