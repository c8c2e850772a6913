import { pageSize } from '#contract/platform/page'
import { readOrderFilters } from '#domain/sales/shopsApi/shopFilters'
import { sql } from '../../platform/database/sql.ts'
import { rawJson } from '../../platform/calls/call.ts'
import { problem } from '../../platform/calls/fieldProblem.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { orderConditions, orderOrdering } from './orderConditions.ts'
import { ordersOfShop } from './orderColumns.ts'
import { mostCounted, pageOf } from './pageOf.ts'
import { readOrders } from './readOrders.ts'

/** A page of the shop's operations. Refuses with ApiValidationException every parameter that it does not know or that says nothing. */
export const operationList: ShopHandler<'operationList'> = async ({ db, scope, search, services, path, now }) => {
  const read = readOrderFilters(search)
  if ('problems' in read)
    throw new Refusal('ApiValidationException', { fields: read.problems.map(({ name, code }) => problem(name, code)) })
  const condition = orderConditions(read)
  const [orders, counted] = await Promise.all([
    readOrders(db, scope, now, condition, sql`${orderOrdering(read.ordering)} offset ${(read.page - 1) * pageSize} limit ${pageSize}`),
    // In an order that an index has: without one, PostgreSQL may look for them among the rows of all shops.
    db.first<{ many: number }>(sql`select count(*)::integer as many from (select from ${ordersOfShop}
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${condition} order by o.created_at desc, o.id desc limit ${mostCounted}) counted`),
  ])
  return rawJson(JSON.stringify({ ...pageOf({ services, path, search }, read.page, counted?.many ?? 0), results: orders }))
}
