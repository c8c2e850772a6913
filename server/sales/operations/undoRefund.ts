import { sql } from '../../platform/database/sql.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { addEvent } from '../operation/addEvent.ts'
import { operationIdOf, operationText } from './operationText.ts'
import { dischargeDay } from './refundLimits.ts'
import { readStanding } from '../operation/standing.ts'

/**
 * Takes a held refund back while it can be: its amount can be refunded again. The operation's row is locked first, as when refunds go out,
 * so that of the two exactly one happens. While a cancellation is held, the refunds before it cannot be undone: it counts on them.
 */
export const operationRefundUndo: Handler<'operationRefundUndo'> = async ({ params, db, scope, caller, now, audit }) => {
  const operationId = operationIdOf(params.operationId)
  const refundId = uuidOf(params.refundId)
  const standing = await readStanding(db, scope, operationId, true)
  const known =
    refundId !== undefined &&
    (await db.first<{ kind: 'refund' | 'cancel' }>(sql`select r.kind from refunds r
    where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = ${refundId} and r.operation_id = ${operationId}`))
  if (!known) throw notFound(params.refundId)
  if (known.kind === 'refund' && standing.held.some(({ kind }) => kind === 'cancel')) throw new Refusal('UndoNotAllowed')
  const undone = await db.first<{ amount_cents: bigint }>(sql`update refunds r set state = 'undone', completed_at = null
    where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.id = ${refundId} and r.state = 'held' and r.release_at > ${now} returning r.amount_cents`)
  if (!undone) throw new Refusal('UndoNotAllowed')
  db.send(sql`with queued as (delete from deadlines d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.object_id = ${refundId} and d.kind = 'refund_release'),
    back as (update captures c set refunded_cents = c.refunded_cents - p.amount_cents from refund_captures p
      where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.refund_id = ${refundId} and c.merchant_id = p.merchant_id and c.mode = p.mode and c.id = p.capture_id)
    update operations o set refunded_cents = o.refunded_cents - ${undone.amount_cents}, held_cents = o.held_cents - ${undone.amount_cents}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`)
  dischargeDay(db, scope, refundId)
  await addEvent(db, scope, {
    operationId,
    at: now,
    event: known.kind === 'cancel' ? 'cancellation_undone' : 'refund_undone',
    actor: 'merchant',
    userId: caller.userId,
    before: standing.facts,
    after: standing.facts,
    amountCents: Number(undone.amount_cents),
  })
  audit({
    entity: 'operation',
    entityId: operationId,
    before: { refundedCents: standing.facts.refundedCents },
    after: { refundedCents: standing.facts.refundedCents - Number(undone.amount_cents), refund: params.refundId, state: 'undone' },
  })
  return rawJson(await operationText(db, scope, params.operationId))
}
