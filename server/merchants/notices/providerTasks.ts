import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Kind = 'payout_returned' | 'debit_returned' | 'webhook_off'

/** A fact of a merchant that the provider's staff must look at. `id`: of the settlement, the debit or the webhook. `what`: the bank's reference or a host. */
type ProviderTask = {
  kind: Kind
  id: string
  merchantId: string
  what: string
  amountCents?: number
  code: string | null
  now: Date
}

/** Puts it into the queue of the provider's staff, in the transaction of the fact, without waiting for it. */
export function addProviderTask(db: Connection, { kind, id, merchantId, what, amountCents, code, now }: ProviderTask): void {
  db.send(sql`insert into provider_tasks (kind, id, merchant_id, what, amount_cents, code, created_at)
    values (${kind}, ${id}, ${merchantId}, ${what}, ${amountCents ?? null}, ${code}, ${now})
    on conflict (kind, id) do update set what = excluded.what, amount_cents = excluded.amount_cents, code = excluded.code, created_at = excluded.created_at`)
}

/** Takes it off the queue: it is over. */
export const removeProviderTask = (db: Connection, kind: Kind, id: string): void =>
  db.send(sql`delete from provider_tasks where kind = ${kind} and id = ${id}`)
