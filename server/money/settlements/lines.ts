import { setImmediate } from 'node:timers/promises'
import { pageSize } from '#contract/platform/page'
import type { SettledLine } from '#domain/money/settlement'
import type { Product } from '#domain/sales/operations/states'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { customerName, customerNameInFiles } from '../../sales/lifecycle/customerName.ts'
import { readSettlement } from './settlementRow.ts'

/** How many further pages are counted beyond the requested one. */
const furtherPages = 10

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

/** Kinds in the order in which grouped lines have them. */
const kindOrder: readonly SettledLine['kind'][] = ['order', 'refund', 'cancel', 'chargeback', 'fee_minimum', 'repayment', 'vat_rounding']

/** The lines of a settlement in chronological order, or by kind with the sums of each, with their operations. */
export const settlementLines: Handler<'settlementLines'> = async ({ query, scope, db, params }) => {
  const { id } = await readSettlement(db, scope, params.settlementId)
  const { page, kind, subsidised, grouped } = query
  const skip = (page - 1) * pageSize
  const condition = allOf([
    sql`${inScope(scope, 'l')} and l.settlement_id = ${id}`,
    ...(kind === undefined ? [] : [sql`l.kind = ${kind}`]),
    ...(subsidised === undefined ? [] : [sql`l.subsidy_cents <> 0`]),
  ])
  const order = grouped ? sql`array_position(${kindOrder}::text[], l.kind), l.occurred_at, l.id` : sql`l.occurred_at, l.id`
  const [ahead, rows, subtotals] = await Promise.all([
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from settlement_lines l where ${condition} offset ${skip} limit ${furtherPages * pageSize + 1}) a`,
    ),
    db.rows<Line>(sql`select l.id, l.kind, l.operation_id, o.mid, case when o.id is not null then ${customerName()} end as customer_name, o.product, o.num_instalments,
        l.month_from, l.repayment_of, l.repayment_reference, l.occurred_at, l.gross_cents, o.fee_bps, l.fee_cents, l.vat_cents, l.subsidy_cents, l.net_cents
      from (select * from settlement_lines l where ${condition} order by ${order} offset ${skip} limit ${pageSize}) l
        left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id order by ${order}`),
    grouped ? readSubtotals(db, condition) : null,
  ])
  const many = ahead?.many ?? 0
  return {
    results: rows.map(lineOf),
    currentPage: page,
    maxVisiblePage: many === 0 ? 1 : page - 1 + Math.ceil(many / pageSize),
    next: many > pageSize ? page + 1 : null,
    subtotals,
  }
}

/** The sums of each kind of lines `l`. */
async function readSubtotals(db: Connection, condition: Sql) {
  const rows = await db.rows<{ kind: Line['kind']; many: number; gross: number; fee: number; vat: number; subsidy: number; net: number }>(
    sql`select l.kind, count(*)::integer as many, sum(l.gross_cents)::float8 as gross, sum(l.fee_cents)::float8 as fee, sum(l.vat_cents)::float8 as vat,
        sum(l.subsidy_cents)::float8 as subsidy, sum(l.net_cents)::float8 as net
      from settlement_lines l where ${condition} group by l.kind order by array_position(${kindOrder}::text[], l.kind)`,
  )
  return rows.map(({ kind, many, gross, fee, vat, subsidy, net }) => ({
    kind,
    count: many,
    grossAmount: gross,
    feeAmount: fee,
    vatAmount: vat,
    subsidyAmount: subsidy,
    netAmount: net,
  }))
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

/** A line for files; amounts in cents, `day` in Madrid's time zone. */
export type FileLine = {
  id: string
  at: string
  day: string
  kind: SettledLine['kind']
  /** Null for a line without an operation, like all columns of the operation. */
  operation_id: string | null
  capture_id: string | null
  refund_id: string | null
  mid: string | null
  customer: string | null
  product: Product | null
  num_instalments: number | null
  /** The name of the operation's campaign. */
  campaign: string | null
  month_from: string | null
  /** The kind of repayment of the shop's debt, and the bank's reference. */
  repayment_of: 'debit' | 'debit_return' | 'transfer' | 'transfer_back' | null
  repayment_reference: string | null
  gross_cents: bigint
  fee_bps: number | null
  fee_fixed_cents: bigint | null
  fee_cents: bigint
  vat_bps: number | null
  vat_cents: bigint
  subsidy_cents: bigint
  net_cents: bigint
}

const batchRows = 500

/** All lines of a settlement, oldest first, in batches. Each batch is a separate read, so that a slow reader holds no connection. */
export async function* readLines(database: Database, scope: Scope, settlementId: string): AsyncGenerator<FileLine[]> {
  let last: FileLine | undefined
  do {
    const after = last ? sql`(l.occurred_at, l.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql`true`
    const rows = await database.read(scope, (db) =>
      db.rows<FileLine>(sql`select l.id, l.occurred_at::text as at, (l.occurred_at at time zone 'Europe/Madrid')::date as day, l.kind, l.operation_id, l.capture_id, l.refund_id,
          o.mid, case when o.id is not null then ${customerNameInFiles()} end as customer, o.product, o.num_instalments, c.name as campaign, l.month_from, l.repayment_of, l.repayment_reference, l.gross_cents, o.fee_bps, o.fee_fixed_cents, l.fee_cents, coalesce(o.vat_bps, l.vat_bps) as vat_bps,
          l.vat_cents, l.subsidy_cents, l.net_cents
        from (select * from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id = ${settlementId} and ${after}
            order by l.occurred_at, l.id limit ${batchRows}) l
          left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id
          left join campaigns c on ${inScope(scope, 'c')} and c.id = o.campaign_id
        order by l.occurred_at, l.id`),
    )
    last = rows.length === batchRows ? rows.at(-1) : undefined
    await setImmediate()
    if (rows.length > 0) yield rows
  } while (last)
}
