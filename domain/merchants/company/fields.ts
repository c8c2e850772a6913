import type { LocalDate } from '../../platform/dates.ts'

/** The stored value of a field; null: not given. */
export type FieldValue = string | boolean | number | null

/** A form's fields under flat names: `address.street` is the `street` of `address`. */
export type Values<F extends string = string> = { readonly [Name in F]: FieldValue }

/** The problem of a field; each has a message (`errors.field.<code>`). */
export type FieldCode =
  | 'required'
  | 'option'
  | 'nif'
  | 'nie'
  | 'passport'
  | 'cif'
  | 'day'
  | 'adult'
  | 'future'
  | 'mobile'
  | 'landline'
  | 'phone'
  | 'postcode'
  | 'postcode_pt'
  | 'url'
  | 'name_characters'
  | 'name_address'
  | 'cnae'
  | 'iae'
  | 'activity'
  | `iban_${'country' | 'characters' | 'length' | 'check' | 'control'}`

/** How a field is normalised and validated. */
export type FieldRule<F extends string> = {
  tidy?: (text: string) => string
  problem?: (text: string, all: Values<F>, today: LocalDate) => FieldCode | null
}
export type FieldRules<F extends string> = { readonly [Name in F]: FieldRule<F> }

/** A value as stored: trimmed text in the field's own format; empty text is not given. */
export function normalized<F extends string>(rules: FieldRules<F>, name: F, value: FieldValue): FieldValue {
  if (typeof value !== 'string') return value
  const text = value.trim().replace(/\s+/g, ' ')
  return (rules[name].tidy?.(text) ?? text) || null
}

/** The problems of those named fields that are filled in. */
export function fieldProblems<F extends string>(
  rules: FieldRules<F>,
  all: Values<F>,
  names: Iterable<F>,
  today: LocalDate,
): Map<F, FieldCode> {
  const codes = new Map<F, FieldCode>()
  for (const name of names) {
    const value = normalized(rules, name, all[name])
    const code = typeof value === 'string' && value !== '' ? (rules[name].problem?.(value, all, today) ?? null) : null
    if (code !== null) codes.set(name, code)
  }
  return codes
}

/** The gaps of a form: required fields that are empty, and invalid fields, in the form's order. */
export function fieldGaps<F extends string>(
  rules: FieldRules<F>,
  all: Values<F>,
  required: ReadonlySet<F>,
  today: LocalDate,
): Map<F, FieldCode> {
  const names = Object.keys(rules) as F[] // the rules name every field
  const wrong = fieldProblems(rules, all, names, today)
  const codes = new Map<F, FieldCode>()
  for (const name of names) {
    const code = wrong.get(name) ?? (required.has(name) && (all[name] === null || all[name] === '') ? 'required' : null)
    if (code !== null) codes.set(name, code)
  }
  return codes
}

type Nested = { readonly [name: string]: FieldValue | Nested | undefined }

/** Flattens a nested object; undefined values are left out. */
export function flatten(nested: Nested, before = ''): Record<string, FieldValue> {
  const flat: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(nested)) {
    if (value === undefined) continue
    if (typeof value === 'object' && value !== null) Object.assign(flat, flatten(value, `${before}${name}.`))
    else flat[before + name] = value
  }
  return flat
}

/** The nested object, one level deep, of flat names. */
export function unflatten(flat: Readonly<Record<string, FieldValue>>): Record<string, FieldValue | Record<string, FieldValue>> {
  const nested: Record<string, FieldValue | Record<string, FieldValue>> = {}
  for (const [name, value] of Object.entries(flat)) {
    const [outer = name, inner] = name.split('.')
    if (inner === undefined) nested[outer] = value
    else nested[outer] = { ...(nested[outer] as Record<string, FieldValue> | undefined), [inner]: value } // only ours are put there
  }
  return nested
}
