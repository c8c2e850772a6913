import { emptyListQuery, withChange, type ListQuery } from './listQuery.ts'

/** A filter as the user sees it: both bounds of a range are one filter. */
const filterNames = ['substatus', 'status', 'q', 'dates', 'amounts', 'channel', 'product', 'fact', 'campaign'] as const
export type FilterName = (typeof filterNames)[number]

const fieldsOf: Record<FilterName, readonly (keyof ListQuery)[]> = {
  substatus: ['substatus'],
  status: ['status', 'substatus'],
  q: ['q', 'searchAs'],
  dates: ['from', 'to'],
  amounts: ['minAmount', 'maxAmount'],
  channel: ['channel'],
  product: ['product'],
  fact: ['fact'],
  campaign: ['campaign'],
}

/** The active filters. A sub-status stands for its category, which is not listed beside it. */
export function activeFilters(query: ListQuery): FilterName[] {
  return filterNames.filter((name) => {
    if (name === 'status' && query.substatus) return false
    return fieldsOf[name].some((field) => query[field] !== emptyListQuery[field])
  })
}

/** The query without one filter. Removing a sub-status keeps its category. */
export function withoutFilter(query: ListQuery, name: FilterName): ListQuery {
  const cleared = Object.fromEntries(fieldsOf[name].map((field) => [field, emptyListQuery[field]]))
  return withChange(query, cleared)
}

/** The query without filters, in the same order. */
export function withoutFilters(query: ListQuery): ListQuery {
  return { ...emptyListQuery, ordering: query.ordering }
}

/** The number of operations without one filter; `more`: there are more. */
type FilterTrial = { name: FilterName; count: number; more: boolean }

/**
 * The filter that empties the list: the one whose removal alone shows the most rows; the first wins a tie. Null when the list stays empty whichever
 * single filter is removed.
 */
export function tightestFilter(trials: readonly FilterTrial[]): FilterTrial | null {
  const best = trials.reduce<FilterTrial | null>((largest, trial) => (trial.count > (largest?.count ?? 0) ? trial : largest), null)
  return best
}
