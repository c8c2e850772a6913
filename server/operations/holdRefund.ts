import { randomUUID } from 'node:crypto'
import { formatDate } from '#domain/dates'
import { canRefund, type Permission } from '#domain/lifecycle'
import { cents, formatEuros, type Cents } from '#domain/money'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import type { House } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { addEvent } from '../operation/addEvent.ts'
import { completeRefund } from '../operation/completeRefund.ts'
import { readStanding, type Standing } from '../operation/standing.ts'
import { captureParts, type CapturePart } from './captureParts.ts'
import { assertWithin, chargeDay, readLimits, unlimited } from './refundLimits.ts'

export type RefundRequest = {
  operationId: string
  kind: 'refund' | 'cancel'
  amountCents: Cents
  /** What the user saw as left; another figure is refused as stale. */
  expectedRemainingCents: number | undefined
  reason: string | null
  comment: string | null
  merchantReference: string | null
  /** The capture that it is taken from; without one, from the oldest on. */
  captureId?: string | undefined
  /** The books, when the caller has locked the operation and read them. */
  known?: Standing
  /** Who gives it back; null: a key of the shop, which has no limits of a person. */
  userId: string | null
  /** Whose limits it must be within and whose day it counts in; without one, who gives it back. */
  chargedTo?: string
  house: House
  now: Date
}

/** The refusal for a rule of the domain that says no. */
export function refusedBy(
  type: 'RefundNotAllowed' | 'CancelNotAllowed' | 'CaptureNotAllowed' | 'ConfirmNotAllowed',
  permission: Permission,
): Refusal {
  return permission.allowed
    ? new Refusal(type)
    : new Refusal(type, { why: permission.why, ...(permission.on && { values: { date: formatDate(permission.on) } }) })
}

/**
 * Takes an amount out of what can be refunded and holds it for the time to undo it; without such a time it goes out at once. Returns the
 * refund's id. One guarded update is the lock: of requests that race, only as many pass as there is money captured (specification §8). Beyond the
 * person's own limits it refuses with PermissionDenied (domain model §10).
 */
export async function holdRefund(db: Connection, scope: Scope, request: RefundRequest): Promise<string> {
  const { operationId, kind, amountCents, expectedRemainingCents, captureId, known, house, now } = request
  const chargedTo = request.chargedTo ?? request.userId
  // In one round trip: what is read behind the guarded update is read under its lock.
  const [taken, standing, limits] = await Promise.all([
    db.first<{ remaining: bigint }>(sql`update operations o
      set refunded_cents = o.refunded_cents + ${amountCents}::bigint, held_cents = o.held_cents + ${amountCents}::bigint
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}
        and o.refunded_cents + ${amountCents}::bigint <= o.captured_cents and o.substatus in ('payment_process', 'payment_completed')
      returning o.captured_cents - o.refunded_cents + ${amountCents}::bigint as remaining`),
    known ? withTaken(known, amountCents) : readStanding(db, scope, operationId, false),
    chargedTo === null ? unlimited : readLimits(db, scope.mode, chargedTo, now),
  ])
  assertWithin(limits, amountCents)
  if (!taken) throw whyNot(known ?? standing, request)
  const permission = canRefund(withTaken(standing, cents(-amountCents)).facts, now)
  if (!permission.allowed) throw refusedBy(kind === 'cancel' ? 'CancelNotAllowed' : 'RefundNotAllowed', permission)
  if (expectedRemainingCents !== undefined && BigInt(expectedRemainingCents) !== taken.remaining) throw stale(cents(taken.remaining))
  if (chargedTo !== null) await chargeDay(db, scope, { userId: chargedTo, dayLimit: limits.dayLimit, amountCents, now })
  const parts = captureParts(standing.captures, amountCents, captureId)
  const refundId = randomUUID()
  // A shop's program counts on its answer: what it gives back goes out at once, and nobody undoes it (our choice).
  const holdMs = request.userId === null ? 0 : house.config.refundHoldSeconds * 1000
  writeHeld(db, scope, { ...request, chargedTo }, { refundId, releaseAt: new Date(now.getTime() + holdMs), queued: holdMs > 0 })
  takeFromCaptures(db, scope, refundId, parts)
  if (holdMs === 0) {
    await completeRefund(db, scope, {
      standing: { ...standing, cancelled: standing.cancelled || kind === 'cancel' },
      refundId,
      atOnce: true,
      now,
      refund: { kind, amountCents, createdBy: request.userId },
    })
  } else {
    const event = kind === 'cancel' ? 'cancellation_held' : 'refund_held'
    await addEvent(db, scope, {
      operationId,
      at: now,
      event,
      actor: 'merchant',
      userId: request.userId,
      before: standing.facts,
      after: standing.facts,
      amountCents,
    })
  }
  return refundId
}

/** The books with another amount taken and held; a negative one is given back. */
const withTaken = (standing: Standing, amountCents: Cents): Standing => ({
  ...standing,
  facts: { ...standing.facts, refundedCents: cents(standing.facts.refundedCents + amountCents) },
  heldCents: cents(standing.heldCents + amountCents),
})

const stale = (remaining: Cents) => new Refusal('StaleAmount', { values: { remaining: formatEuros(remaining) } })

/** Nothing was taken: the most telling reason, in the order in which the user can do something about it. */
function whyNot({ facts }: Standing, request: RefundRequest): Refusal {
  const permission = canRefund(facts, request.now)
  const type = request.kind === 'cancel' ? 'CancelNotAllowed' : 'RefundNotAllowed'
  const remaining = cents(Math.max(facts.capturedCents - facts.refundedCents, 0))
  if (!permission.allowed && permission.why !== 'nothing_left') return refusedBy(type, permission)
  if (request.expectedRemainingCents !== undefined && request.expectedRemainingCents !== remaining) return stale(remaining)
  if (!permission.allowed) return refusedBy(type, permission)
  return new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remaining) } })
}

function writeHeld(
  db: Connection,
  scope: Scope,
  request: Omit<RefundRequest, 'chargedTo'> & { chargedTo: string | null },
  { refundId, releaseAt, queued }: { refundId: string; releaseAt: Date; queued: boolean },
): void {
  db.send(sql`insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, release_at, reason, comment, merchant_reference, created_at, created_by, charged_to)
    values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${request.operationId}, ${request.kind}, ${request.amountCents}, 'held', ${releaseAt}, ${request.reason},
      ${request.comment}, ${request.merchantReference}, ${request.now}, ${request.userId}, ${request.chargedTo})`)
  if (queued)
    db.send(
      sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at) values (${scope.merchantId}, ${scope.mode}, ${refundId}, 'refund_release', ${releaseAt})`,
    )
}

function takeFromCaptures(db: Connection, scope: Scope, refundId: string, parts: readonly CapturePart[]): void {
  db.send(sql`with part as (select * from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ partCents }) => partCents)}::bigint[]) p (id, amount)),
    taken as (update captures c set refunded_cents = c.refunded_cents + p.amount from part p where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = p.id)
    insert into refund_captures (merchant_id, mode, refund_id, capture_id, amount_cents) select ${scope.merchantId}, ${scope.mode}, ${refundId}, p.id, p.amount from part p`)
}
