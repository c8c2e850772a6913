import { maskEmail } from '#domain/platform/identifiers'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { insertIntoOutbox } from '../../platform/outbox/enqueue.ts'

type RefundMessageInput = { refundId: string; customerEmail: string; now: Date }

/**
 * Named queries that record and queue the message that tells the customer of a refund that goes out. It is sent afterwards, so that a failing mail server
 * never rolls back a refund. None when the customer has no e-mail address. In sandbox it is recorded as not sent. Called again for the same refund, they send
 * the message again, in the next `generation`.
 */
export function refundMessageQueries(scope: Scope, { refundId, customerEmail, now }: RefundMessageInput): Sql[] {
  if (customerEmail === '') return []
  const sandbox = scope.mode === 'sandbox'
  const initialState = sql`${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${now}, ${sandbox ? now : null}::timestamptz`
  const delivery = sql`insert into deliveries as d (merchant_id, mode, id, channel, purpose, recipient, generation, state, problem, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${refundId}, 'email', 'refund', ${maskEmail(customerEmail)}, 1, ${initialState})
    on conflict (merchant_id, mode, id) do update set recipient = excluded.recipient, generation = d.generation + 1, state = excluded.state,
      problem = excluded.problem, created_at = excluded.created_at, done_at = excluded.done_at`
  const message = { subject: refundId, payload: { deliveryId: refundId }, about: scope, at: now }
  return [sql`delivery as (${delivery})`, ...(sandbox ? [] : [sql`message as (${insertIntoOutbox('refund_message', message)})`])]
}

type Refunded = { operationId: string; refundId: string; now: Date }

/** Resends the message of a refund that has gone out. */
export async function queueRefundMessage(db: Connection, scope: Scope, { operationId, refundId, now }: Refunded): Promise<boolean> {
  const customer = await db.first<{ email: string }>(
    sql`select o.email from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`,
  )
  const queries = refundMessageQueries(scope, { refundId, customerEmail: customer?.email ?? '', now })
  if (queries.length === 0) return false
  db.send(sql`with ${joinSql(queries)} select`)
  return true
}
