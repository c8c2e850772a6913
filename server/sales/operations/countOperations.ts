import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { OperationFact } from '#domain/sales/operations/facts'
import { categoryOf, substatuses } from '#domain/sales/operations/lifecycle'
import { type Handler, rawJson } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import {
  amountConditions,
  filterConditions,
  type Filters,
  madridDays,
  onlyStatus,
  placeConditions,
  saleConditions,
} from '../lifecycle/filterConditions.ts'
import { factSums } from '../lifecycle/factCondition.ts'
import { newestRows, type OperationSearch, readOperationSearch } from '../lifecycle/operationSearch.ts'

/** What counting looks at before it stops and answers "at least so many". */
export type CountLimits = {
  /** Rows that an index finds. */
  rows: number
  /** Newest rows that show how frequent a searched name is. */
  newest: number
  /** Newest rows that are counted for a name that is too frequent for its index. */
  wide: number
  /** Operations that the index of names finds, each of which is looked up. */
  candidates: number
  /** More entries than this in the index of names are not read. */
  indexed: number
}

/** With these a search and its counts take at most 30 ms in a shop of 5 000 000 operations (`bench scale`). */
const countLimits: CountLimits = { rows: 10_000, newest: 4_000, wide: 15_000, candidates: 1_000, indexed: 40_000 }
/** Whoever opens the dialog of an export waits a little longer for its sum. */
const fileLimits: CountLimits = { ...countLimits, candidates: 10_000, indexed: 250_000 }

/** The list's filters, and how its text is searched for. */
type CountedList = { scope: Scope; query: Filters; search: OperationSearch | null }
/** `asFile`: the operations that a file of the list has, which the status narrows and no limit of newest rows. */
type Counting = CountedList & { asFile: boolean; limits: CountLimits }

/** Common table expressions that end in `found (substatus, total_cents)` and `looked (capped)`: whether there may be more than were found. */
function foundRows({ scope, query, search, asFile, limits }: Counting): Sql {
  const all = allOf([inScope(scope, 'o'), ...filterConditions(query, asFile)])
  const columns = sql`o.substatus, o.total_cents`
  if (search?.strategy === 'walk') return foundByName(search, { scope, query, asFile, limits })
  if (search?.strategy === 'newest' && !asFile)
    return sql`found as materialized (select ${columns} from (select o.* from operations o where ${all} order by o.created_at desc, o.id desc limit ${newestRows}) o
        where ${search.condition}),
      looked as (select false as capped)`
  return sql`found as materialized (select ${columns} from operations o where ${all} and ${search?.condition ?? sql`true`} limit ${limits.rows + 1}),
    looked as (select count(*) > ${limits.rows} as capped from found)`
}

/**
 * A name or e-mail. The newest rows show how frequent it is: a rare one is counted by its index, a frequent one among more of the newest rows, since
 * the index alone would take longer the more operations have it.
 */
function foundByName(
  search: OperationSearch & { strategy: 'walk' },
  { scope, query, asFile, limits: { newest, wide, candidates, indexed } }: Omit<Counting, 'search'>,
): Sql {
  const places = placeConditions(query, asFile)
  const place = allOf([inScope(scope, 'o'), ...places])
  const others = [...amountConditions(query), ...saleConditions(query)]
  const fits = others.length === 0 ? sql`true` : allOf(others)
  // Candidates that other filters may exclude say little about how many match, unless all are looked up.
  const isAlone = others.length === 0 && places.length === 0
  const latest = sql`order by o.created_at desc, o.id desc`
  const columns = sql`o.substatus, o.total_cents, ${search.condition} as named, ${fits} as fits`
  return sql`walk as materialized (select ${columns} from (select o.* from operations o where ${place} ${latest} limit ${newest}) o),
      shop as (select coalesce(sum(n.operations), 0) as rows from operation_counters n where ${inScope(scope, 'n')}),
      seen as materialized (select count(*) < ${newest} as whole,
        count(*) filter (where named) * (select rows from shop) > ${isAlone ? indexed : candidates}::bigint * count(*) as frequent from walk),
      wide as materialized (select ${columns}
        from (select o.* from operations o where ${place} and (select frequent and not whole from seen) ${latest} limit ${wide + 1}) o),
      candidates as materialized (select c.id from (${search.candidates}) c where not (select frequent or whole from seen) limit ${candidates + 1}),
      hits as materialized (select o.* from candidates c
        cross join lateral (select ${columns} from operations o where ${place} and o.id = c.id offset 0) o),
      found as materialized (select a.substatus, a.total_cents
        from (select * from walk where (select whole from seen) union all select * from wide union all select * from hits) a where a.named and a.fits),
      looked as (select (select count(*) > ${wide} from wide) or (select count(*) > ${candidates} from candidates) as capped)`
}

