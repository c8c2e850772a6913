import { may } from '#contract/permissions'
import type { RefundRequest } from '#contract/sales/refundRequests'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { RefundLimits } from './refundLimits.ts'

/** A request for approval as stored. */
export type StoredRequest = {
  id: string
  operation_id: string
  amount_cents: bigint
  reason: RefundRequest['reason']
  comment: string | null
  merchant_reference: string | null
  capture_id: string | null
  state: Exclude<RefundRequest['state'], 'lapsed'>
  asked_by: string
  asker: string
  asked_at: Date
  expires_at: Date
  decider: string | null
  decided_at: Date | null
}

const nameOf = (id: Sql): Sql => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${id})`

/** The requests of an operation, the newest first. */
export function readRequests(db: Connection, { merchantId, mode }: Scope, operationId: string): Promise<StoredRequest[]> {
  return db.rows<StoredRequest>(sql`select r.id, r.operation_id, r.amount_cents, r.reason, r.comment, r.merchant_reference, r.capture_id, r.state, r.asked_by,
      ${nameOf(sql`r.asked_by`)} as asker, r.asked_at, r.expires_at, ${nameOf(sql`r.decided_by`)} as decider, r.decided_at
    from refund_requests r where r.merchant_id = ${merchantId} and r.mode = ${mode} and r.operation_id = ${operationId} order by r.asked_at desc, r.id limit 50`)
}

/** By the clock: a pending one that nobody answered in time has lapsed. */
export const stateOf = (
  { state, expires_at: expiresAt }: Pick<StoredRequest, 'state' | 'expires_at'>,
  now: Date,
): RefundRequest['state'] => (state === 'pending' && expiresAt <= now ? 'lapsed' : state)

/** A request as the contract shows it to somebody, who knows their own limits. */
export function requestOf(row: StoredRequest, caller: Caller, { perRefund, dayLeft }: RefundLimits, now: Date): RefundRequest {
  const amount = Number(row.amount_cents)
  const state = stateOf(row, now)
  const within = (perRefund === null || amount <= perRefund) && (dayLeft === null || amount <= dayLeft)
  return {
    id: hexOf(row.id),
    operationId: hexOf(row.operation_id),
    amount,
    reason: row.reason,
    comment: row.comment,
    merchantReference: row.merchant_reference,
    captureId: row.capture_id && hexOf(row.capture_id),
    state,
    askedBy: { id: hexOf(row.asked_by), name: row.asker },
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    approvable:
      state === 'pending' &&
      row.asked_by !== caller.userId &&
      within &&
      may(caller.role, 'refundRequestApprove') &&
      !caller.withheld.has('operationRefund'),
  }
}
