import { maskIban } from '#domain/money/iban'
import { type Actor, recordAct } from '../../platform/calls/actor.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type KeptUpload, plainName, readUpload } from '../../platform/uploads/keepUpload.ts'
import { stopChange } from './changes.ts'
import { beginCooling } from './coolingEnd.ts'
import { notifyPeople } from './notifyPeople.ts'
import type { IbanChange } from './ibanChange.ts'

/** A change that waits for the provider. */
type WaitingReview = { id: string; shop: string; holder: string; iban: string; confirmedAt: Date }

/** Changes that wait for the provider's review, oldest first. */
export async function waitingReviews({ read }: Database): Promise<WaitingReview[]> {
  const rows = await read(null, (db) =>
    db.rows<{ id: string; shop: string; holder_name: string; iban: string; confirmed_at: Date }>(sql`
      select b.id, m.name as shop, b.holder_name, b.iban, b.confirmed_at from bank_accounts b join merchants m on m.id = b.merchant_id
      where b.state = 'pending_review' and b.reviewed_at is null order by b.confirmed_at limit 200`),
  )
  return rows.map((row) => ({
    id: row.id,
    shop: row.shop,
    holder: row.holder_name,
    iban: maskIban(row.iban),
    confirmedAt: row.confirmed_at,
  }))
}

/** What a reviewer compares: the whole number and the uploaded certificate. Opening it leaves an audit entry that the account's owner can see. */
export async function reviewedCertificate(
  db: Connection,
  id: string,
  by: Actor,
): Promise<{ iban: string; holder: string; file: KeptUpload } | undefined> {
  const row = await db.first<{ account_id: string; upload_id: string; iban: string; holder_name: string }>(
    sql`select account_id, upload_id, iban, holder_name from bank_accounts where id = ${id} and upload_id is not null`,
  )
  const file = row && (await readUpload(db, row.account_id, row.upload_id))
  if (row) await recordAct(db, by, { accountId: row.account_id, call: 'operator.read-certificate', entity: 'bank_account', entityId: id })
  return row && file ? { iban: row.iban, holder: row.holder_name, file } : undefined
}

/** The result of a review: the certificate matches account and holder, or what is wrong, in words for the owner. */
export type Verdict = { approved: true } | { approved: false; reason: string }

type ReviewedChange = IbanChange & { reviewed_at: Date | null }

/** Applies the provider's review of a change. Refuses with ReviewNotAllowed one that does not wait for it. */
export async function review(db: Connection, id: string, verdict: Verdict, { by, now }: ByProvider): Promise<void> {
  const change =
    await db.first<ReviewedChange>(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner,
        second_owner_id, reviewed_at from bank_accounts where id = ${id} and requested_by is not null for update`)
  if (!change) throw notFound(hexOf(id))
  const entry = {
    accountId: change.account_id,
    merchantId: change.merchant_id,
    mode: 'live',
    call: verdict.approved ? 'operator.approve-iban' : 'operator.reject-iban',
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: verdict.approved ? { state: waitsForOwner(change) ? change.state : 'cooling' } : { state: 'rejected', note: verdict.reason },
  } as const
  await audited(db, by, entry, () => applyVerdict(db, change, verdict, now))
}

/** Whether another owner has yet to consent, before its cooling-off begins. */
const waitsForOwner = ({ needs_second_owner: needed, second_owner_id: consented }: IbanChange): boolean => needed && consented === null

async function applyVerdict(db: Connection, change: ReviewedChange, verdict: Verdict, now: Date): Promise<void> {
  if (!verdict.approved) {
    if (!['pending_review', 'cooling'].includes(change.state)) throw new Refusal('ReviewNotAllowed', { why: 'iban' })
    return stopChange(db, change, { state: 'rejected', reason: verdict.reason, now })
  }
  if (change.state !== 'pending_review') throw new Refusal('ReviewNotAllowed', { why: 'iban' })
  if (change.reviewed_at !== null) throw new Refusal('ReviewNotAllowed', { why: 'secondOwner' })
  await db.run(sql`update bank_accounts set reviewed_at = ${now} where id = ${change.id}`)
  if ((await beginCooling(db, change, now)) === null) notifyPeople(db, change, 'iban_checked', now)
}

/** The re-encoded file of a change's certificate, always sent as a download. Opening it leaves an audit entry. */
export const ibanCertificate: Handler<'ibanCertificate'> = async ({ services, scope, caller, params, ip, requestId }) => {
  const id = uuidOf(params.ibanId)
  const file = await services.database.write(scope, async (db) => {
    const row =
      id &&
      (await db.first<{ upload_id: string }>(sql`select upload_id from bank_accounts
        where id = ${id} and merchant_id = ${scope.merchantId} and account_id = ${caller.accountId} and upload_id is not null`))
    if (!row || !id) return undefined
    await recordReading(db, { caller, scope, ip, requestId }, 'ibanCertificate', {
      entity: 'bank_account',
      entityId: id,
      after: { certificate: 'read' },
    })
    return readUpload(db, caller.accountId, row.upload_id)
  })
  if (!file) throw notFound(params.ibanId)
  return { download: once(file.bytes), fileName: plainName(file.fileName), mediaType: file.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
