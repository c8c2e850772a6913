import type { Channel, OperationState, StatusReason, Substatus, SuspensionReason } from '#domain/sales/operations/lifecycle'
import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { approveSale, type SignedSale } from './approveSale.ts'
import { scheduleCardCheck, customerMs } from './cardDeadline.ts'
import { collectInstalments } from './collectInstalments.ts'
import { openCharges } from './openCharges.ts'
import { askCharges, settleCharges } from './settleCharges.ts'

type Waiting = { id: string; operation_id: string; instalment: number | null; created_at: Date; provider_reference: string | null }

/**
 * Asks the card provider about holds and charges that waited for it or for their customer, and does what follows. Idempotent: every state is read again
 * under the operation's lock. Called by the clock and after notifications.
 */
export async function resolveCards(services: Services, scope: Scope, operationIds: readonly string[]): Promise<string[]> {
  const waiting = await services.database.read(scope, (db) =>
    db.rows<Waiting>(sql`select c.id, c.operation_id, c.instalment, c.created_at, c.provider_reference from charges c
      where ${inScope(scope, 'c')} and c.operation_id = any(${[...operationIds]}::uuid[]) and c.waits_for is not null`),
  )
  for (const one of waiting) if (one.instalment === null) await resolveHold(services, scope, one)
  const chargedIds = waiting.filter(({ instalment }) => instalment !== null).map(({ operation_id: id }) => id)
  if (chargedIds.length > 0) await resolveCharges(services, scope, chargedIds)
  return [...operationIds]
}

async function resolveCharges(services: Services, scope: Scope, operationIds: readonly string[]): Promise<void> {
  const { charges } = await services.database.write(scope, (db) => openCharges(db, scope, { operationIds, now: services.now() }))
  const { answered, failure } = await askCharges(services, scope, charges)
  const { givenBack } = await settleCharges(services, scope, answered)
  if (failure !== undefined) throw failure
  if (givenBack.length > 0) await collectInstalments(services, scope, givenBack)
}

async function resolveHold(services: Services, scope: Scope, hold: Waiting): Promise<void> {
  const answer = await askAboutHold(services, scope, hold)
  await services.database.write(scope, (db) => settleHold(services, db, scope, hold, answer))
}

/** A customer who did not come back in time has not paid. */
async function askAboutHold({ payments: { cards }, now }: Services, scope: Scope, hold: Waiting): Promise<CardAnswer | null> {
  const payment = { id: hold.id, place: { ...scope, operationId: hold.operation_id }, reference: hold.provider_reference }
  const answer = await cards.find(payment)
  const isAbandoned = now().getTime() - hold.created_at.getTime() >= customerMs
  return answer?.state === 'needs_action' && isAbandoned ? cards.cancel({ ...payment, reference: answer.reference }) : answer
}

/** What a hold's answer means for its sale: approved, no card, or a hold in vain that is released. */
async function settleHold(services: Services, db: Connection, scope: Scope, hold: Waiting, answer: CardAnswer | null): Promise<void> {
  const now = services.now()
  const sale = await lockSale(db, scope, hold.operation_id)
  const open = await db.first(
    sql`select c.id from charges c where ${inScope(scope, 'c')} and c.id = ${hold.id} and c.state = 'authorised' for update`,
  )
  if (!sale || !open) return
  const { operationId } = sale
  if (answer === null || answer.state === 'pending' || answer.state === 'needs_action')
    return scheduleCardCheck(db, scope, {
      operationId,
      waitsFor: answer?.state === 'needs_action' ? 'customer' : 'provider',
      askedAt: hold.created_at,
      now,
    })
  if (answer.state === 'declined') return declineHold(db, scope, { operationId, holdId: hold.id, answer })
  db.send(
    sql`update charges c set provider_reference = ${answer.reference}, waits_for = null where ${inScope(scope, 'c')} and c.id = ${hold.id}`,
  )
  const isOpen = sale.substatus === 'pending_customer' && (sale.expiresAt === null || sale.expiresAt > now)
  if (isOpen) await approveSale(services, db, scope, sale, now)
  else await releaseFirstPayment(db, scope, services.payments.cards, operationId)
}

type DeclinedHold = { operationId: string; holdId: string; answer: Extract<CardAnswer, { state: 'declined' }> }

/** Removes the card and keeps everything else; another card is another attempt. The operation must be locked. */
export function declineHold(db: Connection, scope: Scope, { operationId, holdId, answer }: DeclinedHold): void {
  // A hold that was released meanwhile was on another card.
  db.send(sql`with declined as (
      update charges c set state = 'declined', provider_reference = ${answer.reference}, waits_for = null, decline_code = ${answer.code}
      where ${inScope(scope, 'c')} and c.id = ${holdId} and c.state = 'authorised' returning c.operation_id
    ) delete from payment_methods p using declined where ${inScope(scope, 'p')} and p.operation_id = declined.operation_id`)
  touchCheckout(db, scope, operationId)
}

type Row = {
  id: string
  checkout_id: string
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  channel: Channel
  expires_at: Date | null
  email: string
}

async function lockSale(db: Connection, scope: Scope, operationId: string): Promise<SignedSale | undefined> {
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = ${operationId} for update`)
  const row =
    await db.first<Row>(sql`select o.id, c.id as checkout_id, o.substatus, o.status_reason, o.suspension_reason, o.channel, o.expires_at, o.email
    from operations o join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
    where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  if (!row) return undefined
  const state: OperationState = { substatus: row.substatus, statusReason: row.status_reason, suspensionReason: row.suspension_reason }
  return { ...state, operationId: row.id, checkoutId: row.checkout_id, channel: row.channel, expiresAt: row.expires_at, email: row.email }
}
