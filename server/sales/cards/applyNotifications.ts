import { bookRefundNews } from '../../money/credits/payCredits.ts'
import { syncDispute } from '../../money/disputes/syncDispute.ts'
import type { CardEvent, SavedCard } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import { otherPartner } from './notifiedPartners.ts'
import { resolveCards } from './resolveCards.ts'

const batchSize = 50
/** Notifications read at once. */
const maxConcurrent = 8
/** After a crash another process takes it when this is over; longer than one reading. */
const leaseMs = 120_000
/** Before each further attempt; then it is given up. The clock asks about unanswered payments anyway. */
const retryMs = [2_000, 10_000, 60_000, 600_000, 3_600_000]

/** When the next notification is to be read. */
export const nextNotification = (): Sql => sql`select min(n.due_at) from partner_notifications n`

type Due = { provider: string; id: string; type: string; object_id: string; attempts: number }

/** Reads what the partners notified us of, and does what follows. Returns how many were taken. */
export async function applyNotifications(services: Services): Promise<number> {
  const due = await services.database.write(null, (db) =>
    db.rows<Due>(sql`update partner_notifications n set attempts = n.attempts + 1, due_at = ${new Date(services.now().getTime() + leaseMs)}
      where (n.provider, n.id) in (select d.provider, d.id from partner_notifications d where d.due_at <= ${services.now()}
        order by d.due_at limit ${batchSize} for update skip locked)
      returning n.provider, n.id, n.type, n.object_id, n.attempts`),
  )
  const waiting = [...due]
  const line = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await applyOne(services, one)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, due.length) }, line))
  return due.length
}

async function applyOne(services: Services, due: Due): Promise<void> {
  const { provider, id, type, object_id: objectId, attempts } = due
  let problem: string | null = null
  let dueAt: Date | null = null
  try {
    const other = otherPartner(services, provider)
    if (other) await other.apply({ id, type, objectId })
    const event = other ? null : await services.payments.cards.readNotification({ id, type, objectId })
    if (event) await follow(services, event)
  } catch (error) {
    const waitMs = retryMs[attempts - 1]
    problem = error instanceof Error ? error.name : 'unknown'
    if (waitMs !== undefined) dueAt = new Date(services.now().getTime() + waitMs)
    services.log(
      dueAt ? 'warn' : 'error',
      dueAt ? 'card_notification_failed' : 'card_notification_given_up',
      { provider, id, type, attempts },
      error,
    )
  }
  await services.database.write(null, (db) =>
    db.run(sql`update partner_notifications n set due_at = ${dueAt}, problem = ${problem} where n.provider = ${provider} and n.id = ${id}`),
  )
}

async function follow(services: Services, event: CardEvent): Promise<void> {
  const { merchantId, mode, operationId } = event.place
  const scope = mintScope(merchantId, mode)
  if (event.kind === 'payment') await resolveCards(services, scope, [operationId])
  if (event.kind === 'refund') await bookRefundNews(services, event)
  if (event.kind === 'dispute') await syncDispute(services, event.reference, mode)
  if (event.kind === 'card') await updateCard(services, scope, operationId, event.card)
  services.changes.publish(shopTopic(scope))
}

/** The bank renewed the card: the same token, other figures on it. What was refused may be charged again. */
const updateCard = (
  { database }: Services,
  scope: Scope,
  operationId: string,
  { token, brand, last4, expiresOn }: SavedCard,
): Promise<number> =>
  database.write(scope, (db) =>
    db.run(sql`update payment_methods p set brand = ${brand}, last4 = ${last4}, expires_on = ${expiresOn}, refused_at = null
      where ${inScope(scope, 'p')} and p.operation_id = ${operationId} and p.token = ${token}`),
  )
