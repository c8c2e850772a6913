import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Replaced } from './replace.ts'

/** Minutes within which a second link for the same phone and amount looks like a slip. */
const recentMinutes = 10

type Asked = { phone: string | null; totalCents: Cents; replaced: Replaced | undefined; now: Date }

/**
 * Asks whether a like link is meant, when one for the same phone and amount went out some minutes ago and is still alive: refuses with
 * DuplicatedOrder, its minutes in the sentence and its id in `fields.uuid`. Under `lockLikes`, so that two at once see each other.
 */
export async function assertNotRecent(db: Connection, scope: Scope, { phone, totalCents, replaced, now }: Asked): Promise<void> {
  if (phone === null) return
  const since = new Date(now.getTime() - recentMinutes * 60_000)
  const other = await db.first<{ id: string; created_at: Date }>(sql`select c.id, o.created_at from operations o
      join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.phone = ${phone} and o.total_cents = ${totalCents}
      and o.created_at > ${since} and o.category in ('in_process', 'accepted') and o.id is distinct from ${replaced?.operationId ?? null}::uuid
    order by o.created_at desc limit 1`)
  if (!other) return
  const minutes = Math.max(0, Math.floor((now.getTime() - other.created_at.getTime()) / 60_000))
  throw new Refusal('DuplicatedOrder', {
    why: minutes < 1 ? 'now' : 'recent',
    values: { minutes: String(minutes) },
    fields: { uuid: hexOf(other.id) },
  })
}
