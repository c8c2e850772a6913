import { pageSize } from '#contract/platform/page'
import { isLocalDate } from '#domain/platform/dates'
import { monthOf } from '#domain/money/invoice'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { invoiceColumns, invoiceOf, rowOf, type StoredInvoice, wholeColumns, type WholeInvoice } from './invoiceRow.ts'

/** SQL condition: invoice `i` is of a shop and a range of months. Refuses invalid dates. */
export function months(scope: Scope, query: { from?: string | undefined; to?: string | undefined }): Sql {
  const month = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined) return undefined
    if (isLocalDate(value)) return monthOf(value)
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [month('from'), month('to')]
  return allOf([
    inScope(scope, 'i'),
    ...(from === undefined ? [] : [sql`i.period_from >= ${from.from}`]),
    ...(to === undefined ? [] : [sql`i.period_from <= ${to.from}`]),
  ])
}

type Sums = { many: number; base: string; vat: string; exempt: string; total: string }

/** A page of invoices, newest month first, with the total number and sums. */
export const invoiceList: Handler<'invoiceList'> = async ({ query, scope, db, caller }) => {
  const inMonths = months(scope, query)
  const { page } = query
  const [sums, rows] = await Promise.all([
    db.first<Sums>(sql`select count(*)::integer as many, coalesce(sum(i.base_cents), 0) as base, coalesce(sum(i.vat_cents), 0) as vat,
        coalesce(sum(i.exempt_cents), 0) as exempt, coalesce(sum(i.total_cents), 0) as total from invoices i where ${inMonths}`),
    db.rows<StoredInvoice>(sql`select ${invoiceColumns(caller.userId)} from invoices i where ${inMonths}
      order by i.period_from desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const { many, base, vat, exempt, total: all } = sums ?? { many: 0, base: '0', vat: '0', exempt: '0', total: '0' }
  const total = Math.max(1, Math.ceil(many / pageSize))
  return {
    results: rows.map(rowOf),
    current: page,
    total,
    next: page < total ? page + 1 : null,
    sums: { count: many, baseAmount: Number(base), vatAmount: Number(vat), exemptAmount: Number(exempt), totalAmount: Number(all) },
  }
}

/**
 * One invoice of the shop by its hexadecimal id, as a user sees it. Refuses with ObjectNotFoundException, also for one of another shop or
 * mode.
 */
export async function readInvoice(db: Connection, scope: Scope, hex: string, userId: string): Promise<WholeInvoice> {
  const id = idFrom(hex)
  const row = await db.first<WholeInvoice>(
    sql`select ${wholeColumns(userId)} from invoices i where ${inScope(scope, 'i')} and i.id = ${id}`,
  )
  if (!row) throw notFound(hex)
  return row
}

/** One invoice with its parties, lines and settlements. */
export const invoiceDetail: Handler<'invoiceDetail'> = async ({ db, scope, params, caller }) =>
  invoiceOf(await readInvoice(db, scope, params.invoiceId, caller.userId))

/** The uuid of an invoice of the shop by its hexadecimal id. Refuses with ObjectNotFoundException, also for one of another shop or mode. */
export async function findInvoice(db: Connection, scope: Scope, hex: string): Promise<string> {
  const id = idFrom(hex)
  const row = await db.first(sql`select from invoices i where ${inScope(scope, 'i')} and i.id = ${id}`)
  if (!row) throw notFound(hex)
  return id
}
