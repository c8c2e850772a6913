import { canRefund, remainingCents } from '#domain/sales/operations/lifecycle'
import { type Cents, formatEuros, sum } from '#domain/platform/money'
import type { Caller, KeyCaller } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { refundLookupQuery } from '../lifecycle/operationLookups.ts'
import { refundNotedQuery } from '../../platform/events/noteChange.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { completeRefund, type NewRefund } from '../lifecycle/completeRefund.ts'
import { instalmentUnderCollection } from '../lifecycle/collection.ts'
import { lockBooks, type OperationBooks } from '../lifecycle/books.ts'
import { captureParts, takenQueries } from './captureParts.ts'
import { refusalFor } from './refusalFor.ts'
import { assertWithin, chargeDay, readKeyLimits, readLimits, spendingQueries } from './refundLimits.ts'

type RefundRequest = Omit<NewRefund, 'createdBy' | 'chargedTo'> & {
  operationId: string
  /** The remaining amount that the user saw; a different one is refused as stale. */
  expectedRemainingCents: number | undefined
  /** The capture to refund; without one, from the oldest on. */
  captureId?: string | undefined
  /** The books, when the caller has already locked the operation and read them. */
  known?: OperationBooks
  /** The user who makes the refund; null: an API key of the shop does. */
  userId: string | null
  /** The user whose limits apply and whose day it counts against; by default, the user who makes it. */
  chargedTo?: string
  /** How long it can be undone; 0: it goes out immediately, or as soon as a pending card charge has been answered. */
  undoSeconds: number
  now: Date
}

/** Who makes a refund: a person, or an API key of the shop. */
export const initiatorOf = (caller: Caller | KeyCaller): Pick<RefundRequest, 'userId' | 'keyId' | 'undoSeconds'> => ({
  userId: caller.userId,
  keyId: caller.userId === null ? caller.keyId : null,
  undoSeconds: caller.undoSeconds,
})

/**
 * Reserves an amount of what can be refunded and holds it for the undo period; without such a period it goes out immediately, unless an instalment is being
 * collected: then it waits for the card's answer, like a refund whose undo period is over. Returns the refund's id. The operation is locked before its books
 * are read: of concurrent requests, only as many succeed as captured money allows. Beyond the limits of the person or the key it refuses with
 * PermissionDenied (docs/domain.md#roles-and-rights); once the company's relationship has ended, with AccountDisabled.
 */
export async function holdRefund(db: Connection, scope: Scope, request: RefundRequest): Promise<string> {
  const { operationId, kind, amountCents, expectedRemainingCents, captureId, keyId, known, now } = request
  const chargedTo = request.chargedTo ?? request.userId
  // In one round trip.
  const [account, before, limits] = await Promise.all([
    db.first<{ ended: boolean }>(sql`select a.relation_ended_on is not null as ended from accounts a join merchants m on m.account_id = a.id
      where m.id = ${scope.merchantId} for share of a`),
    known ?? lockBooks(db, scope, operationId),
    chargedTo === null ? readKeyLimits(db, scope, keyId, now) : readLimits(db, scope, chargedTo, now),
  ])
  if (account?.ended !== false) throw new Refusal('AccountDisabled', { why: 'ended' })
  assertWithin(limits, amountCents, chargedTo === null ? 'key' : 'person')
  const remaining = remainingCents(before.facts)
  if (amountCents > remaining || !canRefund(before.facts, now).allowed) throw whyNot(before, request)
  if (expectedRemainingCents !== undefined && expectedRemainingCents !== remaining) throw stale(remaining)
  const parts = captureParts(before.captures, amountCents, captureId)
  const refundId = newId(now)
  const spending = chargedTo === null ? null : { userId: chargedTo, refundId, dayLimit: limits.dayLimit, amountCents, now }
  const further = [...takenQueries(scope, refundId, parts), ...(spending === null ? [] : spendingQueries(scope, spending))]
  const written = { refundId, fresh: { ...request, createdBy: request.userId, chargedTo }, now, with: further }
  if (request.undoSeconds > 0 || instalmentUnderCollection(before, now) !== undefined) {
    writeHeld(db, scope, { ...written, before, releaseAt: new Date(now.getTime() + request.undoSeconds * 1000) })
  } else {
    const books = { ...withHeld(before, amountCents), cancelled: before.cancelled || kind === 'cancel' }
    await completeRefund(db, scope, { ...written, books, immediate: true })
  }
  if (spending !== null) await chargeDay(db, scope, spending)
  return refundId
}

/** The books with another amount held. */
const withHeld = (books: OperationBooks, amountCents: Cents): OperationBooks => ({
  ...books,
  facts: { ...books.facts, refundedCents: sum(books.facts.refundedCents, amountCents) },
  heldCents: sum(books.heldCents, amountCents),
})

const stale = (remaining: Cents) => new Refusal('StaleAmount', { values: { remaining: formatEuros(remaining) } })

/** Why nothing can be refunded: the most specific reason, in the order in which the user can act on them. */
function whyNot({ facts }: OperationBooks, request: RefundRequest): Refusal {
  const permission = canRefund(facts, request.now)
  const type = request.kind === 'cancel' ? 'CancelNotAllowed' : 'RefundNotAllowed'
  const remaining = remainingCents(facts)
  if (!permission.allowed && permission.why !== 'nothing_left') return refusalFor(type, permission)
  if (request.expectedRemainingCents !== undefined && request.expectedRemainingCents !== remaining) return stale(remaining)
  if (!permission.allowed) return refusalFor(type, permission)
  return new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remaining) } })
}

type Held = { refundId: string; fresh: NewRefund; before: OperationBooks; releaseAt: Date; now: Date; with: readonly Sql[] }

/** Writes the refund, its effect on the operation, its release time and its history event. */
function writeHeld(db: Connection, scope: Scope, { refundId, fresh, before, releaseAt, now, with: further }: Held): void {
  const { kind, amountCents, createdBy } = fresh
  const event = kind === 'cancel' ? 'cancellation_held' : 'refund_held'
  const change = {
    operationId: before.id,
    event,
    actor: 'merchant' as const,
    userId: createdBy,
    before: before.facts,
    after: before.facts,
    amountCents,
  }
  changeOperation(db, scope, now, change, {
    with: sql`refund as (
      insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, release_at, reason, comment, merchant_reference, created_at, created_by, charged_to, key_id)
      values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${before.id}, ${kind}, ${amountCents}, 'held', ${releaseAt}, ${fresh.reason},
        ${fresh.comment}, ${fresh.merchantReference}, ${now}, ${createdBy}, ${fresh.chargedTo}, ${fresh.keyId})
    ), deadline as (
      insert into deadlines (merchant_id, mode, object_id, kind, due_at) values (${scope.merchantId}, ${scope.mode}, ${refundId}, 'refund_release', ${releaseAt})
    ), ${joinSql([refundNotedQuery(scope, refundId), refundLookupQuery(scope, refundId, before.id), ...further])}`,
    add: { refundedCents: amountCents, heldCents: amountCents },
  })
}
