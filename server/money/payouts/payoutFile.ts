import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** A file of transfers as it is sent. `madeBy`: the member of staff who made it by hand. */
type PayoutFile = { messageId: string; xml: string; transfers: readonly { amountCents: number }[]; now: Date; madeBy?: string }

/** Stores a file, before it is sent; returns the sum of its transfers. A repeat of a part of it, which the bank did not know, does not replace the whole. */
export async function keepPayoutFile(db: Connection, { messageId, xml, transfers, now, madeBy }: PayoutFile): Promise<number> {
  const totalCents = transfers.reduce((all, { amountCents }) => all + amountCents, 0)
  await db.run(sql`insert into payout_files as f (message_id, transfers, total_cents, xml, made_by, made_at)
    values (${messageId}, ${transfers.length}, ${totalCents}, ${xml}, ${madeBy ?? null}, ${now})
    on conflict (message_id) do update set transfers = excluded.transfers, total_cents = excluded.total_cents, xml = excluded.xml
    where excluded.transfers >= f.transfers`)
  return totalCents
}

/** SQL that notes when the bank took a file. */
export const payoutFileAccepted = (messageId: string, at: Date): Sql =>
  sql`update payout_files set accepted_at = coalesce(accepted_at, ${at}) where message_id = ${messageId}`
