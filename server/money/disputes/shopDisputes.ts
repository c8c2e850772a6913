import type { Dispute } from '#contract/sales/disputes'
import { answerBy, MAX_EVIDENCE_BYTES } from '#domain/money/cardDispute'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { withPreparation } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal, refuseFile } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Inspected } from '../../platform/uploads/inspectFile.ts'
import { inspectUpload } from '../../platform/uploads/inspectUpload.ts'
import { cleanName, keepUpload, plainName, readUpload, removeBytes } from '../../platform/uploads/keepUpload.ts'
import { readEvidenceFiles, type StoredEvidence } from './evidenceFiles.ts'
import { lockDispute, readDispute, readDisputes, type StoredDispute } from './disputeRows.ts'
import { disputeClock } from './syncDispute.ts'
import { type DisputeChange, writeDispute } from './writeDispute.ts'

/** Pages of one PDF: what the card provider's evidence may have. */
const maxPages = 50

/** Why the shop can no longer give evidence; null: it can. */
function whyNotAnswer(dispute: StoredDispute, now: Date): string | null {
  if (dispute.state !== 'inquiry' && dispute.state !== 'needs_response') return 'over'
  if (dispute.submittedAt !== null || dispute.act !== null || dispute.answer === 'accepted') return 'sent'
  return dispute.evidenceDueAt === null || dispute.evidenceDueAt <= now ? 'late' : null
}

const whyNotAccept = (dispute: StoredDispute, now: Date): string | null =>
  dispute.state === 'inquiry' ? 'inquiry' : whyNotAnswer(dispute, now)

function disputeOf(stored: StoredDispute, files: readonly StoredEvidence[], now: Date): Dispute {
  const { money, openedAt, evidenceDueAt } = stored
  return {
    id: hexOf(stored.id),
    state: stored.state,
    reason: stored.reason,
    amount: stored.amountCents,
    openedAt: openedAt.toISOString(),
    answerBy: evidenceDueAt && answerBy(openedAt, evidenceDueAt).toISOString(),
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    answer: stored.answer,
    answeredAt: stored.answeredAt?.toISOString() ?? null,
    text: stored.answerText ?? '',
    files: files.map((file) => ({
      id: hexOf(file.id),
      kind: file.kind,
      fileName: file.fileName,
      mimeType: file.mediaType,
      size: file.bytes,
      uploadedAt: file.uploadedAt.toISOString(),
    })),
    submittedAt: stored.submittedAt?.toISOString() ?? null,
    closedAt: stored.closedAt?.toISOString() ?? null,
    bearer: stored.bearer,
    charged: { amount: money.merchantCents, fee: money.merchantFeeCents, vat: money.merchantVatCents },
    answerable: whyNotAnswer(stored, now) === null,
    acceptable: whyNotAccept(stored, now) === null,
  }
}

/** A dispute in the contract's shape. */
async function answerOf(db: Connection, scope: Scope, id: string, now: Date): Promise<Dispute> {
  const stored = await readDispute(db, scope, id)
  if (!stored) throw new Error(`dispute ${id} was written and is not there`)
  return disputeOf(stored, await readEvidenceFiles(db, scope, id), now)
}

/** The id of an operation of the shop. Refuses any other with ObjectNotFoundException. */
async function requireOperation(db: Connection, scope: Scope, { operationId: hex }: { operationId: string }): Promise<string> {
  const id = idFrom(hex)
  if (!(await db.first(sql`select from operations o where ${inScope(scope, 'o')} and o.id = ${id}`))) throw notFound(hex)
  return id
}

/** The card disputes of an operation, oldest first. */
export const disputeList: Handler<'disputeList'> = async ({ db, scope, params, now }) => {
  const operationId = await requireOperation(db, scope, params)
  const disputes = await readDisputes(db, scope, sql`d.operation_id = ${operationId}`)
  const results: Dispute[] = []
  for (const one of disputes) results.push(disputeOf(one, await readEvidenceFiles(db, scope, one.id), now))
  return { results }
}

type DisputeCall = Pick<Call<'disputeAccept'>, 'db' | 'scope' | 'params' | 'now'>

/** A dispute under lock that the shop may still answer. Refuses with ObjectNotFoundException or DisputeNotAllowed. */
async function lockOpen({ db, scope, params, now }: DisputeCall, whyNot = whyNotAnswer) {
  const operationId = await requireOperation(db, scope, params)
  const locked = await lockDispute(db, scope, idFrom(params.disputeId))
  if (!locked || locked.dispute.operationId !== operationId) throw notFound(params.disputeId)
  const why = whyNot(locked.dispute, now)
  if (why !== null) throw new Refusal('DisputeNotAllowed', { why })
  return locked
}

const noteWho = (db: Connection, scope: Scope, id: string, userId: string | null): void =>
  db.send(sql`update card_disputes d set answered_by = ${userId} where ${inScope(scope, 'd')} and d.id = ${id}`)

