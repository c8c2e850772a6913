/** What became of a form that somebody else saved while it was being typed into. */
export type Merged<Draft> = {
  /** What was typed, and what they changed of the rest. */
  draft: Draft
  /** What they made other than it was, and other than it is typed. */
  changed: (keyof Draft)[]
  /** Those of it that were typed otherwise too. */
  clashing: (keyof Draft)[]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Field by field: `before` is what both began with, `mine` what is typed, `theirs` what stands now. */
export function mergeSaves<Draft extends object>(before: Draft, mine: Draft, theirs: Draft): Merged<Draft> {
  const names = Object.keys(mine) as (keyof Draft)[] // the fields of a form
  const changed = names.filter((name) => !same(before[name], theirs[name]) && !same(mine[name], theirs[name]))
  const clashing = changed.filter((name) => !same(before[name], mine[name]))
  const untouched = names.filter((name) => same(before[name], mine[name]))
  return { draft: withFields(mine, theirs, untouched), changed, clashing }
}

/** `draft` with some fields as they are in `other`. */
export function withFields<Draft extends object>(draft: Draft, other: Draft, names: readonly (keyof Draft)[]): Draft {
  const taken = names.map((name) => [name, other[name]])
  return { ...draft, ...(Object.fromEntries(taken) as Partial<Draft>) }
}
