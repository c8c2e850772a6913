import { substatuses } from '#domain/sales/operations/lifecycle'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { filterConditions, onlyStatus } from '../operation/filterConditions.ts'
import { newestRows, readOperationSearch, type OperationSearch } from '../operation/operationSearch.ts'

/** Where rows have to be counted, counting stops here: "more than 10 000". What the counters know costs nothing and is exact. */
const cap = 10_000

/** How many operations each sub-status has under the list's other filters. */
export const operationCounts: Handler<'operationCounts'> = async ({ query, scope, caller, db }) => {
  const search = readOperationSearch(query, caller.role, scope)
  const conditions = filterConditions(query, false)
  const counted = onlyStatus(query) ? byCounters(scope) : search === null ? byIndex(scope, conditions) : bySearch(scope, conditions, search)
  // As in the list: an index of grams pays off or not by the very words.
  const ask = search === null ? db.first : db.firstByValue
  const row = await ask<{ json: string }>(sql`
    select json_build_object('substatuses', json_agg(json_build_object('substatus', w.substatus, 'count', coalesce(c.many, 0), 'capped', coalesce(c.capped, false)) order by w.nth))::text as json
    from unnest(${substatuses}::text[]) with ordinality w (substatus, nth) left join (${counted}) c using (substatus)`)
  return rawJson(row?.json ?? '')
}

const mine = (scope: Scope): Sql => sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}`

const byCounters = (scope: Scope): Sql =>
  sql`select o.substatus, sum(o.operations) as many, false as capped from operation_counters o where ${mine(scope)} group by o.substatus`

/** Each sub-status on its own index, so that each stops at the cap. */
const byIndex = (
  scope: Scope,
  conditions: readonly Sql[],
): Sql => sql`select s.substatus, least(n.many, ${cap}::bigint) as many, n.many > ${cap} as capped
  from unnest(${substatuses}::text[]) s (substatus), lateral (select count(*) as many from (select 1 from operations o
    where ${mine(scope)} and o.substatus = s.substatus and ${allOf(conditions)} limit ${cap + 1}) found) n`

function bySearch(scope: Scope, conditions: readonly Sql[], search: OperationSearch): Sql {
  const all = allOf([mine(scope), ...conditions])
  const found =
    search.how === 'newest'
      ? sql`(select o.* from operations o where ${all} order by o.created_at desc, o.id desc limit ${newestRows}) o where ${search.condition}`
      : sql`operations o where ${allOf([all, ...(search.how === 'walk' ? [sql`o.id in (select c.id from (${search.candidates}) c)`] : []), search.condition])}`
  return sql`select h.substatus, least(count(*), ${cap}::bigint) as many, count(*) > ${cap} as capped from (select o.substatus from ${found}) h group by h.substatus`
}
