import { isLocalDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Choice = { from?: string | undefined; to?: string | undefined; collected?: 'no' | undefined }

/**
 * The settlements of a shop, over `s`, whose value dates lie between two days, both included, and, when asked for, whose money nobody has found
 * at the bank. Refuses a day that does not exist.
 */
export function chosenSettlements({ merchantId, mode }: Scope, query: Choice): Sql {
  const day = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined || isLocalDate(value)) return value
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [day('from'), day('to')]
  return allOf([
    sql`s.merchant_id = ${merchantId} and s.mode = ${mode}`,
    ...(from === undefined ? [] : [sql`s.value_on >= ${from}`]),
    ...(to === undefined ? [] : [sql`s.value_on <= ${to}`]),
    ...(query.collected === 'no' ? [sql`s.collected_on is null and s.net_cents > 0`] : []),
  ])
}
