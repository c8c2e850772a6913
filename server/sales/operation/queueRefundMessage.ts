import { maskEmail } from '#domain/platform/identifiers'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

const nothing = sql``

type Noted = { refundId: string; customerEmail: string; now: Date }

/**
 * Writes down, in the caller's transaction and without waiting, what the customer is to be told of a refund that goes out, as the shop sees it. Its letter
 * is queued by the refund's own row where that was held (trigger `queue_refund_letter`); one that goes
 * out as it is made (`atOnce`) is queued here. A round of the workers sends it (`sendRefundLetters`): no mail or queue that fails takes a refund back. False
 * when the customer has no address. In sandbox it is written down as not sent.
 */
export function noteRefundMessage(db: Connection, scope: Scope, { refundId, customerEmail, now }: Noted, atOnce = false): boolean {
  if (customerEmail === '') return false
  const sandbox = scope.mode === 'sandbox'
  const standing = sql`${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${now}, ${sandbox ? now : null}::timestamptz`
  const queued = sql`with letter as (
    insert into refund_letters (merchant_id, mode, refund_id, send_at) values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${now}))`
  db.send(sql`${atOnce && !sandbox ? queued : nothing} insert into deliveries as d (merchant_id, mode, id, channel, purpose, recipient, generation, state, problem, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${refundId}, 'email', 'refund', ${maskEmail(customerEmail)}, 1, ${standing})
    on conflict (merchant_id, mode, id) do update set recipient = excluded.recipient, generation = d.generation + 1, state = excluded.state,
      problem = excluded.problem, created_at = excluded.created_at, done_at = excluded.done_at`)
  return true
}

type Refunded = { operationId: string; refundId: string; now: Date }

/** As `noteRefundLetter`, and queues it: the letter of a refund that has gone out, once more. */
export async function queueRefundMessage(db: Connection, scope: Scope, { operationId, refundId, now }: Refunded): Promise<boolean> {
  const customer = await db.first<{ email: string }>(
    sql`select o.email from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`,
  )
  if (!noteRefundMessage(db, scope, { refundId, customerEmail: customer?.email ?? '', now })) return false
  if (scope.mode === 'live')
    db.send(sql`insert into refund_letters (merchant_id, mode, refund_id, send_at) values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${now})
      on conflict (merchant_id, mode, refund_id) do update set send_at = excluded.send_at, attempts = 0`)
  return true
}
