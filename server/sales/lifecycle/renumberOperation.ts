import { ZERO } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { searchEntries } from './customerName.ts'
import { lockSimilarOrders } from './duplicates.ts'
import { addOrderKey } from './operationLookups.ts'

/** Takes the advisory lock of an order number, held until the transaction ends; before any row lock, without waiting. */
export function lockNumber(db: Connection, scope: Scope, mid: string): void {
  lockSimilarOrders(db, scope, { mid, totalCents: ZERO, email: '', phone: null, documentNumber: null, now: new Date(0) })
}

type Row = { mid: string | null; first_name: string; last_name: string; taken: boolean }

/**
 * Gives an operation the order number that its shop assigned later; it can still be found by the earlier one. Returns false, and does nothing, when it
 * already has that number or another open operation does. The number must be locked first, then the operation's row.
 */
export async function renumberOperation(
  db: Connection,
  scope: Scope,
  { operationId, mid, now }: { operationId: string; mid: string; now: Date },
): Promise<boolean> {
  const row =
    await db.first<Row>(sql`select o.mid, o.first_name, o.last_name, exists (select from operations n where n.merchant_id = o.merchant_id
      and n.mode = o.mode and n.mid = ${mid} and n.id <> o.id and n.category in ('in_process', 'accepted')) as taken
    from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  if (!row || row.taken || row.mid === mid) return false
  if (row.mid !== null)
    db.send(sql`insert into earlier_mids (merchant_id, mode, mid, operation_id, replaced_at)
      values (${scope.merchantId}, ${scope.mode}, ${row.mid}, ${operationId}, ${now}) on conflict do nothing`)
  const entries = searchEntries(scope, mid, { firstName: row.first_name, lastName: row.last_name })
  db.send(sql`update operations o set mid = ${mid}, search_text = ${entries.searchText}
    where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  db.send(sql`update operation_trigrams g set grams = ${entries.trigrams}::integer[]
    where ${inScope(scope, 'g')} and g.operation_id = ${operationId}`)
  addOrderKey(db, scope, operationId, mid)
  return true
}
