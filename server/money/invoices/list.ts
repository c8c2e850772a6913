import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { invoiceColumns, rowOf, type StoredInvoice } from './invoiceRow.ts'
import { months } from './months.ts'

type Sums = { many: number; base: string; vat: string; exempt: string; total: string }

/** A page of invoices, newest month first, with number and sums of them all. */
export const invoiceList: Handler<'invoiceList'> = async ({ query, scope, db, caller }) => {
  const these = months(scope, query)
  const { page } = query
  const [sums, rows] = await Promise.all([
    db.first<Sums>(sql`select count(*)::integer as many, coalesce(sum(i.base_cents), 0) as base, coalesce(sum(i.vat_cents), 0) as vat,
        coalesce(sum(i.exempt_cents), 0) as exempt, coalesce(sum(i.total_cents), 0) as total from invoices i where ${these}`),
    db.rows<StoredInvoice>(sql`select ${invoiceColumns(caller.userId)} from invoices i where ${these}
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
