import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { beginCooling } from './beginCooling.ts'
import type { Change } from './lockChange.ts'
import { stopChange } from './stopChange.ts'

/** What the provider found: the certificate is of this account and this holder, or what is wrong, in words for the owner. */
export type Verdict = { approved: true } | { approved: false; reason: string }

/** The provider's review of a change, with its line in the trail; returns why not, in words for the console, when it is not possible. */
export function review(database: Database, id: string, verdict: Verdict, now: Date): Promise<string | null> {
  return database.write(null, async (db) => {
    const change = await db.first<
      Change & { reviewed_at: Date | null }
    >(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner,
        second_owner_id, reviewed_at from bank_accounts where id = ${id} and requested_by is not null for update`)
    if (!change) return 'there is no such change of bank account'
    const problem = await carryOut(db, change, verdict, now)
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

async function carryOut(
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
