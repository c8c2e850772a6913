import { categoryOf, type Category, type Substatus } from '#domain/sales/operations/lifecycle'

/** `capped`: counting stopped, and there are at least `count`. */
export type SubstatusCount = { substatus: Substatus; count: number; capped: boolean }

/** A sum of counts. `more`: one of them is capped, and there are more than `count`. */
export type Counted = { count: number; more: boolean }

/** Fewer than this are not worth saying when there may be any number. */
const minAnnounced = 10

/** More than a round number, because the sum of capped counts would look exact: 10,013 at least are more than 10,000. Null for too few to say. */
export function countAtLeast(count: number): Counted | null {
  if (count <= minAnnounced) return null
  const unit = 10 ** (String(count - 1).length - 1)
  return { count: Math.floor((count - 1) / unit) * unit, more: true }
}

/** The count of a category, of a sub-status or of all; null when it is unknown. */
export function countOf(
  counts: readonly SubstatusCount[],
  of: { category?: Category | null; substatus?: Substatus | null } = {},
): Counted | null {
  const chosen = counts.filter(
    ({ substatus }) => (!of.substatus || substatus === of.substatus) && (!of.category || categoryOf(substatus) === of.category),
  )
  const sum = chosen.reduce((total, { count }) => total + count, 0)
  return chosen.some(({ capped }) => capped) ? countAtLeast(sum) : { count: sum, more: false }
}