/** As in the list: whether an index is worth using depends on the actual words. */
const asker = (db: Connection, search: OperationSearch | null) => (search === null ? db.first : db.firstByValue)

/** How many operations each sub-status has under the list's other filters. */
export const operationCounts: Handler<'operationCounts'> = async ({ query, scope, caller, db }) =>
  rawJson(await readCounts(db, { scope, query, search: readOperationSearch(query, caller.role, scope) }))

/** The counts as JSON in the contract's shape. */
export async function readCounts(db: Connection, { scope, query, search }: CountedList, limits = countLimits): Promise<string> {
  const counted = onlyStatus(query)
    ? byCounters(scope)
    : search === null
      ? byIndex(scope, filterConditions(query, false), limits)
      : sql`with ${foundRows({ scope, query, search, asFile: false, limits })}
        select s.substatus, count(f.substatus) as many, bool_or(l.capped) as capped
        from unnest(${substatuses}::text[]) s (substatus) cross join looked l left join found f on f.substatus = s.substatus group by s.substatus`
  const row = await asker(
    db,
    search,
  )<{ json: string }>(sql`
    select json_build_object('substatuses', json_agg(json_build_object('substatus', w.substatus, 'count', coalesce(c.many, 0), 'capped', coalesce(c.capped, false)) order by w.nth))::text as json
    from unnest(${substatuses}::text[]) with ordinality w (substatus, nth) left join (${counted}) c using (substatus)`)
  return row?.json ?? ''
}

const byCounters = (scope: Scope): Sql =>
  sql`select o.substatus, sum(o.operations) as many, false as capped from operation_counters o where ${inScope(scope, 'o')} group by o.substatus`

/** Counts each sub-status on its own index, so that each stops at the limit. */
const byIndex = (scope: Scope, conditions: readonly Sql[], { rows }: CountLimits): Sql =>
  sql`select s.substatus, n.many, n.many > ${rows} as capped
  from unnest(${substatuses}::text[]) s (substatus), lateral (select count(*) as many from (select 1 from operations o
    where ${inScope(scope, 'o')} and o.substatus = s.substatus and ${allOf(conditions)} limit ${rows + 1}) found) n`

/** Count and sum, in cents, of an export with the list's filters, shown before it starts. */
export const operationTotals: Handler<'operationTotals'> = ({ query, scope, caller, db }) =>
  readTotals(db, { scope, query, search: readOperationSearch(query, caller.role, scope) })

export async function readTotals(
  db: Connection,
  { scope, query, search }: CountedList,
  limits = fileLimits,
): Promise<AnswerOf<Api['operationTotals']>> {
  const counting = { scope, query, search, asFile: true, limits }
  const counted = onlyStatus(query)
    ? sql`select coalesce(sum(n.operations), 0)::bigint as count, false as capped from operation_counters n
        where ${inScope(scope, 'n')} and n.substatus = any(${filteredSubstatuses(query)}::text[])`
    : sql`select (select count(*) from found) as count, (select capped from looked) as capped`
  const [row, fact] = await Promise.all([
    asker(
      db,
      search,
    )<{ count: bigint; capped: boolean; cents: string | null }>(sql`with ${foundRows(counting)},
      counted as (${counted})
    select c.count, c.capped, case when not (select capped from looked) then (select coalesce(sum(f.total_cents), 0)::text from found f) end as cents from counted c`),
    query.fact === undefined || search !== null ? null : readFact(db, scope, query, query.fact),
  ])
  if (!row) throw new Error('no totals were read')
  return { count: Number(row.count), capped: row.capped, totalAmount: row.cents === null ? null : Number(row.cents), fact }
}

/** How often the fact that the list is about happened to its operations, and the sum of its amounts. */
async function readFact(db: Connection, scope: Scope, query: Filters, fact: OperationFact): Promise<{ count: number; amount: number }> {
  const row = await db.first<{
    many: bigint
    cents: string
  }>(sql`select coalesce(sum(f.many), 0)::bigint as many, coalesce(sum(f.cents), 0)::text as cents
    from operations o cross join lateral ${factSums(fact, madridDays(query))} f where ${allOf([inScope(scope, 'o'), ...filterConditions(query, true)])}`)
  return { count: Number(row?.many ?? 0), amount: Number(row?.cents ?? 0) }
}

/** The sub-statuses that the list's status filters leave. */
export const filteredSubstatuses = ({ status, substatus }: Filters) =>
  substatuses.filter((one) => (substatus === undefined || one === substatus) && (status === undefined || categoryOf(one) === status))
