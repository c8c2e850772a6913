import { pageSize } from '#contract/platform/page'
import { categoryOf, substatuses } from '#domain/sales/operations/lifecycle'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { chooseByAmount } from './chooseByAmount.ts'
import { chooseByCounters, chooseOperations, isFar, orderOf, type Choice, type Ordering } from './chooseOperations.ts'
import { filterConditions, onlyStatus, type Filters } from '../operation/filterConditions.ts'
import { rowJson } from './operationJson.ts'
import { newestRows, readOperationSearch, type OperationSearch } from '../operation/operationSearch.ts'

/** How many pages beyond the asked one are looked for; fewer where rows have to be tried one by one. */
const pagesAhead = { indexed: 10, tried: 3 }

/** A page of operations, written by PostgreSQL in one statement: ids by index, one look ahead, rows for 25 of them. */
export const operationList: Handler<'operationList'> = async ({ query, scope, caller, db }) => {
  const search = readOperationSearch(query, caller.role, scope)
  const { page, ordering } = query
  const skip = (page - 1) * pageSize
  const choice = {
    scope,
    conditions: filterConditions(query, true),
    search,
    ordering,
    skip,
    enough: pageSize + 1,
    take: pagesAhead[hasRange(query) || hasSale(query) || search?.how === 'walk' ? 'tried' : 'indexed'] * pageSize + 1,
  }
  const chosen = choose(choice, query)
  const reading = search && JSON.stringify(readingOf(search))
  const ask = dependsOnValues(choice, query) ? db.firstByValue : db.first
  const row = await ask<{ json: string }>(sql`with ${chosen},
    ahead as (select count(*)::integer as many from ids),
    shown as (select id from ids order by ${orderOf(ordering)} limit ${pageSize})
    select json_build_object(
      'results', coalesce((select json_agg(r.line order by ${orderOf(ordering)}) from (select ${rowJson()} as line, o.created_at, o.id, o.total_cents
        from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = any(array(select id from shown))) r), '[]'),
      'current_page', ${page}::integer,
      'max_visible_page', case when many = 0 then 1 else ${page - 1}::integer + (many + ${pageSize - 1}::integer) / ${pageSize}::integer end,
      'next', case when many > ${pageSize}::integer then ${page + 1}::integer end,
      'search', ${reading}::json)::text as json from ahead`)
  return rawJson(row?.json ?? '')
}

/** How the search was read and, when that was not everywhere, within how many of the newest. */
const readingOf = ({ search: { type, value }, how }: OperationSearch) => ({ type, value, within: how === 'newest' ? newestRows : null })

function choose(choice: Choice, query: Filters): Sql {
  const { search, ordering, skip } = choice
  if (onlyStatus(query) && isFar(ordering, skip)) return chooseByCounters({ ...choice, substatuses: wantedSubstatuses(query) })
  const rangeAlone = hasRange(query) && !hasSale(query) && search === null
  return rangeAlone && !isByAmount(ordering) ? chooseByAmount(choice, query) : chooseOperations(choice)
}

/** Grams, amounts together with channel or product, filters in the order of amounts: which index pays off depends on the very values. */
function dependsOnValues({ search, ordering, conditions }: Choice, query: Filters): boolean {
  return search !== null || (hasRange(query) && hasSale(query)) || (isByAmount(ordering) && conditions.length > 0)
}

const hasRange = ({ minAmount, maxAmount }: Filters): boolean => minAmount !== undefined || maxAmount !== undefined
const hasSale = ({ channel, product }: Filters): boolean => channel !== undefined || product !== undefined
const isByAmount = (ordering: Ordering): boolean => ordering === '-total_amount' || ordering === 'total_amount'
const wantedSubstatuses = ({ status, substatus }: Filters) =>
  substatuses.filter((one) => (substatus === undefined || one === substatus) && (status === undefined || categoryOf(one) === status))
