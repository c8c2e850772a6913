import { type Cents, cents, formatEuros } from '#domain/platform/money'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { BookedCapture } from '../lifecycle/books.ts'

/** One capture's part of a refund, in cents. */
type CapturePart = { id: string; partCents: number }

/**
 * Allocates a refund to captures: all of it to the requested capture, else from the oldest on (docs/domain.md#refunds). Refuses with ObjectNotFoundException
 * for a capture of another operation and RefundAmountExceeded for one with too little left.
 */
export function captureParts(captures: readonly BookedCapture[], amountCents: Cents, captureId: string | undefined): CapturePart[] {
  const chosen = captureId === undefined ? captures : captures.filter(({ id }) => id === captureId)
  if (captureId !== undefined && chosen.length === 0) throw notFound(hexOf(captureId))
  let left: number = amountCents
  const parts = chosen
    .map((capture) => {
      const partCents = Math.min(left, capture.amountCents - capture.refundedCents)
      left -= partCents
      return { id: capture.id, partCents }
    })
    .filter(({ partCents }) => partCents > 0)
  if (left === 0) return parts
  if (captureId === undefined) throw new Error(`the captures do not cover the refund of ${amountCents} cents`)
  throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(cents(amountCents - left)) } })
}

/** Named queries that take the refund's parts from the captures. */
export const takenQueries = (scope: Scope, refundId: string, parts: readonly CapturePart[]): Sql[] => [
  sql`part as (select * from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ partCents }) => partCents)}::bigint[]) p (id, amount))`,
  sql`taken as (update captures c set refunded_cents = c.refunded_cents + p.amount from part p where ${inScope(scope, 'c')} and c.id = p.id)`,
  sql`taken_part as (insert into refund_captures (merchant_id, mode, refund_id, capture_id, amount_cents)
    select ${scope.merchantId}, ${scope.mode}, ${refundId}, p.id, p.amount from part p)`,
]
