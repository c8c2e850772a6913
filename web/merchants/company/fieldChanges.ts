import { fieldProblems, normalized, type FieldRules, type FieldValue, type Values } from '#domain/merchants/company/fields'
import type { LocalDate } from '#domain/platform/dates'

/** Draft values, over the saved form. */
export type Typed<F extends string> = Partial<Values<F>>

const entriesOf = <F extends string>(typed: Typed<F>) => Object.entries(typed) as [F, FieldValue][] // a form's own names

/** The changes to send: normalised, different from the saved values, and valid. */
export function changesToSend<F extends string>(rules: FieldRules<F>, saved: Values<F>, typed: Typed<F>, today: LocalDate): Typed<F> {
  const tidy = entriesOf(typed).map(([name, value]): [F, FieldValue] => [name, normalized(rules, name, value)])
  const all = { ...saved, ...Object.fromEntries(tidy) } as Values<F>
  const wrong = fieldProblems(
    rules,
    all,
    tidy.map(([name]) => name),
    today,
  )
  return Object.fromEntries(tidy.filter(([name, value]) => value !== emptied(saved[name]) && !wrong.has(name))) as Typed<F>
}

/** The draft values not yet saved, without the fields of `sent` except the focused one. */
export function withoutSent<F extends string>(typed: Typed<F>, sent: Typed<F>, atTyping: Typed<F>, focused: F | null): Typed<F> {
  return Object.fromEntries(
    entriesOf(typed).filter(([name, value]) => name === focused || !(name in sent) || value !== atTyping[name]),
  ) as Typed<F>
}

/** The draft without some fields. */
export const without = <F extends string>(typed: Typed<F>, names: readonly F[]): Typed<F> =>
  Object.fromEntries(entriesOf(typed).filter(([name]) => !names.includes(name))) as Typed<F>

/** Names are never null: empty values become an empty text. */
export const emptied = (value: FieldValue): FieldValue => (value === '' ? null : value)
