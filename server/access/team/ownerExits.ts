import { formatDateTime } from '#domain/platform/dates'
import { handoverEffectiveAt } from '#domain/access/handover'
import { ownersAsOf } from '#domain/access/ownerTenure'
import { notify } from '../../merchants/notices/notify.ts'
import { record } from '../../platform/audit/record.ts'
import type { Caller, Handler, MemberId, Services } from '../../platform/calls/call.ts'
import { pauseEnd } from '../../platform/calls/factor.ts'
import { isOwner, isSettledOwner } from '../../platform/calls/userConditions.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { applyAccess, applyRemoval, type AccessChange } from './applyChange.ts'
import { lockAccount, lockTeam, teamRefusal } from './lockTeam.ts'
import { accessOf, memberColumns, accessForAudit, type StoredMember, type OwnerExitHow } from './members.ts'

type News = 'owner_exit_asked' | 'owner_exit_stopped' | 'owner_exit_done'

/** Whether somebody's ownership ends with a delay: an owner since some days. A newly made one may be removed at once. */
export async function isExitDelayed(db: Connection, { accountId, userId }: MemberId, now: Date): Promise<boolean> {
  return (
    (await db.first(sql`select from members u where u.id = ${userId} and u.account_id = ${accountId} and ${isSettledOwner(now)}`)) !==
    undefined
  )
}

type OwnerExit = { userId: string; how: OwnerExitHow; access: AccessChange | null }

/**
 * Stores a delayed end of ownership, and notifies every owner, the person included. Returns when it takes effect. Refuses with
 * TeamChangeNotAllowed when one is pending already.
 */
export async function requestOwnerExit(db: Connection, caller: Caller, { userId, how, access }: OwnerExit, now: Date): Promise<Date> {
  const changed = await db.first<{ at: Date | null }>(sql`select greatest(max(u.credentials_changed_at), max(p.replaced_at)) as at
    from users u left join password_history p on p.user_id = u.id where u.id in (${caller.userId}, ${userId})`)
  const effectiveAt = handoverEffectiveAt(now, changed?.at ?? null)
  const inserted = await db.run(sql`insert into owner_exits (id, account_id, user_id, how, access, asked_by, asked_at, effective_at)
    values (${newId(now)}, ${caller.accountId}, ${userId}, ${how}, ${access && JSON.stringify(access)}::jsonb, ${caller.userId}, ${now}, ${effectiveAt})
    on conflict do nothing`)
  if (inserted === 0) throw teamRefusal('leaving')
  await notifyOwnerExit(db, { accountId: caller.accountId, userId }, 'owner_exit_asked', now)
  return effectiveAt
}

/** Cancels a delayed end of ownership; any owner may, also the one it is about, until it has taken effect. */
export const teamOwnerExitStop: Handler<'teamOwnerExitStop'> = async ({ db, caller, params, now, audit }) => {
  await lockTeam(db, caller, 'teamOwnerExitStop', now)
  const userId = uuidOf(params.userId)
  const stopped = await db.run(sql`update owner_exits set state = 'stopped', ended_at = ${now}, ended_by = ${caller.userId}
    where user_id = ${userId ?? null}::uuid and account_id = ${caller.accountId} and state = 'waiting'`)
  if (userId === undefined || stopped === 0) throw notFound(params.userId)
  await notifyOwnerExit(db, { accountId: caller.accountId, userId }, 'owner_exit_stopped', now)
  audit({ entity: 'user', entityId: userId, before: { ownerExit: 'waiting' }, after: { ownerExit: 'stopped' } })
  return undefined
}

/** Notifies every owner by e-mail and in the panel, whatever their notification settings. A person already removed gets their own e-mail. */
async function notifyOwnerExit(db: Connection, { accountId, userId }: MemberId, type: News, now: Date): Promise<void> {
  const exit = await db.first<{ account_id: string; name: string; by: string; effective_at: Date }>(sql`select x.account_id, x.effective_at,
      coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name,
      coalesce(nullif(btrim(concat_ws(' ', b.first_name, b.last_name)), ''), b.email) as by
    from owner_exits x join users u on u.id = x.user_id join users b on b.id = x.asked_by where x.account_id = ${accountId} and x.user_id = ${userId} order by x.asked_at desc limit 1`)
  if (!exit) throw new Error(`no owner exit found for user ${userId} of account ${accountId}`)
  notify(db, {
    about: { accountId: exit.account_id },
    type,
    level: type === 'owner_exit_asked' ? 'warning' : 'info',
    values: [
      { key: 'name', value: exit.name },
      { key: 'by', value: exit.by },
      { key: 'date', value: formatDateTime(exit.effective_at) },
    ],
    actionUrl: '/settings/users-permissions',
    roles: ['owner'],
    byMail: true,
    now,
  })
}

