import type { LocalDate } from '#domain/platform/dates'
import type { PaperReason } from '#domain/merchants/company/papers'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { operatorWrite } from './operatorWrite.ts'
import { tellOwner } from './tellOwner.ts'

/** What a reviewer found of a file: good, and until when; or what is wrong, and a sentence of their own. */
export type PaperVerdict = { approved: true; expiresOn: LocalDate | null } | { approved: false; reason: PaperReason; note: string | null }

type Row = { id: string; account_id: string; type: string; status: string }

/** The provider's review of one file; a refused one asks the owner for another at once. Returns why not, when it is not possible. */
export const reviewPaper = (database: Database, id: string, verdict: PaperVerdict, now: Date): Promise<string | null> =>
  operatorWrite(database, verdict.approved ? 'approve-document' : 'reject-document', async (db) => {
    const row = await db.first<Row>(
      sql`select id, account_id, type, status from documents where id = ${id} and replaced_at is null for update`,
    )
    if (!row) return 'there is no such document, or another has taken its place'
    const reviewed = { accountId: row.account_id, entity: 'document', entityId: row.id, before: { status: row.status }, after: verdict }
    if (row.status !== 'in_review') return { ...reviewed, problem: `it is ${row.status}` }
    const paper = { key: 'document', said: [{ of: `company.paper.${row.type}` }] }
    if (verdict.approved) {
      await db.run(sql`update documents set status = 'approved', reviewed_at = ${now}, expires_on = ${verdict.expiresOn} where id = ${id}`)
      db.send(sql`update onboardings set status = 'in_review' where account_id = ${row.account_id} and status = 'submitted'`)
      tellOwner(db, row.account_id, 'document_approved', { values: [paper], now })
    } else {
      await db.run(
        sql`update documents set status = 'rejected', reviewed_at = ${now}, rejection_reason = ${verdict.reason}, note = ${verdict.note} where id = ${id}`,
      )
      db.send(
        sql`update onboardings set status = 'changes_requested' where account_id = ${row.account_id} and status in ('submitted', 'in_review')`,
      )
      const why = {
        key: 'why',
        said: [{ of: `company.paperReason.${verdict.reason}` }, ...(verdict.note === null ? [] : [{ written: verdict.note }])],
      }
      tellOwner(db, row.account_id, 'document_rejected', { values: [paper, why], actionUrl: '/', now })
    }
    return { ...reviewed, problem: null }
  })
