import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/**
 * Writes a debit, as it now is, into the provider's list over all merchants, in the caller's transaction, without waiting. To be called after every change
 * of it.
 */
export function listDebit(db: Connection, scope: Scope, reference: string): void {
  db.send(sql`insert into listed_debits (merchant_id, id, reference, state, announced_cents, charged_cents, due_on, announced_at, done_at, reason_code)
    select d.merchant_id, d.id, d.reference, d.state, d.announced_cents, d.charged_cents, d.due_on, d.announced_at, d.done_at, d.reason_code
    from debits d where ${inScope(scope, 'd')} and d.reference = ${reference}
    on conflict (merchant_id, id) do update set state = excluded.state, charged_cents = excluded.charged_cents, due_on = excluded.due_on,
      done_at = excluded.done_at, reason_code = excluded.reason_code`)
}
