import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationList } from '#contract/sales/operations'
import { substatuses } from '#domain/sales/operations/lifecycle'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import type { SubstatusCount } from './countOperations.ts'

/** Counts computed from a page that contains all results, which saves a request; null when there may be more. */
export function totalCounts(query: ListQuery, page: AnswerOf<typeof operationList> | undefined): SubstatusCount[] | null {
  if (!page || query.status !== null || page.currentPage !== 1 || page.next !== null) return null
  return substatuses.map((substatus) => ({
    substatus,
    count: page.results.filter((row) => row.substatus === substatus).length,
    capped: false,
  }))
}
