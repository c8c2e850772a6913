import type { ListedDispute } from '#contract/provider/disputes'
import {
  answerBy,
  merchantTotal,
  type DisputeAnswer,
  type DisputeBearer,
  type DisputeReason,
  type DisputeState,
} from '#domain/money/cardDispute'
import { readEvidenceFiles } from '../../money/disputes/evidenceFiles.ts'
import { readDispute } from '../../money/disputes/disputeRows.ts'
import { acceptDispute, closable, closeByHand, staffMay, submitEvidence } from '../../money/disputes/staffActs.ts'
import { disputesForStaff } from '../../money/disputes/disputeTasks.ts'
import { type ConsoleHandler, type StaffChange, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { plainName, readUpload } from '../../platform/uploads/keepUpload.ts'

const maxRows = 200

type Row = {
  dispute_id: string
  account_id: string
  merchant_id: string
  name: string
  operation_id: string
  reference: string
  state: DisputeState
  reason: DisputeReason
  amount_cents: bigint
  opened_at: Date
  evidence_due_at: Date | null
  answer: DisputeAnswer | null
  submitted_at: Date | null
  bearer: DisputeBearer | null
  closed_at: Date | null
}

const columns = sql`q.dispute_id, m.account_id, q.merchant_id, m.name, q.operation_id, q.reference, q.state, q.reason, q.amount_cents, q.opened_at, q.evidence_due_at,
  q.answer, q.submitted_at, q.bearer, q.closed_at`

type List = { where: Sql; order: Sql }
const lists: Readonly<Record<'open' | 'closed', (now: Date) => List>> = {
  // First what waits for staff, then what still takes evidence: after that nothing can be done about a dispute but wait for the bank.
  open: (now) => ({
    where: sql`q.closed_at is null`,
    order: sql`case when ${disputesForStaff(now)} then 0 when q.submitted_at is null and q.evidence_due_at > ${now} then 1 else 2 end,
      q.evidence_due_at nulls last, q.dispute_id`,
  }),
  closed: () => ({ where: sql`q.closed_at is not null`, order: sql`q.closed_at desc, q.dispute_id desc` }),
}

const listed = (row: Row): ListedDispute => ({
  id: hexOf(row.dispute_id),
  accountId: hexOf(row.account_id),
  merchant: { id: hexOf(row.merchant_id), name: row.name },
  operationId: hexOf(row.operation_id),
  reference: row.reference,
  state: row.state,
  reason: row.reason,
  amount: Number(row.amount_cents),
  openedAt: row.opened_at.toISOString(),
  evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
  answer: row.answer,
  submittedAt: row.submitted_at?.toISOString() ?? null,
  bearer: row.bearer,
  closedAt: row.closed_at?.toISOString() ?? null,
})

/** Card disputes over all shops: the queue is read, of which all is seen without a scope. */
export const consoleDisputeList: ConsoleHandler<'consoleDisputeList'> = async ({ db, query, now }) => {
  const { where, order } = lists[query.list](now)
  const [rows, sums] = await Promise.all([
    db.rows<Row>(
      sql`select ${columns} from card_dispute_queue q join merchants m on m.id = q.merchant_id where q.mode = 'live' and ${where} order by ${order} limit ${maxRows}`,
    ),
    db.first<{
      open: number
      amount: string
      waiting: number
    }>(sql`select count(*)::integer as open, coalesce(sum(q.amount_cents), 0) as amount,
      (count(*) filter (where ${disputesForStaff(now)}))::integer as waiting from card_dispute_queue q where q.mode = 'live' and q.closed_at is null`),
  ])
  return { disputes: rows.map(listed), open: sums?.open ?? 0, amount: Number(sums?.amount ?? 0), waiting: sums?.waiting ?? 0 }
}

type Place = { scope: Scope; disputeId: string; accountId: string; operationId: string; row: Row }

async function placeOf(db: Connection, disputeHex: string): Promise<Place> {
  const disputeId = idFrom(disputeHex)
  const row = await db.first<Row>(
    sql`select ${columns} from card_dispute_queue q join merchants m on m.id = q.merchant_id where q.dispute_id = ${disputeId} and q.mode = 'live'`,
  )
  if (!row) throw notFound(disputeHex)
  return { disputeId, scope: mintScope(row.merchant_id, 'live'), accountId: row.account_id, operationId: row.operation_id, row }
}

/** The entry of the account's audit log. */
const entry = ({ scope: { merchantId, mode }, accountId, operationId, disputeId }: Place, after: object): StaffChange => ({
  accountId,
  merchantId,
  mode,
  entity: 'operation',
  entityId: operationId,
  after: { dispute: hexOf(disputeId), ...after },
})

/** One dispute with its evidence; the reading is noted, since the evidence holds what a customer wrote. */
export const consoleDispute: ConsoleHandler<'consoleDispute'> = async ({ db, params, services }) => {
  const place = await placeOf(db, params.disputeId)
  const { scope, disputeId, row } = place
  const [stored, files, closedReason] = await services.database.read(scope, (own) =>
    Promise.all([
      readDispute(own, scope, disputeId),
      readEvidenceFiles(own, scope, disputeId),
      own.first<{ closed_reason: string | null }>(
        sql`select d.closed_reason from card_disputes d where ${inScope(scope, 'd')} and d.id = ${disputeId}`,
      ),
    ]),
  )
  if (!stored) throw notFound(params.disputeId)
  const may = staffMay(stored)
  return {
    ...listed(row),
    reasonCode: stored.reasonCode,
    answerBy: stored.evidenceDueAt && answerBy(stored.openedAt, stored.evidenceDueAt).toISOString(),
    answeredAt: stored.answeredAt?.toISOString() ?? null,
    text: stored.answerText ?? '',
    files: files.map(({ id, kind, fileName, mediaType, bytes }) => ({ id: hexOf(id), kind, fileName, mimeType: mediaType, size: bytes })),
    soldByRules: stored.soldByRules,
    note: stored.actText ?? '',
    act: stored.act,
    withdrawn: stored.withdrawnCents,
    fee: stored.feeCents,
    held: stored.money.heldCents,
    lostByProvider: stored.money.providerCents,
    chargedToMerchant: merchantTotal(stored.money),
    closedReason: closedReason?.closed_reason ?? null,
    submittable: may.submit,
    acceptable: may.accept,
    closable: may.close,
  }
}

/** A file of the evidence; opening it leaves an entry in the account's audit log. */
export const consoleDisputeFile: ConsoleHandler<'consoleDisputeFile'> = async ({ db, params, services, audit }) => {
  const place = await placeOf(db, params.disputeId)
  const { scope, disputeId, accountId } = place
  const fileId = idFrom(params.fileId)
  const file = await services.database.read(scope, async (own) => {
    const found = (await readEvidenceFiles(own, scope, disputeId)).find(({ id }) => id === fileId)
    return found && { kind: found.kind, upload: await readUpload(own, accountId, found.uploadId) }
  })
  if (!file?.upload) throw notFound(params.fileId)
  audit(entry(place, { file: file.kind }))
  return { download: once(file.upload.bytes), fileName: plainName(file.upload.fileName), mediaType: file.upload.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Sends the evidence. Refuses with ProviderActionNotAllowed when there is none, it was sent, or it is too late. */
export const consoleDisputeSubmit: ConsoleHandler<'consoleDisputeSubmit'> = async ({ db, params, body, staff, now, audit }) => {
  const place = await placeOf(db, params.disputeId)
  const by = { ...body, staffId: staff.staffId, at: { now, wallNow: now } }
  await withScope(db, place.scope, () => submitEvidence(db, place.scope, place.disputeId, by))
  audit(entry(place, { soldByRules: body.soldByRules }))
  return undefined
}

/** Accepts it. Refuses with ProviderActionNotAllowed when the card provider has been told otherwise. */
export const consoleDisputeAccept: ConsoleHandler<'consoleDisputeAccept'> = async ({ db, params, body, staff, now, audit }) => {
  const place = await placeOf(db, params.disputeId)
  const by = { staffId: staff.staffId, at: { now, wallNow: now } }
  await withScope(db, place.scope, () => acceptDispute(db, place.scope, place.disputeId, by))
  audit(entry(place, { note: body.reason }))
  return undefined
}

/** Ends it by hand, once a second person has confirmed it. */
export const consoleDisputeClose = withSecondPerson<'consoleDisputeClose'>(
  async ({ db, params, body }) => {
    const { scope, disputeId, accountId, operationId } = await placeOf(db, params.disputeId)
    const known = await withScope(db, scope, () => closable(db, scope, disputeId))
    return {
      entity: 'operation',
      entityId: operationId,
      accountId,
      merchantId: scope.merchantId,
      before: { disputeState: known.state, withdrawnCents: known.withdrawnCents },
      after: { disputeState: body.outcome, reason: body.reason },
    }
  },
  async ({ db, params, body, staff, now, audit }) => {
    const place = await placeOf(db, params.disputeId)
    const by = { ...body, staffId: staff.staffId, at: { now, wallNow: now } }
    await withScope(db, place.scope, () => closeByHand(db, place.scope, place.disputeId, by))
    audit(entry(place, { outcome: body.outcome, note: body.reason }))
    return undefined
  },
)
