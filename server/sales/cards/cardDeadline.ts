import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** How soon a provider that had no answer yet is asked again: after as long as it has been waited for, within these bounds. */
const providerMs = { least: 30_000, most: 60 * 60_000 }
/** How long a customer has to authenticate a payment. */
export const customerMs = 30 * 60_000

/** A card that waits for its provider or its customer is asked about again then, whether a notification comes or not. */
export function scheduleCardCheck(
  db: Connection,
  scope: Scope,
  { operationId, waitsFor, askedAt, now }: { operationId: string; waitsFor: 'customer' | 'provider'; askedAt: Date; now: Date },
): void {
  const backOffMs = Math.min(Math.max(now.getTime() - askedAt.getTime(), providerMs.least), providerMs.most)
  const at = new Date(now.getTime() + (waitsFor === 'customer' ? customerMs : backOffMs))
  db.send(sql`insert into deadlines as d (merchant_id, mode, object_id, kind, due_at) values (${scope.merchantId}, ${scope.mode}, ${operationId}, 'card_answer', ${at})
    on conflict (merchant_id, mode, object_id, kind) do update set due_at = least(d.due_at, excluded.due_at)`)
}
