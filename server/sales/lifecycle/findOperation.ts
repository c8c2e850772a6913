import { orderNumber } from '#domain/sales/operations/orderNumber'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/**
 * The operation that a shop's program refers to: by our id, by the shop's order number, or by an earlier order number. Among several, the accepted one, else
 * the one pending on the merchant, else the newest. Some plugins URL-encode the number twice. Refuses with ObjectNotFoundException.
 */
export async function findOperation(db: Connection, scope: Scope, ref: string): Promise<string> {
  const writings = [ref, decodedAgain(ref)].flatMap((one) => (one === null ? [] : [one, orderNumber(one)]))
  for (const writing of new Set(writings)) {
    const found = await find(db, scope, writing)
    if (found !== undefined) return found
  }
  throw new Refusal('ObjectNotFoundException', { fields: { order__id: ref } })
}

async function find(db: Connection, scope: Scope, ref: string): Promise<string | undefined> {
  if (ref.includes('\u0000') || !ref.isWellFormed()) return undefined
  const row = await db.first<{ id: string }>(sql`with meant as (
      select ${uuidOf(ref) ?? null}::uuid as id, 0 as rank
      union all select b.id, 1 from operations b where ${inScope(scope, 'b')} and b.mid = ${ref}
      union all select e.operation_id, 2 from earlier_mids e where ${inScope(scope, 'e')} and e.mid = ${ref}
    )
    select o.id from meant m join operations o on ${inScope(scope, 'o')} and o.id = m.id
    order by m.rank, case when o.category = 'accepted' then 0 when o.substatus = 'pending_merchant' then 1 else 2 end, o.created_at desc, o.id desc limit 1`)
  return row?.id
}

function decodedAgain(ref: string): string | null {
  if (!ref.includes('%')) return null
  try {
    return decodeURIComponent(ref)
  } catch {
    return null
  }
}
