import { categoryOf, type Category, type Substatus } from '#domain/sales/operations/lifecycle'

/** `capped`: counting stopped at the limit, and there are more. */
export type SubstatusCount = { substatus: Substatus; count: number; capped: boolean }

/** A sum of counts. If one of them is capped, `more` is true and `count` is the cap, because a sum would look exact. */
export type Counted = { count: number; more: boolean }

/** The count of a category, of a sub-status or of all. */
export function countOf(counts: readonly SubstatusCount[], of: { category?: Category | null; substatus?: Substatus | null } = {}): Counted {
  const chosen = counts.filter(
    ({ substatus }) => (!of.substatus || substatus === of.substatus) && (!of.category || categoryOf(substatus) === of.category),
  )
  const capped = chosen.find((one) => one.capped)
  if (capped) return { count: capped.count, more: true }
  return { count: chosen.reduce((total, { count }) => total + count, 0), more: false }
}
