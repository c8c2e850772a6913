import { invoiceNumber } from '#domain/money/invoice'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { claimOf, readClaim } from './claimRow.ts'
import { readCarried } from './readCarried.ts'
import { readSettlement } from './readSettlement.ts'
import { settlementOf } from './settlementRow.ts'
import { sumLines } from './sumLines.ts'

type Invoiced = { id: string; series: string; year: number; number: number }

/** One settlement with its equation, what its lines add up to, what comes from others and goes to them, the invoice of what it deducted, and its last claim. */
export const settlementDetail: Handler<'settlementDetail'> = async ({ db, scope, params }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  const [invoice, sums, claim, carried] = await Promise.all([
    db.first<Invoiced>(sql`select i.id, i.series, i.year, i.number from settlements s
        join invoices i on i.merchant_id = s.merchant_id and i.mode = s.mode and i.id = s.invoice_id
      where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.id = ${stored.id}`),
    sumLines(db, scope, stored.id),
    readClaim(db, scope, stored.id),
    readCarried(db, scope, stored.id),
  ])
  return {
    ...settlementOf(stored),
    invoice: invoice ? { id: hexOf(invoice.id), number: invoiceNumber(invoice.series, invoice.year, invoice.number) } : null,
    linesNet: sums.netCents,
    subsidisedCount: sums.subsidised,
    carried,
    claim: claim ? claimOf(claim) : null,
  }
}
