import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Credit } from './creditRows.ts'

/** `credit_account`: the customer is asked for an account, or reminded; `credit_paid`: all of the credit was sent. */
type CreditPurpose = 'credit_account' | 'credit_paid'

/**
 * Records and queues, in the transaction of what it tells, a message to the customer: by e-mail, without an address by SMS, else not at all. In sandbox it
 * is recorded as not sent.
 */
export function queueCreditMessage(
  db: Connection,
  scope: Scope,
  { id: creditId, contact: { email, phone } }: Credit,
  { purpose, generation, now }: { purpose: CreditPurpose; generation: number; now: Date },
): void {
  if (email === '' && phone === null) return
  const [channel, recipient] = email === '' ? ['sms', maskPhone(phone ?? '')] : ['email', maskEmail(email)]
  const deliveryId = newId(now)
  const sandbox = scope.mode === 'sandbox'
  db.send(sql`insert into deliveries (merchant_id, mode, id, credit_id, channel, purpose, recipient, generation, state, problem, created_at, done_at)
    values (${scope.merchantId}, ${scope.mode}, ${deliveryId}, ${creditId}, ${channel}, ${purpose}, ${recipient}, ${generation},
      ${sandbox ? 'not_sent' : 'queued'}, ${sandbox ? 'sandbox' : null}, ${now}, ${sandbox ? now : null})`)
  if (!sandbox) enqueue(db, 'credit_message', { subject: deliveryId, payload: { deliveryId }, about: scope, at: now })
}
