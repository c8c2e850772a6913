import { setImmediate } from 'node:timers/promises'
import type { Product } from '#domain/sales/operations/states'
import type { SettledLine } from '#domain/money/settlement'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { customerNameInFiles } from '../../sales/operation/customerName.ts'

/** A line as files need it; amounts in cents, `day` in Madrid. */
export type FileLine = {
  id: string
  at: string
  day: string
  kind: SettledLine['kind']
  /** Null of what is of no operation, as is all that is the operation's. */
  operation_id: string | null
  capture_id: string | null
  refund_id: string | null
  mid: string | null
  customer: string | null
  product: Product | null
  num_instalments: number | null
  /** The name of the campaign by which it was sold. */
  campaign: string | null
  month_from: string | null
  /** How the shop paid of its debt, and the bank's reference. */
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

/** All lines of a settlement, oldest first, in batches; each is read on its own, so that a slow reader holds no connection. */
export async function* readLines(database: Database, scope: Scope, settlementId: string): AsyncGenerator<FileLine[]> {
  const { merchantId, mode } = scope
  let last: FileLine | undefined
  do {
    const after = last ? sql`(l.occurred_at, l.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql`true`
    const rows = await database.read(scope, (db) =>
      db.rows<FileLine>(sql`select l.id, l.occurred_at::text as at, (l.occurred_at at time zone 'Europe/Madrid')::date as day, l.kind, l.operation_id, l.capture_id, l.refund_id,
          o.mid, case when o.id is not null then ${customerNameInFiles()} end as customer, o.product, o.num_instalments, c.name as campaign, l.month_from, l.repayment_of, l.repayment_reference, l.gross_cents, o.fee_bps, o.fee_fixed_cents, l.fee_cents, coalesce(o.vat_bps, l.vat_bps) as vat_bps,
          l.vat_cents, l.subsidy_cents, l.net_cents
        from (select * from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id = ${settlementId} and ${after}
            order by l.occurred_at, l.id limit ${batchRows}) l
          left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id
          left join campaigns c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.id = o.campaign_id
        order by l.occurred_at, l.id`),
    )
    last = rows.length === batchRows ? rows.at(-1) : undefined
    await setImmediate()
    if (rows.length > 0) yield rows
  } while (last)
}
