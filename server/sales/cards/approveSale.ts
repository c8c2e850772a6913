import { cents, formatEuros } from '#domain/platform/money'
import { type Channel, nextState, type OperationState } from '#domain/sales/operations/lifecycle'
import { notify } from '../../merchants/notices/notify.ts'
import { takeFirstPayment } from '../../money/payments/firstPayment.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readBooks } from '../lifecycle/books.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { confirmOperation } from '../lifecycle/stopOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { queueMessage } from '../messages/queueMessage.ts'

/** How long the shop has to confirm an order that it did not send itself (docs/domain.md#transitions, T7). */
const confirmMs = 24 * 3_600_000

/** A sale that its customer signed, and whose first payment is held. `email`: the customer's. */
export type SignedSale = OperationState & {
  checkoutId: string
  operationId: string
  channel: Channel
  expiresAt: Date | null
  email: string
}

/** Approves a signed sale (T7), and tells its customer and the seller. The operation must be locked. */
export async function approveSale(services: Services, db: Connection, scope: Scope, sale: SignedSale, now: Date): Promise<void> {
  await approve(services, db, scope, sale, now)
  const { checkoutId, operationId, email } = sale
  await queueMessage(services, db, scope, { checkoutId, channel: 'email', purpose: 'outcome', to: email, generation: 1, now })
  await notifySeller(db, scope, checkoutId, now)
  touchCheckout(db, scope, operationId)
}

/** T7, and for an order that the shop sent itself T8 or T9 immediately. */
async function approve({ payments }: Services, db: Connection, scope: Scope, sale: SignedSale, now: Date): Promise<void> {
  const after = nextState(sale, 'credit_accepted')
  if (!after) throw new Error(`operation ${sale.operationId} cannot be approved in its state`)
  const last = now.getTime() + confirmMs
  const confirmBy = new Date(Math.min(sale.expiresAt?.getTime() ?? last, last))
  const by = { actor: 'provider' as const, userId: null, amountCents: null }
  const change = { operationId: sale.operationId, event: 'credit_accepted', ...by, before: sale, after }
  changeOperation(db, scope, now, change, { set: sql`verified_at = ${now}, confirm_by = ${confirmBy}` })
  if (sale.channel === 'online') return
  const books = await readBooks(db, scope, sale.operationId)
  await confirmOperation(db, scope, { books, by: { actor: 'system', userId: null }, now })
  const captured = await readBooks(db, scope, sale.operationId)
  if (captured.facts.capturedCents > 0) await takeFirstPayment(db, scope, payments.cards, sale.operationId)
}

/** Notifies the user who created a link that its customer has signed. A checkout created by the shop's server has no such user. */
async function notifySeller(db: Connection, scope: Scope, checkoutId: string, now: Date): Promise<void> {
  const link = await db.first<{ seller: string; operation_id: string; total_cents: bigint }>(sql`
    select c.created_by as seller, c.operation_id, o.total_cents from checkouts c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId} and c.created_by is not null`)
  if (!link) return
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: 'link_signed',
    level: 'success',
    values: [{ key: 'amount', value: formatEuros(cents(link.total_cents)) }],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(link.operation_id)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    userId: link.seller,
    now,
  })
}
