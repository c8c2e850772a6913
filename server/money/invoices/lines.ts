import { pageSize } from '#contract/platform/page'
import type { Charges, InvoiceConcept } from '#domain/money/invoice'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { findInvoice } from './invoices.ts'

/** How many further pages are counted beyond the requested one. */
const furtherPages = 10

type Line = {
  id: string
  kind: Charges['kind']
  operation_id: string | null
  mid: string | null
  settlement_id: string
  reference: string
  occurred_at: Date
  gross_cents: bigint
  fee_cents: bigint
  vat_cents: bigint
  subsidy_cents: bigint
}

/** The settlement lines of an invoice or of one of its concepts, ordered by settlement and time. */
export const invoiceLines: Handler<'invoiceLines'> = async ({ query, scope, db, params }) => {
  const id = await findInvoice(db, scope, params.invoiceId)
  const { page, concept } = query
  const skip = (page - 1) * pageSize
  const invoicedLines = sql`settlements s join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
    where ${inScope(scope, 's')} and s.invoice_id = ${id} and ${behind(concept)}`
  const [ahead, rows] = await Promise.all([
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from ${invoicedLines} offset ${skip} limit ${furtherPages * pageSize + 1}) a`,
    ),
    db.rows<Line>(sql`select l.*, o.mid from (select l.id, l.kind, l.operation_id, l.settlement_id, s.reference, s.value_on, l.occurred_at, l.gross_cents, l.fee_cents,
          l.vat_cents, l.subsidy_cents from ${invoicedLines} order by s.value_on, l.occurred_at, l.id offset ${skip} limit ${pageSize}) l
        left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id order by l.value_on, l.occurred_at, l.id`),
  ])
  const many = ahead?.many ?? 0
  return {
    results: rows.map(lineOf),
    currentPage: page,
    maxVisiblePage: many === 0 ? 1 : page - 1 + Math.ceil(many / pageSize),
    next: many > pageSize ? page + 1 : null,
  }
}

/** SQL condition: line `l` belongs to a concept; without one, to any concept. */
function behind(concept: InvoiceConcept | undefined) {
  switch (concept) {
    case 'fee':
      return sql`l.kind <> 'fee_minimum' and (l.fee_cents <> 0 or l.vat_cents <> 0)`
    case 'fee_minimum':
      return sql`l.kind = 'fee_minimum' and (l.fee_cents <> 0 or l.vat_cents <> 0)`
    case 'subsidy':
      return sql`l.subsidy_cents <> 0`
    case undefined:
      return sql`(l.fee_cents <> 0 or l.vat_cents <> 0 or l.subsidy_cents <> 0)`
  }
}

const lineOf = (line: Line) => ({
  id: hexOf(line.id),
  kind: line.kind,
  operationId: line.operation_id === null ? null : hexOf(line.operation_id),
  mid: line.mid,
  settlementId: hexOf(line.settlement_id),
  settlementReference: line.reference,
  occurredAt: line.occurred_at.toISOString(),
  grossAmount: Number(line.gross_cents),
  feeAmount: Number(line.fee_cents),
  vatAmount: Number(line.vat_cents),
  subsidyAmount: Number(line.subsidy_cents),
})
