import type { LocalDate } from '#domain/platform/dates'
import { fieldGaps, fieldProblems, flatten, tidied, unflatten, type FieldValue, type Values } from '#domain/merchants/company/fields'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { snakeKey } from '../../platform/calls/wire.ts'
import { activityOf } from '../places/activityOf.ts'
import type { Form } from './forms.ts'

/** A gap as the contract shows it. */
export type Gap = { field: string; code: string; message: string }

const wireName = (name: string): string => name.split('.').map(snakeKey).join('.')
const gapOf = (name: string, code: string): Gap => ({ field: wireName(name), code, message: text(`errors.field.${code}`) })

/** What a form still lacks, and what of it is wrong, in its order. */
export function gapsOf<F extends string>(form: Form<F>, values: Values<F>, today: LocalDate): Gap[] {
  return [...fieldGaps(form.rules, values, form.required, today)].map(([name, code]) => gapOf(name, code))
}

/** Refuses with ApiValidationException and one sentence for each field. */
export const fieldRefusal = (problems: Iterable<readonly [name: string, code: string]>): Refusal =>
  new Refusal('ApiValidationException', {
    fields: [...problems].map(([name, code]) => {
      const { field, message } = gapOf(name, code)
      return { name: field, code, message }
    }),
  })

/** Fields that are judged by another one: told wrong together with it. */
const judgedBy: Readonly<Record<string, string>> = { documentType: 'documentNumber', 'address.country': 'address.postcode' }

type Sent = { [name: string]: FieldValue | undefined | Record<string, FieldValue | undefined> }
export type Wanted = { today: LocalDate; mayBeIncomplete: boolean }

/**
 * What a person changed of a form, put in order. Refuses with ApiValidationException what is wrong; and, once nothing may be left incomplete,
 * whatever takes out what is needed or puts something else in the wrong.
 */
export function changesOf<F extends string>(
  form: Form<F>,
  before: Values<F>,
  sent: Sent,
  { today, mayBeIncomplete }: Wanted,
): Partial<Values<F>> {
  const given = Object.entries(flatten(sent)) as [F, FieldValue][] // the contract's shape knows no other fields
  const changes = Object.fromEntries(given.map(([name, value]) => [name, tidied(form.rules, name, value)])) as Partial<Values<F>>
  const after: Values<F> = { ...before, ...changes }
  const names = new Set<F>(given.map(([name]) => name))
  const judged = [...names].flatMap((name) => (judgedBy[name] === undefined ? [] : [judgedBy[name] as F]))
  const problems = new Map<F, string>(fieldProblems(form.rules, after, mayBeIncomplete ? names : [...names, ...judged], today))
  for (const name of mayBeIncomplete ? [] : names)
    if (form.required.has(name) && (after[name] === null || after[name] === '')) problems.set(name, 'required')
  const activity = changes['businessActivity' as F]
  if (typeof activity === 'string' && !activityOf(activity)?.allowed) problems.set('businessActivity' as F, 'activity')
  if (problems.size > 0) throw fieldRefusal(problems)
  return changes
}

/** The form's values as the contract shows them: objects inside, and names that are never null. */
export const nestedOf = <F extends string>(form: Form<F>, values: Values<F>): Record<string, unknown> =>
  unflatten(Object.fromEntries(Object.entries<FieldValue>(values).map(([name, value]) => [name, value ?? form.empty[name as F] ?? null])))
