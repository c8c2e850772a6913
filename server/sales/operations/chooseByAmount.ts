import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { orderOf, type Choice } from './chooseOperations.ts'
import { amountConditions, placeConditions, type Filters } from '../operation/filterConditions.ts'

/** How many rows are tried in the list's order before the index of amounts is asked; by category each of them has to be fetched. */
const walkRows = { indexed: 6_000, fetched: 2_000 }
/** How many rows the index of amounts may give; with other filters each of them has to be fetched. */
const nearRows = { indexed: 4_000, fetched: 1_500 }

/**
 * As `chooseOperations`, in the order of time, for a range of amounts and no channel or product: a wide one fills its page from the newest rows, a narrow one has few
 * rows and they are sorted; no plan that is made once suits both. Between the two the walk goes on, but looks for no further pages.
 */
export function chooseByAmount({ scope, ordering, skip, enough, take }: Choice, filters: Filters): Sql {
  const mine = sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}`
  const order = orderOf(ordering)
  const amounts = amountConditions(filters)
  const place = placeConditions(filters, true)
  const most = place.length === 0 ? nearRows.indexed : nearRows.fetched
  const walked = (filters.status === undefined ? walkRows.indexed : walkRows.fetched) + 12 * skip
  // An expression, which no index of amounts can answer: the rest must be walked in the order of time.
  const tried = amountConditions(filters, sql`(o.total_cents + 0)`)
  return sql`walk as materialized (select ${columns} from (select ${columns} from operations o where ${allOf([mine, ...place])}
        order by ${order} limit ${walked}) o where ${allOf(amounts)} limit ${skip + take}),
      filled as materialized (select count(*) >= ${skip + enough}::bigint as yes from walk),
      near as materialized (select ${columns}, ${place.length === 0 ? sql`true` : sql`(${allOf(place)})`} as passes from operations o
        where ${allOf([mine, ...amounts])} and not (select yes from filled) order by o.total_cents, o.created_at desc, o.id desc limit ${most + 1}),
      few as materialized (select count(*) <= ${most}::bigint as yes from near),
      rest as materialized (select ${columns} from operations o where ${allOf([mine, ...place, ...tried])}
        and not (select yes from filled) and not (select yes from few) order by ${order} limit ${skip + enough}),
      ids as materialized (select ${columns} from (select ${columns} from walk o where (select yes from filled)
        union all select ${columns} from near o where passes and (select yes from few)
        union all select ${columns} from rest o) o order by ${order} offset ${skip} limit ${take})`
}

const columns = sql`o.id, o.created_at, o.total_cents`
