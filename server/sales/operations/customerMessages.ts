import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { Role } from '#domain/access/roles'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, named, sql } from '../../platform/database/sql.ts'
import { deliveryProblem, deliveryState } from '../lifecycle/deliveryState.ts'
import { queueRefundMessage } from '../lifecycle/refundMessage.ts'
import { sentTo } from '../lifecycle/sentTo.ts'

/** How often a receipt may be sent, and the minimum time between two (as for links). */
const maxReceipts = 5
const receiptRestMs = 60_000
const maxShown = 100

type Customer = { phone: string | null; email: string }
type Row = Omit<CustomerMessage, 'at'> & { created_at: Date }
const columns = sql`d.id, d.purpose, d.channel, d.recipient as "to", ${deliveryState} as state, ${deliveryProblem} as problem, d.created_at`

const messageOf = ({ id, created_at: at, ...row }: Row, customer: Customer, role: Role): CustomerMessage => ({
  ...row,
  id: hexOf(id),
  to: sentTo(customer, row, role),
  at: at.toISOString(),
})

/** The messages sent to an operation's customer: links, codes and results of its checkout, refund receipts, and those about what the customer is owed. */
export const customerMessageList: Handler<'customerMessageList'> = async ({ db, scope, params, caller }) => {
  const operationId = idFrom(params.operationId)
  const ofThis = (alias: string) => sql`${inScope(scope, alias)} and ${named(alias)}.operation_id = ${operationId}`
  const [customer, rows] = await Promise.all([
    customerOf(db, scope, params.operationId),
    db.rows<Row>(sql`select ${columns} from deliveries d where ${inScope(scope, 'd')}
        and d.checkout_id = any(array(select c.id from checkouts c where ${ofThis('c')}))
      union all select ${columns} from deliveries d where ${inScope(scope, 'd')} and d.purpose = 'refund'
        and d.id = any(array(select r.id from refunds r where ${ofThis('r')}))
      union all select ${columns} from deliveries d where ${inScope(scope, 'd')} and d.credit_id = any(array(select k.id from customer_credits k where ${ofThis('k')}))
      order by created_at desc, id desc limit ${maxShown}`),
  ])
  return rows.map((row) => messageOf(row, customer, caller.role))
}

/** Refuses with ObjectNotFoundException when the operation is not of this shop and mode. */
async function customerOf(db: Connection, scope: Scope, operationHex: string): Promise<Customer> {
  const operationId = idFrom(operationHex)
  const known = await db.first<Customer>(
    sql`select o.phone, o.email from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`,
  )
  if (!known) throw notFound(operationHex)
  return known
}

/**
 * Resends a refund's message to the customer. Refuses with ResendNotAllowed while the refund has not gone out or there is no address, and with
 * TooManyRequests after five times or within a minute.
 */
export const refundReceiptSend: Handler<'refundReceiptSend'> = async ({ db, scope, params, caller, now, audit }) => {
  const operationId = idFrom(params.operationId)
  const refundId = idFrom(params.refundId)
  const thisDelivery = sql`${inScope(scope, 'd')} and d.id = ${refundId}`
  const customer = await customerOf(db, scope, params.operationId)
  const refund = await db.first<{ state: string }>(
    sql`select d.state from refunds d where ${thisDelivery} and d.operation_id = ${operationId} for update`,
  )
  if (!refund) throw notFound(params.refundId)
  if (refund.state !== 'completed') throw new Refusal('ResendNotAllowed', { why: 'receipt' })
  const before = await db.first<{ created_at: Date; generation: number }>(
    sql`select d.created_at, d.generation from deliveries d where ${thisDelivery} for update`,
  )
  if (before && before.generation >= maxReceipts) throw new Refusal('TooManyRequests', { why: 'receipts', retryAfterSeconds: 86_400 })
  const restMs = before ? before.created_at.getTime() + receiptRestMs - now.getTime() : 0
  if (restMs > 0) throw new Refusal('TooManyRequests', { why: 'resend', retryAfterSeconds: Math.ceil(restMs / 1_000) })
  if (!(await queueRefundMessage(db, scope, { operationId, refundId, now }))) throw new Refusal('ResendNotAllowed', { why: 'receipt' })
  const row = await db.first<Row>(sql`select ${columns} from deliveries d where ${thisDelivery}`)
  if (!row) throw new Error(`the message just queued for refund ${refundId} is missing`)
  audit({ entity: 'operation', entityId: operationId, after: { refund: params.refundId, receipt: (before?.generation ?? 0) + 1 } })
  return messageOf(row, customer, caller.role)
}
