import type { EvidenceKind } from '#domain/money/cardDispute'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** A file of a dispute's evidence; its bytes are an upload of the account. */
export type StoredEvidence = {
  id: string
  kind: EvidenceKind
  uploadId: string
  accountId: string
  fileName: string
  mediaType: string
  bytes: number
  uploadedAt: Date
}

/** The files of a dispute, in the order of their kinds' names. */
export const readEvidenceFiles = (db: Connection, scope: Scope, disputeId: string): Promise<StoredEvidence[]> =>
  db.rows<StoredEvidence>(sql`select f.id, f.kind, f.upload_id as "uploadId", m.account_id as "accountId", f.file_name as "fileName", f.media_type as "mediaType", f.bytes,
      f.uploaded_at as "uploadedAt"
    from dispute_files f join merchants m on m.id = f.merchant_id where ${inScope(scope, 'f')} and f.dispute_id = ${disputeId} order by f.kind`)
