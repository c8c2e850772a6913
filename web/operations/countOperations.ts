import { categoryOf, type Category, type Substatus } from '#domain/lifecycle'

/** Beyond this a count says "more than" (the server stops counting at one more). */
const COUNT_CAP = 10_000

export type SubstatusCount = { substatus: Substatus; count: number }

/** A sum of counts; `more` when one of them was capped. */
export type Counted = { count: number; more: boolean }

/** How many operations of a category or sub-status, or of all. */
export function countOf(counts: readonly SubstatusCount[], of: { category?: Category | null; substatus?: Substatus | null } = {}): Counted {
  const chosen = counts.filter(
    ({ substatus }) => (!of.substatus || substatus === of.substatus) && (!of.category || categoryOf(substatus) === of.category),
  )
  const sum = chosen.reduce((total, { count }) => total + Math.min(count, COUNT_CAP), 0)
  return { count: sum, more: chosen.some(({ count }) => count > COUNT_CAP) }
}
