import { mostPagesOf } from '#domain/merchants/company/papers'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import { asking, type Handler } from '../../platform/calls/call.ts'
import { refuseFile } from '../../platform/calls/refuseFile.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { plainName } from '../../platform/uploads/cleanName.ts'
import { inspectFile, type Inspected } from '../../platform/uploads/inspectFile.ts'
import { readUpload } from '../../platform/uploads/readUpload.ts'
import { lockAccount } from './account.ts'
import { keepPaper } from './keepPaper.ts'

/** Hands in a paper. Refuses with FileNotAccepted, DocumentNotAllowed, or TooManyRequests. */
export const documentUpload = asking<'documentUpload', Inspected>(
  ({ file, body }) => inspectFile(file.bytes, mostPagesOf(body.type)).catch(refuseFile),
  async ({ db, caller, body, file, now, audit }, inspected) => {
    const account = await lockAccount(db, caller)
    const { id, paper } = await keepPaper(db, account, { ...body, name: file.name, inspected, userId: caller.userId, link: null, now })
    audit({ entity: 'document', entityId: id, after: { type: body.type, side: body.side, status: paper.status } })
    return paper
  },
)

/** A paper as it was made anew here: always a download, never a page; another account's is not found. Whoever opens one leaves a line. */
export const documentFile: Handler<'documentFile'> = async ({ services, caller, params, ip, requestId }) => {
  const id = uuidOf(params.documentId)
  const file = await services.database.write(null, async (db) => {
    const row =
      id &&
      (await db.first<{ upload_id: string }>(sql`select upload_id from documents where id = ${id} and account_id = ${caller.accountId}`))
    if (!row || !id) return undefined
    await record(db, {
      accountId: caller.accountId,
      merchantId: null,
      mode: null,
      userId: caller.userId,
      role: caller.ownRole ?? caller.role,
      ip,
      call: 'documentFile',
      entity: 'document',
      entityId: id,
      requestId,
    })
    return readUpload(db, caller.accountId, row.upload_id)
  })
  if (!file) throw notFound(params.documentId)
  return { download: once(file.bytes), fileName: plainName(file.fileName), mediaType: file.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Takes back a paper that was not sent for review yet; refuses with DocumentNotAllowed once it was. */
export const documentDelete: Handler<'documentDelete'> = async ({ db, caller, params, now, audit }) => {
  await lockAccount(db, caller)
  const id = uuidOf(params.documentId)
  const row =
    id &&
    (await db.first<{ id: string; type: string; side: string; status: string }>(sql`select id, type, side, status from documents
      where id = ${id} and account_id = ${caller.accountId} and replaced_at is null`))
  if (!row) throw notFound(params.documentId)
  if (row.status !== 'uploaded') throw new Refusal('DocumentNotAllowed', { why: row.status === 'approved' ? 'approved' : 'in_review' })
  await db.run(sql`update documents set replaced_at = ${now} where id = ${row.id}`)
  audit({ entity: 'document', entityId: row.id, before: { type: row.type, side: row.side } })
  return undefined
}
