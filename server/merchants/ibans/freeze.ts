import type { Iban } from '#contract/merchants/ibans'
import { maskIban } from '#domain/money/iban'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { record } from '../../platform/audit/record.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { deviceName } from '../../platform/calls/device.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { stopChange } from './changes.ts'
import { isStopToken } from './ibanEmail.ts'
import type { IbanChange } from './ibanChange.ts'

/**
 * "No he sido yo": whoever holds an e-mail's link stops the change it announces, without a session, and pauses every credential change of
 * the account for the length of a cooling-off period; the requester is signed out at once. Repeating it changes nothing. Refuses with
 * LinkReplaced when the link is invalid, or when the change ended otherwise.
 */
export const ibanFreeze: Handler<'ibanFreeze'> = async ({ services, body, now, ip, requestId }) => {
  const ibanId = uuidOf(body.ibanId) ?? ''
  if (!isStopToken(services.tokens, ibanId, body.token)) throw new Refusal('LinkReplaced', { why: 'stop' })
  const pausedUntil = await services.database.write(null, async (db) => {
    const change =
      await db.first<IbanChange>(sql`select b.id, b.account_id, b.merchant_id, b.iban, b.state, b.requested_by, b.new_device, b.needs_second_owner, b.second_owner_id
      from bank_accounts b where b.id = ${ibanId} for update`)
    if (change?.state === 'frozen') return pauseOf(db, change)
    if (!change || !['pending_review', 'cooling'].includes(change.state)) throw new Refusal('LinkReplaced', { why: 'stop' })
    await stopChange(db, change, { state: 'frozen', now })
    await signOutRequester(db, change, now)
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

/** Signs the requester out everywhere and deletes their PINs and known devices: during the pause nobody could remove these. */
async function signOutRequester(db: Connection, { requested_by: userId }: IbanChange, now: Date): Promise<void> {
  await db.run(sql`delete from till_pins where user_id = ${userId}`)
  await db.run(sql`delete from known_devices where user_id = ${userId}`)
  await closeSessions(db, sql`s.user_id = ${userId}`, { reason: 'change_stopped', now })
}

/** The end of the pause of credential changes since this change was frozen. */
async function pauseOf(db: Connection, { id }: IbanChange): Promise<Date | null> {
  const row = await db.first<{ paused_until: Date | null }>(sql`select paused_until from bank_accounts where id = ${id}`)
  return row?.paused_until ?? null
}

/** The change that an e-mail announces, masked, for whoever holds its link. Refuses with LinkReplaced when the link is invalid. */
export const ibanFreezeView: Handler<'ibanFreezeView'> = async ({ services, body }) => {
  const ibanId = uuidOf(body.ibanId) ?? ''
  if (!isStopToken(services.tokens, ibanId, body.token)) throw new Refusal('LinkReplaced', { why: 'stop' })
  const row = await services.database.read(null, (db) =>
    db.first<{
      shop: string
      iban: string
      old: string | null
      who: string
      created_at: Date
      user_agent: string
      state: Iban['status']
      paused_until: Date | null
    }>(sql`
      select m.name as shop, b.iban, p.iban as old, u.first_name || ' ' || u.last_name as who, b.created_at, b.user_agent, b.state, b.paused_until
      from bank_accounts b join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by
        left join bank_accounts p on p.id = b.previous_id
      where b.id = ${ibanId}`),
  )
  if (!row) throw new Refusal('LinkReplaced', { why: 'stop' })
  return {
    merchants: [row.shop],
    from: row.old === null ? null : maskIban(row.old),
    to: maskIban(row.iban),
    requestedBy: row.who,
    requestedAt: row.created_at.toISOString(),
    device: deviceName(row.user_agent),
    status: row.state,
    pausedUntil: row.paused_until?.toISOString() ?? null,
  }
}

/**
 * Ends the pause of credential changes early, after the provider has spoken with the company. Leaves an audit entry; returns why it is not
 * possible, in words for the console, or null.
 */
export function liftPause(database: Database, ibanId: string, now: Date): Promise<string | null> {
  return database.write(null, async (db) => {
    const change = await db.first<{ account_id: string; merchant_id: string }>(sql`update bank_accounts set paused_until = null
      where id = ${ibanId} and paused_until > ${now} returning account_id, merchant_id`)
    if (!change) return 'no such frozen bank account change, or its pause has ended'
    await record(db, {
      accountId: change.account_id,
      merchantId: change.merchant_id,
      mode: 'live',
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.lift-pause',
      entity: 'bank_account',
      entityId: ibanId,
      after: { pause: 'lifted' },
    })
    return null
  })
}
