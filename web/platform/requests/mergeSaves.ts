/** Three-way merge of a form that somebody else saved while it was being edited. */
type Merged<Draft> = {
  /** The local draft, with the other’s changes to all other fields. */
  draft: Draft
  /** Fields that the other changed and whose value differs from the draft. */
  changed: (keyof Draft)[]
  /** Those of them that the draft changed too. */
  clashing: (keyof Draft)[]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Merges field by field: `before` is the common base, `mine` the local draft, `theirs` the saved state. */
export function mergeSaves<Draft extends object>(before: Draft, mine: Draft, theirs: Draft): Merged<Draft> {
  const names = Object.keys(mine) as (keyof Draft)[] // the fields of a form
  const changed = names.filter((name) => !same(before[name], theirs[name]) && !same(mine[name], theirs[name]))
  const clashing = changed.filter((name) => !same(before[name], mine[name]))
  const untouched = names.filter((name) => same(before[name], mine[name]))
  return { draft: withFields(mine, theirs, untouched), changed, clashing }
}

/** `draft` with the named fields taken from `other`. */
export function withFields<Draft extends object>(draft: Draft, other: Draft, names: readonly (keyof Draft)[]): Draft {
  const taken = names.map((name) => [name, other[name]])
  return { ...draft, ...(Object.fromEntries(taken) as Partial<Draft>) }
}
