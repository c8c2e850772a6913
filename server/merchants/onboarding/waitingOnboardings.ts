import { paperChecks, type PaperReason } from '#domain/merchants/company/papers'
import type { Paper } from '#contract/merchants/documents'
import { readAccount } from '../company/account.ts'
import { readPapers } from '../company/papers.ts'
import type { Database } from '../../platform/database/database.ts'
import { recordOpened } from '../../platform/audit/recordOpened.ts'
import { sql } from '../../platform/database/sql.ts'
import { readUpload, type KeptUpload } from '../../platform/uploads/readUpload.ts'

export type WaitingShop = { merchantId: string; accountId: string; shop: string; company: string; status: string; submittedAt: Date }

type Row = { merchant_id: string; account_id: string; shop: string; company: string; status: string; submitted_at: Date }

/** Shops that wait for the provider, the oldest first. */
export async function waitingShops({ read }: Database): Promise<WaitingShop[]> {
  const rows = await read(null, (db) =>
    db.rows<Row>(sql`select s.merchant_id, s.account_id, m.name as shop, coalesce(e.name, p.first_name || ' ' || p.last_name, '') as company,
        coalesce(o.status, 'submitted') as status, s.submitted_at
      from shop_applications s join merchants m on m.id = s.merchant_id left join onboardings o on o.account_id = s.account_id
        left join enterprises e on e.account_id = s.account_id left join profiles p on p.account_id = s.account_id
      where s.outcome is null order by s.submitted_at limit 200`),
  )
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    accountId: row.account_id,
    shop: row.shop,
    company: row.company,
    status: row.status,
    submittedAt: row.submitted_at,
  }))
}

/** What a reviewer looks at, paper by paper: the very list that its owner saw. */
export async function papersToReview(
  database: Database,
  accountId: string,
  now: Date,
): Promise<(Paper & { checks: readonly PaperReason[] })[] | undefined> {
  return database.read(null, async (db) => {
    const known = await db.first(sql`select from accounts where id = ${accountId}`)
    if (!known) return undefined
    const papers = await readPapers(db, await readAccount(db, { accountId }), now)
    return papers.map((paper) => ({ ...paper, checks: paperChecks[paper.type] }))
  })
}

/** The file of a paper, for the reviewer; the account's owner can see that it was opened. */
export const fileToReview = ({ write }: Database, documentId: string): Promise<KeptUpload | undefined> =>
  write(null, async (db) => {
    const row = await db.first<{ account_id: string; upload_id: string }>(
      sql`select account_id, upload_id from documents where id = ${documentId}`,
    )
    if (!row) return undefined
    await recordOpened(db, { accountId: row.account_id, call: 'operator.read-document', entity: 'document', entityId: documentId })
    return readUpload(db, row.account_id, row.upload_id)
  })
