import type { Paper, PaperFile } from '#contract/merchants/documents'
import { localDate, madridDay } from '#domain/platform/dates'
import {
  isDueForRenewal,
  needsUpload,
  maxPagesOf,
  type PaperSide,
  paperStatus,
  type PaperType,
  requiredPapers,
  sidesOf,
} from '#domain/merchants/company/papers'
import { applicationQueries, tellProvider } from '../notices/providerEvents.ts'
import { record } from '../../platform/audit/record.ts'
import { withPreparation, type Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal, refuseFile } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Inspected } from '../../platform/uploads/inspectFile.ts'
import { inspectUpload } from '../../platform/uploads/inspectUpload.ts'
import { cleanName, keepUpload, plainName, readUpload } from '../../platform/uploads/keepUpload.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import { recordSavedFields } from './forms.ts'

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

/** The document types that an account needs; an account of unknown type needs those of the self-employed. */
export const papersNeeded = ({ type, papersElsewhere }: CompanyAccount): readonly PaperType[] =>
  papersElsewhere ? [] : requiredPapers[type === 'enterprise' ? 'enterprise' : 'self_employed']

/** Every document that an account needs, with its current files. */
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

/** The account's documents (docs/domain.md#papers). */
export const documentList: Handler<'documentList'> = async ({ db, caller, now }) => readPapers(db, await readAccount(db, caller), now)

type Upload = {
  type: PaperType
  side: PaperSide
  name: string
  inspected: Inspected
  /** Whose upload quota it counts against; `link`: the delegation link by which somebody else uploaded it. */
  userId: string
  link: string | null
  now: Date
}

/**
 * Stores a document in place of an earlier one, in the caller's transaction, with the account locked. Before onboarding is submitted it is
 * only stored; afterwards it goes to review at once. Refuses with DocumentNotAllowed, FileNotAccepted or TooManyRequests.
 */
export async function storePaper(db: Connection, account: CompanyAccount, upload: Upload): Promise<{ id: string; paper: Paper }> {
  const { type, side, name, inspected, userId, link, now } = upload
  await checkUpload(db, account, upload)
  const fileName = cleanName(name, inspected.kind, text('mail.iban.certificate'))
  const uploadId = await keepUpload(db, { accountId: account.id, userId, purpose: 'document', fileName, now, ...inspected }).catch(
    refuseFile,
  )
  // A file of both sides replaces those of each side, and a file of one side replaces the file of both.
  db.send(sql`update documents set replaced_at = ${now} where account_id = ${account.id} and type = ${type} and replaced_at is null
    and (side = ${side} or side = 'single' or ${side === 'single'})`)
  const id = newId(now)
  const status = account.requiresOnboarding ? 'uploaded' : 'in_review'
  await db.run(sql`insert into documents (id, account_id, type, side, upload_id, status, uploaded_by, uploaded_through, uploaded_at)
    values (${id}, ${account.id}, ${type}, ${side}, ${uploadId}, ${status}, ${link === null ? userId : null}, ${link}, ${now})`)
  tellProvider(db, { type: 'document.uploaded', at: now, about: { accountId: account.id }, objectId: id })
  recordSavedFields(db, account, 'docs-upload', [type], now)
  const papers = await readPapers(db, account, now)
  if (!account.requiresOnboarding && papers.every((paper) => !needsUpload(paper.status))) resubmit(db, account.id, now)
  const paper = papers.find((one) => one.type === type)
  if (!paper) throw new Error(`document ${id} has type ${type}, which account ${account.id} does not need`)
  return { id, paper }
}

/** Refuses a document that the account does not need, a side it does not have, or one that is in review or approved. */
async function checkUpload(db: Connection, account: CompanyAccount, { type, side, now }: Upload): Promise<void> {
  if (!papersNeeded(account).includes(type) || !sidesOf(type).includes(side)) throw new Refusal('DocumentNotAllowed', { why: 'type' })
  const paper = (await readPapers(db, account, now)).find((one) => one.type === type)
  const replaced = paper?.files.filter((file) => file.side === side || file.side === 'single' || side === 'single') ?? []
  if (replaced.some(({ status }) => status === 'in_review')) throw new Refusal('DocumentNotAllowed', { why: 'in_review' })
  if (replaced.some(({ status }) => status === 'approved') && !paper?.renewable)
    throw new Refusal('DocumentNotAllowed', { why: 'approved' })
}

/** Submits again when everything that was requested is there. */
function resubmit(db: Connection, accountId: string, now: Date): void {
  db.send(sql`with submitted as (
      update onboardings set status = 'submitted', submitted_at = ${now} where account_id = ${accountId} and status = 'changes_requested'
        and not exists (select from change_requests c where c.account_id = ${accountId} and c.solved_at is null) returning account_id
    ), ${applicationQueries(sql`select account_id from submitted`, now)} select from provider_event`)
}

/** Uploads a document. Refuses with FileNotAccepted, DocumentNotAllowed, or TooManyRequests. */
export const documentUpload = withPreparation<'documentUpload', Inspected>(
  ({ services, file, body }) => inspectUpload(services, file.bytes, maxPagesOf(body.type)).catch(refuseFile),
  async ({ db, caller, body, file, now, audit }, inspected) => {
    const account = await lockAccount(db, caller)
    const { id, paper } = await storePaper(db, account, { ...body, name: file.name, inspected, userId: caller.userId, link: null, now })
    audit({ entity: 'document', entityId: id, after: { type: body.type, side: body.side, status: paper.status } })
    return paper
  },
)

/** A document's re-encoded file, always sent as a download; answers not found for another account's. Opening one leaves an audit entry. */
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

/** Deletes a document that was not submitted for review yet; refuses with DocumentNotAllowed afterwards. */
export const documentDelete: Handler<'documentDelete'> = async ({ db, caller, params, now, audit }) => {
  await lockAccount(db, caller)
  const id = idFrom(params.documentId)
  const row = await db.first<{ id: string; type: string; side: string; status: string }>(sql`select id, type, side, status from documents
      where id = ${id} and account_id = ${caller.accountId} and replaced_at is null`)
  if (!row) throw notFound(params.documentId)
  if (row.status !== 'uploaded') throw new Refusal('DocumentNotAllowed', { why: row.status === 'approved' ? 'approved' : 'in_review' })
  await db.run(sql`update documents set replaced_at = ${now} where id = ${row.id}`)
  audit({ entity: 'document', entityId: row.id, before: { type: row.type, side: row.side } })
  return undefined
}
