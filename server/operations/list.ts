import { pageSize } from '#contract/page'
import { categoryOf, substatuses } from '#domain/lifecycle'
import { sql } from '../db/sql.ts'
import { rawJson, type Handler } from '../http/call.ts'
import { chooseByCounters, chooseOperations, isFar, orderOf } from './chooseOperations.ts'
import { filterConditions, onlyStatus, type Filters } from './filterConditions.ts'
import { rowJson } from './operationJson.ts'
import { readOperationSearch } from './operationSearch.ts'

/** How many pages beyond the asked one are looked for. */
const pagesAhead = 10

/** A page of operations, written by PostgreSQL in one statement: ids by index, one look ahead, rows for 25 of them (our choice). */
export const list: Handler<'operationList'> = async ({ query, scope, caller, db }) => {
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
    take: pagesAhead * pageSize + 1,
  }
  const chosen =
    onlyStatus(query) && isFar(ordering, skip)
      ? chooseByCounters({ ...choice, substatuses: wantedSubstatuses(query) })
      : chooseOperations(choice)
  const reading = search && JSON.stringify({ type: search.search.type, value: search.search.value })
  // An index of grams pays off or not by the very words.
  const ask = search === null ? db.first : db.firstByValue
  const row = await ask<{ json: string }>(sql`with ${chosen},
    ahead as (select count(*)::integer as many from ids),
    shown as (select id from ids order by ${orderOf(ordering)} limit ${pageSize})
    select json_build_object(
      'results', coalesce((select json_agg(r.line order by ${orderOf(ordering)}) from (select ${rowJson} as line, o.created_at, o.id, o.total_cents
        from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = any(array(select id from shown))) r), '[]'),
      'current_page', ${page}::integer,
      'max_visible_page', case when many = 0 then 1 else ${page - 1}::integer + (many + ${pageSize - 1}::integer) / ${pageSize}::integer end,
      'next', case when many > ${pageSize}::integer then ${page + 1}::integer end,
      'search', ${reading}::json)::text as json from ahead`)
  return rawJson(row?.json ?? '')
}

const wantedSubstatuses = ({ status, substatus }: Filters) =>
  substatuses.filter((one) => (substatus === undefined || one === substatus) && (status === undefined || categoryOf(one) === status))
