import type { z } from 'zod/mini'
import type { operationOrdering } from '#contract/sales/operations'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { amountConditions, type Filters, placeConditions } from '../lifecycle/filterConditions.ts'
import { newestRows, type OperationSearch } from '../lifecycle/operationSearch.ts'

export type Ordering = z.output<typeof operationOrdering>

/** How many rows are scanned before an index is used, when other filters require a heap fetch for each of them. */
const filteredRows = 2_000
/** From this offset on, the daily counters find a page faster than skipping rows does. */
const farRows = 2_000

/** `enough` rows after `skip` fill the page and show whether there is a next one; up to `take` are returned. */
export type Choice = {
  scope: Scope
  conditions: readonly Sql[]
  search: OperationSearch | null
  ordering: Ordering
  skip: number
  enough: number
  take: number
}

const orders: Record<Ordering, Sql> = {
  '-created': sql`created_at desc, id desc`,
  created: sql`created_at, id`,
  '-total_amount': sql`total_cents desc, created_at desc, id desc`,
  total_amount: sql`total_cents, created_at desc, id desc`,
}
/** The `order by` of a list, over columns without alias. */
export const orderOf = (ordering: Ordering): Sql => orders[ordering]

const columns = sql`o.id, o.created_at, o.total_cents`

/** Common table expressions that end in `ids (id, created_at, total_cents)`: the requested range of the list, by indexes alone where possible. */
export function chooseOperations(choice: Choice): Sql {
  const { scope, conditions, search, ordering, skip, enough, take } = choice
  const ofShop = inScope(scope, 'o')
  const order = orderOf(ordering)
  const stretch = sql`order by ${order} offset ${skip} limit ${take}`
  if (search === null || search.strategy === 'ordered') {
    const all = allOf([ofShop, ...conditions, ...(search ? [search.condition] : [])])
    return sql`ids as materialized (select ${columns} from operations o where ${all} ${stretch})`
  }
  const others = allOf([sql`true`, ...conditions])
  if (search.strategy === 'exact') {
    return sql`hits as materialized (select o.* from operations o where ${ofShop} and ${search.condition}),
      ids as materialized (select ${columns} from hits o where ${others} ${stretch})`
  }
  if (search.strategy === 'newest') {
    return sql`newest as materialized (select o.* from operations o where ${ofShop} and ${others} order by o.created_at desc, o.id desc limit ${newestRows}),
      ids as materialized (select ${columns} from newest o where ${search.condition} ${stretch})`
  }
  // Only the list's default order can stop early; ordering by amount reads all candidates.
  const early = ordering === '-created' || ordering === 'created'
  const tried = conditions.length === 0 ? search.newest : Math.min(search.newest, filteredRows)
  return sql`walk as materialized (select ${columns} from (select o.* from operations o where ${ofShop} and ${others} and ${early}
        order by ${early ? order : sql`created_at desc, id desc`} limit ${tried}) o where ${search.condition} limit ${skip + take}),
      filled as materialized (select count(*) >= ${skip + enough}::bigint as yes from walk),
      candidates as materialized (select c.id, c.created_at from (${search.candidates}) c where not (select yes from filled)),
      hits as materialized (select c.id, c.created_at, o.total_cents from (select id, created_at from candidates order by ${early ? order : sql`id`}) c
        cross join lateral (select o.total_cents from operations o where ${ofShop} and o.id = c.id and ${others} and ${search.condition} offset 0) o
        order by ${order} limit ${skip + take}),
      ids as materialized (select o.* from (select * from walk where (select yes from filled) union all select * from hits) o ${stretch})`
}

/**
 * As {@link chooseOperations} for a page far into a list narrowed only by status: the counters tell on which Madrid day the page starts, so that page 5 000
 * costs about as much as page 1.
 */
export function chooseByCounters(choice: Choice & { substatuses: readonly string[] }): Sql {
  const { scope, conditions, ordering, skip, take, substatuses } = choice
  const newest = ordering === '-created'
  const dayOrder = newest ? sql`day desc` : sql`day`
  const fromStart = newest
    ? sql`o.created_at < (select (day + 1)::timestamp at time zone 'Europe/Madrid' from start)`
    : sql`o.created_at >= (select day::timestamp at time zone 'Europe/Madrid' from start)`
  return sql`days as (select day, sum(operations) as many from operation_counters where ${inScope(scope)}
        and substatus = any(${substatuses}) group by day),
      sums as (select day, many, sum(many) over (order by ${dayOrder}) - many as before from days),
      start as materialized (select day, before from sums where before <= ${skip}::bigint and before + many > ${skip}::bigint order by before limit 1),
      ids as materialized (select ${columns} from operations o where ${inScope(scope, 'o')} and ${allOf(conditions)} and ${fromStart}
        order by ${orderOf(ordering)} offset (select ${skip}::bigint - before from start) limit ${take})`
}

/** True when {@link chooseByCounters} is faster. */
export const isFar = (ordering: Ordering, skip: number): boolean => skip >= farRows && (ordering === '-created' || ordering === 'created')

/** How many rows are scanned in the list's order before the index on amounts is used; by category each of them needs a heap fetch. */
const walkRows = { indexed: 6_000, fetched: 2_000 }
/** How many rows the index on amounts may return; with other filters each of them needs a heap fetch. */
const nearRows = { indexed: 4_000, fetched: 1_500 }

/**
 * As `chooseOperations`, ordered by time, for a range of amounts and no channel or product: a wide range fills its page from the newest rows, a narrow one
 * has few rows, which are sorted; no single prepared plan suits both. Between the two the scan continues, but does not look for further pages.
 */
export function chooseByAmount({ scope, ordering, skip, enough, take }: Choice, filters: Filters): Sql {
  const ofShop = inScope(scope, 'o')
  const order = orderOf(ordering)
  const amounts = amountConditions(filters)
  const place = placeConditions(filters, true)
  const maxNear = place.length === 0 ? nearRows.indexed : nearRows.fetched
  const walked = (filters.status === undefined ? walkRows.indexed : walkRows.fetched) + 12 * skip
  // An expression, which no index on amounts can answer: the rest must be scanned in the order of time.
  const tried = amountConditions(filters, sql`(o.total_cents + 0)`)
  return sql`walk as materialized (select ${columns} from (select ${columns} from operations o where ${allOf([ofShop, ...place])}
        order by ${order} limit ${walked}) o where ${allOf(amounts)} limit ${skip + take}),
      filled as materialized (select count(*) >= ${skip + enough}::bigint as yes from walk),
      near as materialized (select ${columns}, ${place.length === 0 ? sql`true` : sql`(${allOf(place)})`} as passes from operations o
        where ${allOf([ofShop, ...amounts])} and not (select yes from filled) order by o.total_cents, o.created_at desc, o.id desc limit ${maxNear + 1}),
      few as materialized (select count(*) <= ${maxNear}::bigint as yes from near),
      rest as materialized (select ${columns} from operations o where ${allOf([ofShop, ...place, ...tried])}
        and not (select yes from filled) and not (select yes from few) order by ${order} limit ${skip + enough}),
      ids as materialized (select ${columns} from (select ${columns} from walk o where (select yes from filled)
        union all select ${columns} from near o where passes and (select yes from few)
        union all select ${columns} from rest o) o order by ${order} offset ${skip} limit ${take})`
}
