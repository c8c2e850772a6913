import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { freezeHash } from './freezeHash.ts'
import type { Change } from './lockChange.ts'
import { stopChange } from './stopChange.ts'

/**
 * "No he sido yo": whoever holds the link of a letter stops the change it announces, without a session, and with it every change of a way into the
 * account for the hours of a cooling-off; whoever asked is out at once. A second time changes nothing. Refuses with LinkReplaced when there is no such link, or when the change has ended in another way.
 */
export const ibanFreeze: Handler<'ibanFreeze'> = async ({ services, body, now, ip, requestId }) => {
  const pausedUntil = await services.database.write(null, async (db) => {
    const change =
      await db.first<Change>(sql`select b.id, b.account_id, b.merchant_id, b.iban, b.state, b.requested_by, b.new_device, b.needs_second_owner, b.second_owner_id
      from bank_accounts b join bank_account_letters l on l.bank_account_id = b.id
      where l.token_hash = ${freezeHash(body.token)} and b.id = ${uuidOf(body.ibanId)} for update of b`)
    if (change?.state === 'frozen') return pauseOf(db, change)
    if (!change || !['pending_review', 'cooling'].includes(change.state)) throw new Refusal('LinkReplaced', { why: 'stop' })
    await stopChange(db, change, { state: 'frozen', now })
    await shutOut(db, change, now)
    await record(db, {
      accountId: change.account_id,
      merchantId: change.merchant_id,
      mode: 'live',
      userId: null,
      role: null,
      ip,
      call: 'ibanFreeze',
      entity: 'bank_account',
      entityId: change.id,
      before: { state: change.state },
      after: { state: 'frozen' },
      requestId,
    })
    return pauseOf(db, change)
  })
  return { pausedUntil: pausedUntil?.toISOString() ?? null }
}

/** Whoever asked for it is let out everywhere and loses their PINs and known devices: while changes wait, nobody could take them away. */
async function shutOut(db: Connection, { requested_by: userId }: Change, now: Date): Promise<void> {
  await db.run(sql`delete from till_pins where user_id = ${userId}`)
  await db.run(sql`delete from known_devices where user_id = ${userId}`)
  await db.run(sql`update sessions set ended_at = ${now}, end_reason = 'change_stopped' where user_id = ${userId} and ended_at is null`)
}

/** Until when the account's ways in cannot be changed since this change was frozen. */
async function pauseOf(db: Connection, { id }: Change): Promise<Date | null> {
  const row = await db.first<{ paused_until: Date | null }>(sql`select paused_until from bank_accounts where id = ${id}`)
  return row?.paused_until ?? null
}
