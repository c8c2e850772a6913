import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { pauseEnd } from '../../platform/calls/credentialPause.ts'
import { isOwner } from '../../platform/calls/ownerStanding.ts'
import { applyAccess, applyRemoval, type AskedAccess } from './applyChange.ts'
import { lockAccount } from './lockTeam.ts'
import { accessOf, memberColumns, plain, type StoredMember } from './memberRow.ts'
import { tellOwnerExit, type OwnerExitHow } from './ownerExit.ts'

type Exit = { id: string; account_id: string; user_id: string; asked_by: string; how: OwnerExitHow; access: AskedAccess | null }

/**
 * Lets owners go whose time has come, each in a transaction of its own, once, however many processes do so; what cannot be done any more is ended
 * instead, and what falls due while the account's ways in are paused waits for the pause's end. Returns how many went.
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
  for (const one of due) {
    try {
      if (await database.write(null, (db) => complete(db, one, at))) done += 1
    } catch (error) {
      log('error', 'owner_exit_waits', { exit: one.id }, error)
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
  // Whoever asked must still be an owner: so the account is never without one.
  const [row, asker] = await Promise.all([
    db.first<StoredMember>(sql`select ${memberColumns(now)} from users u where u.id = ${exit.user_id} and ${isOwner}`),
    db.first(sql`select from users u where u.id = ${exit.asked_by} and ${isOwner}`),
  ])
  const state = row && asker ? 'done' : 'void'
  await db.run(sql`update owner_exits set state = ${state}, ended_at = ${now} where id = ${exit.id}`)
  if (row && state === 'done') {
    const changed = { row, member: accessOf(row) }
    const by = { by: exit.asked_by, now }
    if (exit.access) await applyAccess(db, changed, readAccess(exit.access), by)
    else await applyRemoval(db, changed, by)
  }
  await tellOwnerExit(db, exit.user_id, state === 'done' ? 'owner_exit_done' : 'owner_exit_stopped', now)
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
    before: row && { ...plain(accessOf(row)), accessUntil: null, disabled: false },
    after: { ownerExit: state, ...(state === 'done' && (exit.access ? plain(exit.access.asked) : { removed: true })) },
    requestId: 'clock',
  })
  return state === 'done'
}

/** As it was put down: JSON has no instants. */
const readAccess = (access: AskedAccess): AskedAccess => ({
  ...access,
  accessUntil: access.accessUntil && new Date(access.accessUntil),
})
