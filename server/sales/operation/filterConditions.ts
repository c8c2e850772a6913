import type { SearchType } from '#domain/sales/operations/search'
import type { Category, Channel, Product, Substatus } from '#domain/sales/operations/states'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { madridDays } from './madridDays.ts'

/** The filters that list, counts, download and reports share: days of Madrid, amounts in cents (`operationFilters` of the contract). */
export type Filters = {
  status?: Category | undefined
  substatus?: Substatus | undefined
  q?: string | undefined
  searchAs?: SearchType | undefined
  from?: string | undefined
  to?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  channel?: Channel | undefined
  product?: Product | undefined
}

/** Conditions on `o` for every filter but `q`; `status` and `substatus` only when `withStatus`. Days are Madrid days. */
export const filterConditions = (filters: Filters, withStatus: boolean): Sql[] => [
  ...placeConditions(filters, withStatus),
  ...amountConditions(filters),
  ...saleConditions(filters),
]

/** Those that an index in the order of time leads with: status and days. */
export function placeConditions(filters: Filters, withStatus: boolean): Sql[] {
  const { since, before } = madridDays(filters)
  return [
    ...given(withStatus ? filters.status : undefined, (status) => sql`o.category = ${status}`),
    ...given(withStatus ? filters.substatus : undefined, (substatus) => sql`o.substatus = ${substatus}`),
    ...given(since, (instant) => sql`o.created_at >= ${instant}`),
    ...given(before, (instant) => sql`o.created_at < ${instant}`),
  ]
}

/** Least and greatest amount, in cents. */
export const amountConditions = ({ minAmount, maxAmount }: Filters, amount: Sql = sql`o.total_cents`): Sql[] => [
  ...given(minAmount, (cents) => sql`${amount} >= ${cents}::bigint`),
  ...given(maxAmount, (cents) => sql`${amount} <= ${cents}::bigint`),
]

/** How it was sold: columns that the indexes carry along, so that rows are tried without being fetched. */
const saleConditions = ({ channel, product }: Filters): Sql[] => [
  ...given(channel, (value) => sql`o.channel = ${value}`),
  ...given(product, (value) => sql`o.product = ${value}`),
]

const given = <T>(value: T | undefined, condition: (value: T) => Sql): Sql[] => (value === undefined ? [] : [condition(value)])

/** True when nothing but category and sub-status narrows the list, so that the day counters know its pages. */
export function onlyStatus({ q, from, to, minAmount, maxAmount, channel, product }: Filters): boolean {
  return !q && [from, to, minAmount, maxAmount, channel, product].every((value) => value === undefined)
}
