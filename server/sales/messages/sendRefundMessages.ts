import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { deliver } from './deliver.ts'

type Due = { merchant_id: string; mode: Mode; refund_id: string; attempts: number }

/** Lease on a message being sent, and delay after a failure, doubled each time up to a day. */
const retryDelayMs = 60_000
const dayMs = 86_400_000
/** Some four days; then it stays unsent, for the shop to resend. */
const maxAttempts = 14
/** Maximum concurrent messages, which leaves connections for the panel's users. */
const maxConcurrent = 4

/**
 * Sends the due messages about refunds that went out. A message is removed from the queue once it was handed over or permanently rejected; any other is
 * retried later. Returns how many were removed.
 */
export async function sendRefundMessages(services: Services): Promise<number> {
  let done = 0
  for (;;) {
    const due = await leaseMessages(services)
    if (due.length === 0) return done
    const sent = await Promise.all(due.map(async (message) => ((await send(services, message)) ? [message] : [])))
    await removeMessages(services, sent.flat())
    done += sent.flat().length
  }
}

/** When the next message is due. */
export const nextRefundMessage = (): Sql => sql`select min(l.send_at) from refund_emails l`

/** Leases the oldest due messages; two workers never get the same one. */
const leaseMessages = ({ database, now }: Services): Promise<Due[]> =>
  database.write(null, (db) =>
    db.rows<Due>(sql`with due as (
        select merchant_id, mode, refund_id from refund_emails where send_at <= ${now()} order by send_at limit ${maxConcurrent} for update skip locked
      )
      update refund_emails l set attempts = l.attempts + 1,
        send_at = ${now()}::timestamptz + least(${retryDelayMs}::bigint * power(2, least(l.attempts, 20)), ${dayMs}::bigint) * interval '1 millisecond'
      from due where (l.merchant_id, l.mode, l.refund_id) = (due.merchant_id, due.mode, due.refund_id)
      returning l.merchant_id, l.mode, l.refund_id, l.attempts`),
  )

/** True when the message is finished. */
async function send(services: Services, due: Due): Promise<boolean> {
  const { merchant_id: merchantId, mode, refund_id: refundId, attempts } = due
  try {
    await deliver(services, { merchantId, mode, deliveryId: refundId })
    return true
  } catch (error) {
    services.log('warn', 'letter_waits', { refundId }, error)
    return attempts >= maxAttempts
  }
}

/** A message that the shop requested again meanwhile starts over and stays in the queue. */
async function removeMessages({ database }: Services, messages: readonly Due[]): Promise<void> {
  if (messages.length === 0) return
  await database.write(null, (db) =>
    db.run(sql`delete from refund_emails l using unnest(${messages.map((one) => one.merchant_id)}::uuid[], ${messages.map((one) => one.mode)}::mode[],
        ${messages.map((one) => one.refund_id)}::uuid[], ${messages.map((one) => one.attempts)}::integer[]) done (merchant_id, mode, refund_id, attempts)
      where (l.merchant_id, l.mode, l.refund_id, l.attempts) = (done.merchant_id, done.mode, done.refund_id, done.attempts)`),
  )
}
