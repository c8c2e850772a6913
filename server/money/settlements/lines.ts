import { pageSize } from '#contract/platform/page'
import type { Product } from '#domain/sales/operations/states'
import type { SettledLine } from '#domain/money/settlement'
import { allOf, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { customerName } from '../../sales/operation/customerName.ts'
import { readSettlement } from './readSettlement.ts'

/** How many pages beyond the asked one are looked for. */
const pagesAhead = 10

type Line = {
  id: string
  kind: SettledLine['kind']
  operation_id: string | null
  mid: string | null
  customer_name: string | null
  product: Product | null
  num_instalments: number | null
  month_from: string | null
  repayment_of: 'debit' | 'debit_return' | 'transfer' | 'transfer_back' | null
  repayment_reference: string | null
  occurred_at: Date
  gross_cents: bigint
  fee_bps: number | null
  fee_cents: bigint
  vat_cents: bigint
  subsidy_cents: bigint
  net_cents: bigint
}

/** The lines of a settlement in the order in which they came about, with the operations that they are of. */
export const settlementLines: Handler<'settlementLines'> = async ({ query, scope, db, params }) => {
  const { merchantId, mode } = scope
  const { id } = await readSettlement(db, scope, params.settlementId)
  const { page, kind, subsidised } = query
  const skip = (page - 1) * pageSize
  const these = allOf([
    sql`l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id = ${id}`,
    ...(kind === undefined ? [] : [sql`l.kind = ${kind}`]),
    ...(subsidised === undefined ? [] : [sql`l.subsidy_cents <> 0`]),
  ])
  const [ahead, rows] = await Promise.all([
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from settlement_lines l where ${these} offset ${skip} limit ${pagesAhead * pageSize + 1}) a`,
    ),
    db.rows<Line>(sql`select l.id, l.kind, l.operation_id, o.mid, case when o.id is not null then ${customerName()} end as customer_name, o.product, o.num_instalments,
        l.month_from, l.repayment_of, l.repayment_reference, l.occurred_at, l.gross_cents, o.fee_bps, l.fee_cents, l.vat_cents, l.subsidy_cents, l.net_cents
      from (select * from settlement_lines l where ${these} order by l.occurred_at, l.id offset ${skip} limit ${pageSize}) l
        left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id order by l.occurred_at, l.id`),
  ])
  const many = ahead?.many ?? 0
  return {
    results: rows.map(lineOf),
    currentPage: page,
    maxVisiblePage: many === 0 ? 1 : page - 1 + Math.ceil(many / pageSize),
    next: many > pageSize ? page + 1 : null,
  }
}

const lineOf = (line: Line) => ({
  id: hexOf(line.id),
  kind: line.kind,
  operationId: line.operation_id === null ? null : hexOf(line.operation_id),
  mid: line.mid,
  customerName: line.customer_name,
  product: line.product,
  numInstalments: line.num_instalments,
  monthFrom: line.month_from,
  repayment:
    line.repayment_of === null || line.repayment_reference === null ? null : { of: line.repayment_of, reference: line.repayment_reference },
  occurredAt: line.occurred_at.toISOString(),
  grossAmount: Number(line.gross_cents),
  feeRate: line.fee_bps,
  feeAmount: Number(line.fee_cents),
  vatAmount: Number(line.vat_cents),
  subsidyAmount: Number(line.subsidy_cents),
  netAmount: Number(line.net_cents),
})
