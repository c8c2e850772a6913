import { isLocalDate } from '#domain/platform/dates'
import { monthOf } from '#domain/money/invoice'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** The invoices of a shop, over `i`, from the month of one day to the month of another. Refuses a day that does not exist. */
export function months({ merchantId, mode }: Scope, query: { from?: string | undefined; to?: string | undefined }): Sql {
  const month = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined) return undefined
    if (isLocalDate(value)) return monthOf(value)
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [month('from'), month('to')]
  return allOf([
    sql`i.merchant_id = ${merchantId} and i.mode = ${mode}`,
    ...(from === undefined ? [] : [sql`i.period_from >= ${from.from}`]),
    ...(to === undefined ? [] : [sql`i.period_from <= ${to.from}`]),
  ])
}
