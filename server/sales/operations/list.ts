import { pageSize } from '#contract/platform/page'
import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import type { Role } from '#domain/access/roles'
import { type Handler, rawJson } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { filterConditions, type Filters, onlyStatus } from '../lifecycle/filterConditions.ts'
import { newestRows, type OperationSearch, readOperationSearch } from '../lifecycle/operationSearch.ts'
import { readBulkFacts } from './bulkPreview.ts'
import { type Choice, chooseByAmount, chooseByCounters, chooseOperations, isFar, type Ordering, orderOf } from './chooseOperations.ts'
import { filteredSubstatuses } from './countOperations.ts'
import { rowJson } from './operationJson.ts'

/** How many pages beyond the requested one are looked for; fewer where rows have to be tested one by one. */
const pagesAhead = { indexed: 10, tried: 3 }

/** A page of operations, serialised by PostgreSQL in one statement: ids by index, a look-ahead, rows for 25 of them. */
export const operationList: Handler<'operationList'> = async ({ query, scope, caller, db, now }) =>
  rawJson(await listOperations(db, scope, query, { role: caller.role, now }))

type ListQuery = Filters & { page: number; ordering: Ordering }

/** The reader of a page: the role limits the search types; `now` is by the shop's clock. */
type Reader = { role: Role; now: Date }

/** A page of a shop's operations, as wire JSON. */
export async function listOperations(db: Connection, scope: Scope, query: ListQuery, { role, now }: Reader): Promise<string> {
  const search = readOperationSearch(query, role, scope)
  const { page, ordering } = query
  const skip = (page - 1) * pageSize
  const choice = {
    scope,
    conditions: filterConditions(query, true),
    search,
    ordering,
    skip,
    enough: pageSize + 1,
    take: pagesAhead[hasRange(query) || hasSale(query) || search?.strategy === 'walk' ? 'tried' : 'indexed'] * pageSize + 1,
  }
  const chosen = choose(choice, query)
  const reading = search && JSON.stringify(readingOf(search))
  const ask = dependsOnValues(choice, query) ? db.firstByValue : db.first
  const row = await ask<{ json: string }>(sql`with ${chosen},
    ahead as (select count(*)::integer as many from ids),
    shown as (select id from ids order by ${orderOf(ordering)} limit ${pageSize})
    select json_build_object(
      'results', coalesce((select json_agg(r.line order by ${orderOf(ordering)}) from (select ${rowJson(now)} as line, o.created_at, o.id, o.total_cents
        from operations o where ${inScope(scope, 'o')} and o.id = any(array(select id from shown))) r), '[]'),
      'current_page', ${page}::integer,
      'max_visible_page', case when many = 0 then 1 else ${page - 1}::integer + (many + ${pageSize - 1}::integer) / ${pageSize}::integer end,
      'next', case when many > ${pageSize}::integer then ${page + 1}::integer end,
      'search', ${reading}::json)::text as json from ahead`)
  return row?.json ?? ''
}

/** How the search was interpreted and, when it was limited, how many of the newest operations were scanned. */
const readingOf = ({ search: { type, value }, strategy }: OperationSearch) => ({
  type,
  value,
  within: strategy === 'newest' ? newestRows : null,
})

function choose(choice: Choice, query: Filters): Sql {
  const { search, ordering, skip } = choice
  if (onlyStatus(query) && isFar(ordering, skip)) return chooseByCounters({ ...choice, substatuses: filteredSubstatuses(query) })
  const rangeAlone = hasRange(query) && !hasSale(query) && search === null
  return rangeAlone && !isByAmount(ordering) ? chooseByAmount(choice, query) : chooseOperations(choice)
}

/** Trigrams, days of a fact, amounts combined with channel or product, filters ordered by amount: which index is best depends on the actual values. */
function dependsOnValues({ search, ordering, conditions }: Choice, query: Filters): boolean {
  return (
    search !== null || query.fact !== undefined || (hasRange(query) && hasSale(query)) || (isByAmount(ordering) && conditions.length > 0)
  )
}

const hasRange = ({ minAmount, maxAmount }: Filters): boolean => minAmount !== undefined || maxAmount !== undefined
const hasSale = ({ channel, product, campaign, fact }: Filters): boolean =>
  [channel, product, campaign, fact].some((one) => one !== undefined)
const isByAmount = (ordering: Ordering): boolean => ordering === '-total_amount' || ordering === 'total_amount'

/** The first operations of the list, by id: a selection stays the same whatever arrives meanwhile. */
export const operationSelection: Handler<'operationSelection'> = async ({ query, db, scope, caller, now }) => {
  const search = readOperationSearch(query, caller.role, scope)
  const { ordering } = query
  const enough = MAX_BULK_OPERATIONS + 1
  const chosen = chooseOperations({ scope, conditions: filterConditions(query, true), search, ordering, skip: 0, enough, take: enough })
  const row = await db.firstByValue<{ ids: string[] | null }>(
    sql`with ${chosen} select array_agg(id order by ${orderOf(ordering)}) as ids from ids`,
  )
  const matchingIds = row?.ids ?? []
  const ids = matchingIds.slice(0, MAX_BULK_OPERATIONS)
  const facts = await readBulkFacts(db, scope, ids, now)
  return {
    results: ids.flatMap((id) => {
      const one = facts.get(id)
      return one ? [{ id: hexOf(id), totalAmount: one.totalCents, captureAmount: one.capture.cents, refundAmount: one.refund.cents }] : []
    }),
    more: matchingIds.length > MAX_BULK_OPERATIONS,
  }
}