/** Whether an owner of the account left within the last days, or one of these two became one: then a handover takes its longer period. */
export async function hasRecentOwnerChange(db: Connection, accountId: string, userId: string, now: Date): Promise<boolean> {
  const row = await db.first(sql`select from members u where u.account_id = ${accountId}
    and (u.owner_until > ${ownersAsOf(now)} or u.id = ${userId} and greatest(u.created_at, u.invited_at) > ${ownersAsOf(now)}) limit 1`)
  return row !== undefined
}

type Exit = { id: string; account_id: string; user_id: string; asked_by: string; how: OwnerExitHow; access: AccessChange | null }

/**
 * Completes due ends of ownership, each once in its own transaction, however many processes run; one that is no longer possible is ended
 * instead, and one due while the account's credentials are paused waits for the end of the pause. Returns how many were completed.
 */
export async function completeOwnerExits({ database, now, log }: Pick<Services, 'database' | 'now' | 'log'>): Promise<number> {
  const at = now()
  const due = await database.read(null, (db) =>
    db.rows<{
      id: string
      account_id: string
    }>(sql`select x.id, x.account_id from owner_exits x where x.state = 'waiting' and x.effective_at <= ${at}
      and ${pauseEnd(sql`x.account_id`, at)} is null order by x.effective_at limit 100`),
  )
  let done = 0
  for (const exit of due) {
    try {
      if (await database.write(null, (db) => complete(db, exit, at))) done += 1
    } catch (error) {
      log('error', 'owner_exit_failed', { exit: exit.id }, error)
    }
  }
  return done
}

async function complete(db: Connection, due: { id: string; account_id: string }, now: Date): Promise<boolean> {
  await lockAccount(db, { accountId: due.account_id })
  const exit = await db.first<Exit>(
    sql`select x.id, x.account_id, x.user_id, x.asked_by, x.how, x.access from owner_exits x where x.id = ${due.id} and x.state = 'waiting'`,
  )
  if (!exit) return false
  // The requester must still be an owner, so that the account always has one.
  const [row, asker] = await Promise.all([
    db.first<StoredMember>(
      sql`select ${memberColumns(now)} from members u where u.id = ${exit.user_id} and u.account_id = ${exit.account_id} and ${isOwner}`,
    ),
    db.first(sql`select from members u where u.id = ${exit.asked_by} and u.account_id = ${exit.account_id} and ${isOwner}`),
  ])
  const state = row && asker ? 'done' : 'void'
  await db.run(sql`update owner_exits set state = ${state}, ended_at = ${now} where id = ${exit.id}`)
  if (row && state === 'done') {
    const changed = { row, member: accessOf(row), accountId: exit.account_id }
    const by = { by: exit.asked_by, now }
    if (exit.access) await applyAccess(db, changed, readAccess(exit.access), by)
    else await applyRemoval(db, changed, by)
  }
  await notifyOwnerExit(
    db,
    { accountId: exit.account_id, userId: exit.user_id },
    state === 'done' ? 'owner_exit_done' : 'owner_exit_stopped',
    now,
  )
  await record(db, {
    accountId: exit.account_id,
    merchantId: null,
    mode: null,
    userId: null,
    role: null,
    ip: null,
    call: 'ownerExitComplete',
    entity: 'user',
    entityId: exit.user_id,
    before: row && { ...accessForAudit(accessOf(row)), accessUntil: null, disabled: false },
    after: { ownerExit: state, ...(state === 'done' && (exit.access ? accessForAudit(exit.access.asked) : { removed: true })) },
    requestId: 'clock',
  })
  return state === 'done'
}

/** As stored: JSON has no dates. */
const readAccess = (access: AccessChange): AccessChange => ({
  ...access,
  accessUntil: access.accessUntil && new Date(access.accessUntil),
})
