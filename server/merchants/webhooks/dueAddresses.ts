import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** An address for which something is due. */
export type DueAddress = { merchant_id: string; mode: Mode; webhook_id: string }

/** Addresses of one shop and mode that are sent to at once: a shop whose addresses all hang leaves room for the others. */
const mostOfShop = 3

type Turn = {
  /** Addresses that are being sent to: they count against their shop and are not given again. */
  busy: readonly string[]
  /** The address that had its turn last; null: nobody yet. */
  last: string | null
  /** So many at most. */
  most: number
}

/**
 * Whose turn it is, one address after the other and after the highest the lowest again: however much waits for some, each of the others is reached.
 * Steps from address to address along the index: how much waits for one of them does not matter.
 */
export function dueAddresses(
  { database, now }: { database: Database; now: () => Date },
  { busy, last, most }: Turn,
): Promise<DueAddress[]> {
  const sending = sql`a.webhook_id = any(${busy}::uuid[])`
  const inTurn = sql`coalesce(a.webhook_id <= ${last}::uuid, false), a.webhook_id`
  return database.read(null, (db) =>
    db.rows<DueAddress>(sql`with recursive address as (
        (select merchant_id, mode, webhook_id from webhook_turns order by webhook_id limit 1)
        union all
        select next.* from address a cross join lateral
          (select t.merchant_id, t.mode, t.webhook_id from webhook_turns t where t.webhook_id > a.webhook_id order by t.webhook_id limit 1) next
      ), placed as (
        select a.*, row_number() over (partition by a.merchant_id, a.mode order by not ${sending}, ${inTurn}) as place from address a
        where ${sending} or exists (select from webhook_turns t where t.webhook_id = a.webhook_id and t.due_at <= ${now()})
      )
      select a.merchant_id, a.mode, a.webhook_id from placed a where not ${sending} and a.place <= ${mostOfShop} order by ${inTurn} limit ${most}`),
  )
}