/** Stores the shop's evidence; staff looks at it and sends it. In test mode it is sent at once. */
export const disputeAnswer: Handler<'disputeAnswer'> = async (call) => {
  const { db, scope, body, now, caller, services, audit } = call
  const { dispute, operation } = await lockOpen(call)
  const files = await readEvidenceFiles(db, scope, dispute.id)
  if (body.text.trim() === '' && files.length === 0) throw new Refusal('DisputeNotAllowed', { why: 'empty' })
  const isTest = scope.mode === 'sandbox'
  const next: DisputeChange = { ...dispute, answer: 'evidence', answerText: body.text, answeredAt: now, act: isTest ? 'submit' : null }
  await writeDispute(db, scope, { operation, known: dispute, next, at: { now, wallNow: (await disputeClock(services, scope)).wallNow } })
  noteWho(db, scope, dispute.id, caller.userId)
  audit({ entity: 'operation', entityId: operation.id, after: { dispute: hexOf(dispute.id), answer: 'evidence', files: files.length } })
  return answerOf(db, scope, dispute.id, now)
}

/** The shop does not contest the dispute: the card provider is told, and the shop bears it. */
export const disputeAccept: Handler<'disputeAccept'> = async (call) => {
  const { db, scope, now, caller, services, audit } = call
  const { dispute, operation } = await lockOpen(call, whyNotAccept)
  const next: DisputeChange = { ...dispute, answer: 'accepted', answeredAt: now, act: 'accept' }
  await writeDispute(db, scope, { operation, known: dispute, next, at: { now, wallNow: (await disputeClock(services, scope)).wallNow } })
  noteWho(db, scope, dispute.id, caller.userId)
  audit({ entity: 'operation', entityId: operation.id, after: { dispute: hexOf(dispute.id), answer: 'accepted' } })
  return answerOf(db, scope, dispute.id, now)
}

/** Stores a file in place of an earlier one of its kind. Refuses with FileNotAccepted, DisputeNotAllowed or TooManyRequests. */
export const disputeFileUpload = withPreparation<'disputeFileUpload', Inspected>(
  async ({ services, scope, params, file }) => {
    await services.database.read(scope, (db) => requireOperation(db, scope, params))
    return inspectUpload(services, file.bytes, maxPages).catch(refuseFile)
  },
  async (call, inspected) => {
    const { db, scope, body, file, now, caller, audit } = call
    const { dispute, operation } = await lockOpen(call)
    const before = await readEvidenceFiles(db, scope, dispute.id)
    const others = before.filter(({ kind }) => kind !== body.kind)
    const replaced = before.filter(({ kind }) => kind === body.kind)
    if (others.reduce((sum, { bytes }) => sum + bytes, inspected.bytes.length) > MAX_EVIDENCE_BYTES)
      throw new Refusal('DisputeNotAllowed', { why: 'big' })
    const fileName = cleanName(file.name, inspected.kind, text('disputes.file.name'))
    const { accountId, userId } = caller
    const uploadId = await keepUpload(db, { accountId, userId, purpose: 'dispute', fileName, now, ...inspected }).catch(refuseFile)
    await db.run(sql`insert into dispute_files as f (merchant_id, mode, id, dispute_id, kind, upload_id, file_name, media_type, bytes, uploaded_at, uploaded_by)
      values (${scope.merchantId}, ${scope.mode}, ${newId(now)}, ${dispute.id}, ${body.kind}, ${uploadId}, ${fileName}, ${inspected.kind}, ${inspected.bytes.length}, ${now}, ${userId})
      on conflict (merchant_id, mode, dispute_id, kind) do update set id = excluded.id, upload_id = excluded.upload_id, file_name = excluded.file_name,
        media_type = excluded.media_type, bytes = excluded.bytes, uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by`)
    await removeBytes(
      db,
      accountId,
      replaced.map((one) => one.uploadId),
    )
    audit({ entity: 'operation', entityId: operation.id, after: { dispute: hexOf(dispute.id), file: body.kind } })
    return answerOf(db, scope, dispute.id, now)
  },
)

/** A file as it was stored, always as a download. */
export const disputeFile: Handler<'disputeFile'> = async ({ services, scope, params, caller }) => {
  const fileId = idFrom(params.fileId)
  const upload = await services.database.read(scope, async (db) => {
    const operationId = await requireOperation(db, scope, params)
    const dispute = await readDispute(db, scope, idFrom(params.disputeId))
    const files = dispute?.operationId === operationId ? await readEvidenceFiles(db, scope, dispute.id) : []
    const found = files.find(({ id }) => id === fileId)
    return found && readUpload(db, caller.accountId, found.uploadId)
  })
  if (!upload) throw notFound(params.fileId)
  return { download: once(upload.bytes), fileName: plainName(upload.fileName), mediaType: upload.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Removes a file before the evidence was sent. */
export const disputeFileDelete: Handler<'disputeFileDelete'> = async (call) => {
  const { db, scope, params, now, caller, audit } = call
  const { dispute, operation } = await lockOpen(call)
  const removed = await db.first<{ kind: string; upload_id: string }>(sql`delete from dispute_files f where ${inScope(scope, 'f')}
    and f.dispute_id = ${dispute.id} and f.id = ${idFrom(params.fileId)} returning f.kind, f.upload_id`)
  if (!removed) throw notFound(params.fileId)
  await removeBytes(db, caller.accountId, [removed.upload_id])
  audit({ entity: 'operation', entityId: operation.id, before: { dispute: hexOf(dispute.id), file: removed.kind } })
  return answerOf(db, scope, dispute.id, now)
}
