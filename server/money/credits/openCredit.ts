import { creditTaskAt } from '#domain/money/customerCredit'
import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { notifyCreditChange } from './notifyCreditChange.ts'

type NewCredit = { refundId: string; operationId: string; amountCents: Cents; now: Date }

/**
 * Records, in the transaction of a refund that goes out and without waiting, what it gives back beyond what the customer still owed; workers pay it
 * afterwards. Nothing when that is nothing.
 */
export function openCredit(db: Connection, scope: Scope, { refundId, operationId, amountCents, now }: NewCredit): void {
  if (amountCents === 0) return
  db.send(sql`with credit as (insert into customer_credits (merchant_id, mode, id, operation_id, amount_cents, created_at)
      values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${operationId}, ${amountCents}, ${now}))
    insert into credit_queue (credit_id, merchant_id, mode, operation_id, amount_cents, left_cents, state, created_at, due_at, task_at)
    values (${refundId}, ${scope.merchantId}, ${scope.mode}, ${operationId}, ${amountCents}, ${amountCents}, 'refunding', ${now}, '-infinity', ${creditTaskAt(now)})`)
  notifyCreditChange(db, scope, { type: 'credit.opened', id: refundId, now, data: { amount: amountCents } })
}
