import { pageSize } from '#contract/platform/page'
import { type Filter, type OrderStatus, type ReadFilters, readOrderFilters, termsOf } from '#domain/sales/shopsApi/shopFilters'
import { type Services, rawJson } from '../../platform/calls/call.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { allOf, inScope, sql, type Sql, unprepared } from '../../platform/database/sql.ts'
import { type OrderColumn, orderColumns, ordersOfShop, readOrders } from './readOrders.ts'

/** Base conditions that a program's filters are joined to; neither the result nor any intermediate statement is cached. */
const [all, none, inOrder] = [unprepared(sql`true`), unprepared(sql`false`), unprepared(sql`order by`)]

/** Every filter as a condition on `o` and `s`. Without a status filter or an `isnull` lookup, the list contains granted orders. */
export function orderConditions({ filters, statuses, terms }: ReadFilters): Sql {
  const asksForEmpty = filters.some(({ lookup }) => lookup === 'isnull')
  return allOf([
    all,
    ...(statuses.length === 0 && !asksForEmpty ? [granted] : []),
    ...(statuses.length === 0 ? [] : [anyOf(statuses.map((status) => statusConditions[status]))]),
    ...filters.map(filterCondition),
    ...terms.map((term) => sql`(o.first_name ilike ${partly(term)} or o.last_name ilike ${partly(term)} or o.email ilike ${partly(term)})`),
  ])
}

const granted: Sql = sql`(o.category in ('accepted', 'in_process') and (o.confirmed_at is not null or o.verified_at is not null))`

/** As in `pluginStatus`, for selecting rows. */
const statusConditions: Readonly<Record<OrderStatus, Sql>> = {
  ok: sql`(o.category in ('accepted', 'in_process') and o.confirmed_at is not null)`,
  pending: sql`(o.category in ('accepted', 'in_process') and o.confirmed_at is null)`,
  ko: sql`o.category in ('stopped', 'rejected')`,
  any: sql`true`,
}

const anyOf = (conditions: readonly Sql[]): Sql => {
  const either = conditions.reduce((joined, one) => sql`${joined} or ${one}`, none)
  return sql`(${either})`
}

function filterCondition({ field, lookup, values }: Filter): Sql {
  // Every filterable field has its column: a test covers them all.
  const column = orderColumns[field as OrderColumn]
  return anyOf(values.map((value) => conditionOf(column, lookup, value)))
}

const madrid = (column: Sql): Sql => sql`${column} at time zone 'Europe/Madrid'`

function conditionOf(column: Sql, lookup: string, value: Filter['values'][number]): Sql {
  if (lookup === 'isnull') return value === true ? sql`${column} is null` : sql`${column} is not null`
  if (typeof value === 'object') return instantCondition(column, lookup, value)
  if (typeof value === 'number') return numberCondition(column, lookup, value)
  return textCondition(column, lookup, String(value))
}

/** A value may be a day: all of it is meant, or the time before or after it. */
function instantCondition(column: Sql, lookup: string, { since, before }: { since: Date; before: Date }): Sql {
  switch (lookup) {
    case 'gt':
      return sql`${column} >= ${before}`
    case 'gte':
      return sql`${column} >= ${since}`
    case 'lt':
      return sql`${column} < ${since}`
    case 'lte':
      return sql`${column} < ${before}`
    default:
      return sql`(${column} >= ${since} and ${column} < ${before})`
  }
}

function numberCondition(column: Sql, lookup: string, value: number): Sql {
  switch (lookup) {
    case 'gt':
      return sql`${column} > ${value}::bigint`
    case 'gte':
      return sql`${column} >= ${value}::bigint`
    case 'lt':
      return sql`${column} < ${value}::bigint`
    case 'lte':
      return sql`${column} <= ${value}::bigint`
    case 'year':
      return sql`extract(year from ${madrid(column)}) = ${value}::bigint`
    case 'month':
      return sql`extract(month from ${madrid(column)}) = ${value}::bigint`
    case 'week_day':
      return sql`extract(isodow from ${madrid(column)}) = ${value}::bigint`
    case 'day':
      return sql`extract(day from ${madrid(column)}) = ${value}::bigint`
    case 'hour':
      return sql`extract(hour from ${madrid(column)}) = ${value}::bigint`
    default:
      return sql`${column} = ${value}::bigint`
  }
}

