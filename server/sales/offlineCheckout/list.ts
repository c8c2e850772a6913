import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import type { Cents } from '#domain/platform/money'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { idFrom, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { factsColumns, factsOf, type FactsRow, ofOperation } from './facts.ts'
import { show } from './show.ts'

/** A checkout that a new one replaces. */
export type Replaced = { checkoutId: string; operationId: string }

const days = 3
const maxRows = 50

/** The links of the last three days, newest first: all, or those pending on their customer. */
export const checkoutOfflineList: Handler<'checkoutOfflineList'> = async ({ db, scope, query, now }) => {
  const since = new Date(now.getTime() - days * 86_400_000)
  const waiting = query.pending === 'yes' ? sql`and o.substatus = 'pending_customer'` : sql``
  const rows = await db.rows<FactsRow>(sql`select ${factsColumns} from checkouts c ${ofOperation}
    where ${inScope(scope, 'c')} and c.submit_type <> 'online' and c.created_at > ${since} ${waiting}
    order by c.created_at desc, c.id desc limit ${maxRows}`)
  return { results: rows.map(factsOf) }
}

/** Minutes within which a second link for the same phone and amount looks like a mistake. */
const recentMinutes = 10

type NewSale = { phone: string | null; totalCents: Cents; replaced: Replaced | undefined; now: Date }

/**
 * Asks for confirmation when a link for the same phone and amount was created some minutes ago and is still open: refuses with DuplicatedOrder, with its
 * minutes in the message and its id in `fields.uuid`. Call it under `lockSimilarOrders`, so that concurrent requests see each other.
 */
export async function assertNotRecent(db: Connection, scope: Scope, { phone, totalCents, replaced, now }: NewSale): Promise<void> {
  if (phone === null) return
  const since = new Date(now.getTime() - recentMinutes * 60_000)
  const other = await db.first<{ id: string; created_at: Date }>(sql`select c.id, o.created_at from operations o
      join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
    where ${inScope(scope, 'o')} and o.phone = ${phone} and o.total_cents = ${totalCents}
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

/**
 * The state of a sale. With `wait` and `seen` the answer is held until something changes, without keeping a database connection; when notifications are not
 * available it answers immediately.
 */
export const checkoutOfflineCheck: Handler<'checkoutOfflineCheck'> = async (call) => {
  const checkoutId = idFrom(call.params.orderUuid)
  const { wait = 0, seen } = call.query
  if (wait === 0 || seen === undefined) return read(call, checkoutId)
  // Subscribed before the first read, so that no change between the two is missed.
  const watch = await call.services.events.watch(checkoutId)
  try {
    const first = await read(call, checkoutId)
    if (watch === undefined || first.version !== seen) return first
    await watch.changed(wait * 1_000)
    return await read(call, checkoutId)
  } finally {
    watch?.end()
  }
}

const read = ({ services, scope, caller }: Call<'checkoutOfflineCheck'>, checkoutId: string): Promise<OfflineCheckout> =>
  services.database.read(scope, (db) => show(db, scope, { checkoutId, services, role: caller.role, now: services.now() }))
