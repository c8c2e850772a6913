import { maskIban } from '#domain/money/iban'
import type { Database } from '../../platform/database/database.ts'
import { recordOpened } from '../../platform/audit/recordOpened.ts'
import { sql } from '../../platform/database/sql.ts'
import { readUpload, type KeptUpload } from '../../platform/uploads/readUpload.ts'

/** A change that waits for the provider. */
export type WaitingReview = { id: string; shop: string; holder: string; iban: string; confirmedAt: Date }

/** What waits for the provider's review, the oldest first. */
export async function waitingReviews({ read }: Database): Promise<WaitingReview[]> {
  const rows = await read(null, (db) =>
    db.rows<{ id: string; shop: string; holder_name: string; iban: string; confirmed_at: Date }>(sql`
      select b.id, m.name as shop, b.holder_name, b.iban, b.confirmed_at from bank_accounts b join merchants m on m.id = b.merchant_id
      where b.state = 'pending_review' and b.reviewed_at is null order by b.confirmed_at limit 200`),
  )
  return rows.map((row) => ({
    id: row.id,
    shop: row.shop,
    holder: row.holder_name,
    iban: maskIban(row.iban),
    confirmedAt: row.confirmed_at,
  }))
}

/** What a reviewer compares: the whole number, and the certificate that was handed in; the account's owner can see that it was opened. */
export const reviewedPapers = ({ write }: Database, id: string): Promise<{ iban: string; holder: string; file: KeptUpload } | undefined> =>
  write(null, async (db) => {
    const row = await db.first<{ account_id: string; upload_id: string; iban: string; holder_name: string }>(
      sql`select account_id, upload_id, iban, holder_name from bank_accounts where id = ${id} and upload_id is not null`,
    )
    const file = row && (await readUpload(db, row.account_id, row.upload_id))
    if (row) await recordOpened(db, { accountId: row.account_id, call: 'operator.read-certificate', entity: 'bank_account', entityId: id })
    return row && file ? { iban: row.iban, holder: row.holder_name, file } : undefined
  })
