import type { StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import { tillOrderOf } from '#domain/sales/shopsApi/shopOrder'
import { sql } from '../../platform/database/sql.ts'
import { rawJson } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

type Row = {
  mid: string | null
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  total_cents: bigint
  confirmed_at: Date | null
  created_at: Date
}

/** The state of an order, in the seven fields that a till receives. */
export const checkoutStatus: ShopHandler<'checkoutStatus'> = async ({ db, scope, params }) => {
  const id = uuidOf(params.id)
  const row =
    id === undefined
      ? undefined
      : await db.first<Row>(sql`select o.mid, o.substatus, o.status_reason, o.suspension_reason, o.total_cents, o.confirmed_at, o.created_at
          from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${id}`)
  if (!row || id === undefined) throw new Refusal('ObjectNotFoundException', { fields: { order__id: params.id } })
  const facts = {
    id: hexOf(id),
    mid: row.mid,
    sandbox: scope.mode === 'sandbox',
    substatus: row.substatus,
    statusReason: row.status_reason,
    suspensionReason: row.suspension_reason,
    totalCents: Number(row.total_cents),
    confirmedAt: row.confirmed_at,
    createdAt: row.created_at,
  }
  // Anything else to identify an order by is not among the seven.
  const untold = { taxRate: 0, discountCents: 0, discountRate: 0, verifiedAt: null, expiresAt: null, endedAt: null }
  return rawJson(JSON.stringify(tillOrderOf({ ...facts, ...untold })))
}
