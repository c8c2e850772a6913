import type { companyDossier } from '#contract/merchants/dossier'
import type { AnswerOf } from '#contract/platform/endpoint'
import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'

type Document = AnswerOf<typeof companyDossier>['documents'][number]
type Row = {
  type: string
  file_name: string
  size: number
  status: string | null
  rejection_reason: string | null
  note: string | null
  uploaded_by: string | null
  uploaded_at: Date
  reviewed_at: Date | null
  expires_on: string | null
  replaced_at: Date | null
  seen: { role: string | null; name: string | null; at: string }[]
}

/**
 * Every document of an account, replaced ones included, each with who opened it according to the audit log: the provider's reviewers and
 * the account's own people.
 */
export async function dossierDocuments(db: Connection, accountId: string): Promise<Document[]> {
  const rows = await db.rows<Row>(sql`
    select found.*, (select coalesce(jsonb_agg(jsonb_build_object('role', a.role, 'name', u.first_name || ' ' || u.last_name, 'at', a.at) order by a.seq), '[]')
        from audit_entries a left join users u on u.id = a.user_id
        where a.account_id = ${accountId} and a.entity = found.entity and a.entity_id = found.id and a.outcome = 'done'
          and a.call in ('documentFile', 'ibanCertificate', 'operator.read-document', 'operator.read-certificate', 'consoleReviewFile', 'consoleBankCertificate')) as seen
    from (
      select d.id, 'document' as entity, d.type, u.file_name, octet_length(u.bytes) as size, d.status, d.rejection_reason, d.note,
        coalesce(l.recipient, p.first_name || ' ' || p.last_name) as uploaded_by, d.uploaded_at, d.reviewed_at, d.expires_on, d.replaced_at
      from documents d join uploads u on u.id = d.upload_id left join users p on p.id = d.uploaded_by left join onboarding_links l on l.id = d.uploaded_through
      where d.account_id = ${accountId}
      union all
      select b.id, 'bank_account', 'bank_account_certificate', u.file_name, octet_length(u.bytes), null, null, null, p.first_name || ' ' || p.last_name, u.created_at,
        b.reviewed_at, null, null
      from bank_accounts b join uploads u on u.id = b.upload_id left join users p on p.id = u.user_id where b.account_id = ${accountId}
    ) found order by found.uploaded_at, found.id`)
  return rows.map((row) => ({ title: text(`company.paper.${row.type}`), facts: factsOf(row), seen: row.seen.map(seenBy) }))
}

function factsOf(row: Row): Document['facts'] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['file_name', row.file_name],
    ['size', text('dossier.bytes', { count: row.size })],
    ['status', row.status && text(`company.paperStatus.${row.status}`)],
    ['reason', row.rejection_reason && text(`company.paperReason.${row.rejection_reason}`)],
    ['note', row.note],
    ['uploaded_by', row.uploaded_by],
    ['uploaded_at', formatDateTime(row.uploaded_at)],
    ['reviewed_at', row.reviewed_at && formatDateTime(row.reviewed_at)],
    ['expires_on', row.expires_on && formatDate(localDate(row.expires_on))],
    ['replaced_at', row.replaced_at && formatDateTime(row.replaced_at)],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name: text(`dossier.field.${name}`), value }]))
}

const seenBy = ({ role, name, at }: Row['seen'][number]) => ({
  who: role === 'operator' ? text('dossier.reader.reviewer') : (name ?? text('dossier.reader.somebody')),
  at: new Date(at).toISOString(),
})