/** Escapes the wildcards of `like`. */
const plain = (value: string): string => value.replaceAll(/[\\%_]/g, '\\$&')
const partly = (value: string): string => `%${plain(value)}%`

function textCondition(column: Sql, lookup: string, value: string): Sql {
  switch (lookup) {
    case 'iexact':
      return sql`lower(${column}) = lower(${value})`
    case 'contains':
      return sql`${column} like ${partly(value)}`
    case 'icontains':
      return sql`${column} ilike ${partly(value)}`
    case 'startswith':
      return sql`${column} like ${`${plain(value)}%`}`
    case 'istartswith':
      return sql`${column} ilike ${`${plain(value)}%`}`
    case 'endswith':
      return sql`${column} like ${`%${plain(value)}`}`
    case 'iendswith':
      return sql`${column} ilike ${`%${plain(value)}`}`
    case 'in':
      return sql`${column} = any(${value.split(',').map((one) => one.trim())}::text[])`
    case 'search':
      return allOf([all, ...termsOf(value).map((term) => sql`${column} ilike ${partly(term)}`)])
    default:
      return sql`${column} = ${value}`
  }
}

const keys: Readonly<Record<ReadFilters['ordering'][number]['by'], Sql>> = {
  total_amount: orderColumns.total_amount,
  created: orderColumns.created,
  verified: orderColumns.verified,
  confirmed: orderColumns.confirmed,
  cancelled: orderColumns.cancelled,
  'account-last_login': orderColumns['account-last_login'],
  'account-date_joined': orderColumns['account-date_joined'],
  'account-created': orderColumns['account-created'],
}

/** Nulls sort as the largest; newest first by default. */
export function orderOrdering(ordering: ReadFilters['ordering']): Sql {
  const orders = ordering.length > 0 ? ordering : [{ by: 'created' as const, descending: true }]
  const written = orders.map(({ by, descending }) => (descending ? sql`${keys[by]} desc` : sql`${keys[by]}`))
  return sql`${written.reduce((joined, one) => sql`${joined} ${one},`, inOrder)} o.id desc`
}

/** Counting stops here. */
export const maxCounted = 10_000

type PageRequest = { services: Services; path: string; search: URLSearchParams }

/** The pagination of a list, as plugins read it: until `cursor.after` is null. The addresses repeat the other parameters. */
export function pageOf({ services, path, search }: PageRequest, page: number, count: number) {
  const { hosts, publicUrl } = services.config
  const address = (to: number | null) => {
    if (to === null) return null
    const parameters = new URLSearchParams(search)
    parameters.set('page', String(to))
    return `${hosts.vendorApiUrl || publicUrl}${path}?${parameters}`
  }
  const after = page * pageSize < count ? page + 1 : null
  const before = page > 1 ? page - 1 : null
  return { cursor: { after, before }, paging: { count, next: address(after), previous: address(before) } }
}

/** A page of the shop's operations. Refuses with ApiValidationException every unknown or empty parameter. */
export const operationList: ShopHandler<'operationList'> = async ({ db, scope, search, services, path, now }) => {
  const read = readOrderFilters(search)
  if ('problems' in read)
    throw new Refusal('ApiValidationException', { fields: read.problems.map(({ name, code }) => problem(name, code)) })
  const condition = orderConditions(read)
  const [orders, counted] = await Promise.all([
    readOrders(db, scope, now, condition, sql`${orderOrdering(read.ordering)} offset ${(read.page - 1) * pageSize} limit ${pageSize}`),
    // In an order that an index has: otherwise PostgreSQL may scan the rows of all shops.
    db.first<{ many: number }>(sql`select count(*)::integer as many from (select from ${ordersOfShop}
      where ${inScope(scope, 'o')} and ${condition} order by o.created_at desc, o.id desc limit ${maxCounted}) counted`),
  ])
  return rawJson(JSON.stringify({ ...pageOf({ services, path, search }, read.page, counted?.many ?? 0), results: orders }))
}
