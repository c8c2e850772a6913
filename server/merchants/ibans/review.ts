import { maskIban } from '#domain/money/iban'
import { record, recordOpened } from '../../platform/audit/record.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type KeptUpload, plainName, readUpload } from '../../platform/uploads/keepUpload.ts'
import { type Change, stopChange } from './changes.ts'
import { beginCooling } from './coolingEnd.ts'

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
export const reviewedCertificate = (
  { write }: Database,
  id: string,
): Promise<{ iban: string; holder: string; file: KeptUpload } | undefined> =>
  write(null, async (db) => {
    const row = await db.first<{ account_id: string; upload_id: string; iban: string; holder_name: string }>(
      sql`select account_id, upload_id, iban, holder_name from bank_accounts where id = ${id} and upload_id is not null`,
    )
    const file = row && (await readUpload(db, row.account_id, row.upload_id))
    if (row) await recordOpened(db, { accountId: row.account_id, call: 'operator.read-certificate', entity: 'bank_account', entityId: id })
    return row && file ? { iban: row.iban, holder: row.holder_name, file } : undefined
  })

/** The result of a review: the certificate matches account and holder, or what is wrong, in words for the owner. */
export type Verdict = { approved: true } | { approved: false; reason: string }

/** Applies the provider's review of a change, with an audit entry; returns why it is not possible, in words for the console, or null. */
export function review(database: Database, id: string, verdict: Verdict, now: Date): Promise<string | null> {
  return database.write(null, async (db) => {
    const change = await db.first<
      Change & { reviewed_at: Date | null }
    >(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner,
        second_owner_id, reviewed_at from bank_accounts where id = ${id} and requested_by is not null for update`)
    if (!change) return 'no such bank account change'
    const problem = await applyVerdict(db, change, verdict, now)
    await record(db, {
      accountId: change.account_id,
      merchantId: change.merchant_id,
      mode: 'live',
      userId: null,
      role: 'operator',
      ip: null,
      call: verdict.approved ? 'operator.approve-iban' : 'operator.reject-iban',
      outcome: problem === null ? 'done' : 'refused',
      entity: 'bank_account',
      entityId: change.id,
      before: { state: change.state },
      after: verdict,
    })
    return problem
  })
}

async function applyVerdict(
  db: Connection,
  change: Change & { reviewed_at: Date | null },
  verdict: Verdict,
  now: Date,
): Promise<string | null> {
  if (!verdict.approved) {
    if (!['pending_review', 'cooling'].includes(change.state)) return `it is ${change.state}`
    await stopChange(db, change, { state: 'rejected', reason: verdict.reason, now })
    return null
  }
  if (change.state !== 'pending_review') return `it is ${change.state}`
  if (change.reviewed_at !== null) return 'it was approved already, and waits for another owner'
  await db.run(sql`update bank_accounts set reviewed_at = ${now} where id = ${change.id}`)
  await beginCooling(db, change, now)
  return null
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
