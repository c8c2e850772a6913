/** One value of a change: its place in the object (`terms.feeRate`), and what it was and becomes; undefined where there is none. */
export type ChangeRow = { field: string; before: unknown; after: unknown }

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of an object by their place in it; lists stay whole. */
function flat(value: unknown, place: string): [string, unknown][] {
  if (!isGroup(value)) return value === undefined || place === '' ? [] : [[place, value]]
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, place === '' ? name : `${place}.${name}`))
}

/** The values of two objects side by side: those that differ first, then what stays the same. */
export function changeRows(before: unknown, after: unknown): { changed: ChangeRow[]; same: ChangeRow[] } {
  const [from, to] = [new Map(flat(before, '')), new Map(flat(after, ''))]
  const rows = [...new Set([...from.keys(), ...to.keys()])].map((field) => ({ field, before: from.get(field), after: to.get(field) }))
  const differs = (row: ChangeRow) => JSON.stringify(row.before) !== JSON.stringify(row.after)
  return { changed: rows.filter(differs), same: rows.filter((row) => !differs(row)) }
}
