import { emptyListQuery, withChange, type ListQuery } from './listQuery.ts'

/** A filter as a person sees it: bounds of one thing are one filter. */
const filterNames = ['substatus', 'status', 'q', 'dates', 'amounts', 'channel', 'product'] as const
export type FilterName = (typeof filterNames)[number]

const fieldsOf: Record<FilterName, readonly (keyof ListQuery)[]> = {
  substatus: ['substatus'],
  status: ['status', 'substatus'],
  q: ['q', 'searchAs'],
  dates: ['from', 'to'],
  amounts: ['minAmount', 'maxAmount'],
  channel: ['channel'],
  product: ['product'],
}

/** The filters that are on. A sub-status stands for its category, which is not named beside it. */
export function activeFilters(query: ListQuery): FilterName[] {
  return filterNames.filter((name) => {
    if (name === 'status' && query.substatus) return false
    return fieldsOf[name].some((field) => query[field] !== emptyListQuery[field])
  })
}

/** The same list without one filter. Without its sub-status the list keeps the category. */
export function withoutFilter(query: ListQuery, name: FilterName): ListQuery {
  const cleared = Object.fromEntries(fieldsOf[name].map((field) => [field, emptyListQuery[field]]))
  return withChange(query, cleared)
}

/** The list with no filter, in the same order. */
export function withoutFilters(query: ListQuery): ListQuery {
  return { ...emptyListQuery, ordering: query.ordering }
}

/** How many operations there would be without one filter. */
export type FilterTrial = { name: FilterName; count: number }

/**
 * The filter that empties the list: the one whose absence alone shows the most; the first named wins a
 * tie. Null when the list stays empty whichever single one goes.
 */
export function tightestFilter(trials: readonly FilterTrial[]): FilterTrial | null {
  const best = trials.reduce<FilterTrial | null>((found, trial) => (trial.count > (found?.count ?? 0) ? trial : found), null)
  return best
}
