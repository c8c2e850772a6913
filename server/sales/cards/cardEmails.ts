import { madridDay } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import type { AnsweredCharge } from './openCharges.ts'

type Target = { checkout_id: string; email: string; generation: number }

/**
 * After a declined instalment that only the customer can help: a link by e-mail, to the page where they authenticate it or give another card. A card that its
 * bank does not want to see again is not charged any more. Nothing when the customer is there, or when another day may help.
 */
export async function askCustomerToPay(services: Services, db: Connection, scope: Scope, charge: AnsweredCharge): Promise<void> {
  const { operationId, method, answer, returnUrl } = charge
  if (answer.state !== 'declined') return
  const needsOtherCard = answer.retry !== 'later'
  if (needsOtherCard)
    db.send(
      sql`update payment_methods p set refused_at = ${services.now()} where ${inScope(scope, 'p')} and p.operation_id = ${operationId} and p.token = ${method.token}`,
    )
  if (returnUrl !== null || !(needsOtherCard || answer.code === 'authentication_required')) return
  const purpose = needsOtherCard ? 'other_card' : 'authenticate'
  await queueCardEmail(services, db, scope, { operationId, purpose })
}

/** After an early repayment: what was paid, what is left, and the contract. */
export const notifyRepaidEarly = (
  services: Services,
  db: Connection,
  scope: Scope,
  { operationId, number }: { operationId: string; number: number },
): Promise<void> => queueCardEmail(services, db, scope, { operationId, purpose: 'early', number })

/** After an instalment was paid by card: customers whose card, valid today, expires before the next one is due are asked for another. */
export async function notifyExpiringCards(
  services: Services,
  db: Connection,
  scope: Scope,
  operationIds: readonly string[],
): Promise<void> {
  const rows = await db.rows<{ operation_id: string }>(sql`select p.operation_id from payment_methods p
    join operations o on o.merchant_id = p.merchant_id and o.mode = p.mode and o.id = p.operation_id
    where ${inScope(scope, 'p')} and p.operation_id = any(${operationIds}::uuid[]) and p.expires_on >= ${madridDay(services.now())}::date and p.expires_on < o.next_due_on`)
  for (const { operation_id: operationId } of rows) await queueCardEmail(services, db, scope, { operationId, purpose: 'card_expiring' })
}

type CardNotice = { operationId: string; purpose: 'authenticate' | 'other_card' | 'card_expiring' | 'early'; number?: number }

/** Queues an e-mail about an instalment; nothing for a customer without an address. `number`: of the instalment that was paid early. */
async function queueCardEmail(
  services: Services,
  db: Connection,
  scope: Scope,
  { operationId, purpose, number }: CardNotice,
): Promise<void> {
  const target = await db.first<Target>(sql`select c.id as checkout_id, o.email, l.generation from checkouts c
    join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id join checkout_links l on l.checkout_id = c.id
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and o.email <> ''`)
  if (!target) return
  await queueMessage(services, db, scope, {
    checkoutId: target.checkout_id,
    channel: 'email',
    purpose,
    to: target.email,
    generation: number ?? target.generation,
    now: services.now(),
  })
}
