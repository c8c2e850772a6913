import type { Download } from '../../platform/calls/call.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type KeptUpload, plainName, readUpload } from '../../platform/uploads/keepUpload.ts'
import { assertReason } from './opened.ts'

const downloadOf = ({ bytes, fileName, kind }: KeptUpload): Download => ({
  download: once(bytes),
  fileName: plainName(fileName),
  mediaType: kind,
})

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A document's re-encoded file, and what its opening leaves in the account's audit log. Refuses with ObjectNotFoundException one of another account. */
export async function readDocument(db: Connection, params: { accountId: string; documentId: string }) {
  const [accountId, id] = [idFrom(params.accountId), idFrom(params.documentId)]
  const row = await db.first<{ upload_id: string }>(sql`select upload_id from documents where id = ${id} and account_id = ${accountId}`)
  const file = row && (await readUpload(db, accountId, row.upload_id))
  if (!file) throw notFound(params.documentId)
  return { file: downloadOf(file), opened: { entity: 'document', entityId: id, accountId } }
}

/** A document's file. Opening it leaves an audit entry that the account's owners can see. */
export const consoleReviewFile: ConsoleHandler<'consoleReviewFile'> = async ({ db, staff, params, query, audit }) => {
  assertReason(staff, query.reason)
  const { file, opened } = await readDocument(db, params)
  audit({ ...opened, after: query.reason === undefined ? undefined : { reason: query.reason } })
  return file
}

/** The certificate of a change of bank account; as above. */
export const consoleBankCertificate: ConsoleHandler<'consoleBankCertificate'> = async ({ db, staff, params, query, audit }) => {
  assertReason(staff, query.reason)
  const id = idFrom(params.ibanId)
  const row = await db.first<{ account_id: string; upload_id: string }>(
    sql`select account_id, upload_id from bank_accounts where id = ${id} and upload_id is not null`,
  )
  const file = row && (await readUpload(db, row.account_id, row.upload_id))
  if (!file) throw notFound(params.ibanId)
  audit({
    entity: 'bank_account',
    entityId: id,
    accountId: row.account_id,
    after: query.reason === undefined ? undefined : { reason: query.reason },
  })
  return downloadOf(file)
}
