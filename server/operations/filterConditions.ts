import type { QueryOf } from '#contract/endpoint'
import type { Api } from '#contract/index'
import { sql, type Sql } from '../db/sql.ts'
import { madridDays } from './madridDays.ts'

/** The filters that list, counts and download share. */
export type Filters = QueryOf<Api['operationCounts']>

/** Conditions on `o` for every filter but `q`; `status` and `substatus` only when `withStatus`. Days are Madrid days. */
export function filterConditions(filters: Filters, withStatus: boolean): Sql[] {
  const { since, before } = madridDays(filters)
  const conditions: Sql[] = []
  const add = (value: unknown, condition: Sql) => {
    if (value !== undefined) conditions.push(condition)
  }
  if (withStatus) {
    add(filters.status, sql`o.category = ${filters.status}`)
    add(filters.substatus, sql`o.substatus = ${filters.substatus}`)
  }
  add(since, sql`o.created_at >= ${since}`)
  add(before, sql`o.created_at < ${before}`)
  add(filters.minAmount, sql`o.total_cents >= ${filters.minAmount}`)
  add(filters.maxAmount, sql`o.total_cents <= ${filters.maxAmount}`)
  add(filters.channel, sql`o.channel = ${filters.channel}`)
  add(filters.product, sql`o.product = ${filters.product}`)
  return conditions
}

/** True when nothing but category and sub-status narrows the list, so that the day counters know its pages. */
export function onlyStatus({ q, from, to, minAmount, maxAmount, channel, product }: Filters): boolean {
  return !q && [from, to, minAmount, maxAmount, channel, product].every((value) => value === undefined)
}
