import { localDate, madridDay } from '#domain/platform/dates'
import { isDueForRenewal, paperStatus, requiredPapers, type PaperType } from '#domain/merchants/company/papers'
import type { Paper, PaperFile } from '#contract/merchants/documents'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type CompanyAccount, readAccount } from './account.ts'

type Row = {
  id: string
  type: PaperType
  side: PaperFile['side']
  status: PaperFile['status']
  rejection_reason: PaperFile['rejectionReason']
  note: string | null
  uploaded_at: Date
  uploaded_by: string | null
  reviewed_at: Date | null
  expires_on: string | null
  file_name: string
  media_type: PaperFile['mimeType']
  size: number
}

/** The papers that an account needs; one that has not said what it is needs those of the self-employed. */
export const papersNeeded = ({ type }: CompanyAccount): readonly PaperType[] =>
  requiredPapers[type === 'enterprise' ? 'enterprise' : 'self_employed']

/** Every paper that an account needs, with the files that are there now. */
export async function readPapers(db: Connection, account: CompanyAccount, now: Date): Promise<Paper[]> {
  const rows = await db.rows<Row>(sql`
    select d.id, d.type, d.side, d.status, d.rejection_reason, d.note, d.uploaded_at, d.reviewed_at, d.expires_on,
      u.file_name, u.media_type, octet_length(u.bytes) as size, coalesce(l.recipient, p.first_name || ' ' || p.last_name) as uploaded_by
    from documents d join uploads u on u.id = d.upload_id left join users p on p.id = d.uploaded_by left join onboarding_links l on l.id = d.uploaded_through
    where d.account_id = ${account.id} and d.replaced_at is null order by d.side desc`)
  const today = madridDay(now)
  return papersNeeded(account).map((type) => {
    const files = rows.filter((row) => row.type === type).map(fileOf)
    return {
      type,
      status: paperStatus(type, files),
      files: files.toSorted((one, other) => Number(one.side === 'back') - Number(other.side === 'back')),
      renewable: files.some(
        ({ status, expiresOn }) => status === 'approved' && expiresOn !== null && isDueForRenewal(localDate(expiresOn), today),
      ),
    }
  })
}

const fileOf = (row: Row): PaperFile => ({
  uuid: hexOf(row.id),
  side: row.side,
  fileName: row.file_name,
  mimeType: row.media_type,
  size: row.size,
  status: row.status,
  rejectionReason: row.rejection_reason,
  note: row.note,
  uploadedAt: row.uploaded_at.toISOString(),
  uploadedBy: row.uploaded_by,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  expiresOn: row.expires_on,
})

/** The account's papers (docs/domain.md#papers). */
export const documentList: Handler<'documentList'> = async ({ db, caller, now }) => readPapers(db, await readAccount(db, caller), now)
