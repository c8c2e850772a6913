import type { CallName } from '#contract/index'
import { may } from '#contract/permissions'
import type { Access, TeamProblem } from '#domain/access/team'
import type { Caller } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { accessOf, memberColumns, nameOf, type StoredMember } from './members.ts'

type LockedTeam = { giver: Access & { id: string } }
export type LockedMember = LockedTeam & {
  accountId: string
  row: StoredMember
  member: Access & { id: string }
  /** Active owners other than this person. */
  otherOwners: number
}

export const teamRefusal = (why: TeamProblem | 'accepted' | 'leaving' | 'notApproved'): Refusal =>
  new Refusal('TeamChangeNotAllowed', { why })

/**
 * Locks the account's team until the transaction ends and reads the caller's access afresh: a cached one is not enough to change others. Of
 * two owners who demote each other at once, the second is refused.
 */
export async function lockTeam(db: Connection, caller: Caller, call: CallName, now: Date): Promise<LockedTeam> {
  const giver = await lockCaller(db, caller, now)
  if (!may(giver.role, call)) throw new Refusal('PermissionDenied')
  return { giver }
}

type CallerAccess = Access & { id: string; name: string }

/** Locks the team as above, for changes of the caller's own access. */
export async function lockCaller(db: Connection, caller: Caller, now: Date): Promise<CallerAccess> {
  await lockAccount(db, caller)
  return readCallerAccess(db, caller, now)
}

/** Serialises changes of an account's team until the transaction ends. */
export async function lockAccount(db: Connection, { accountId }: Pick<Caller, 'accountId'>): Promise<void> {
  await db.run(sql`select from accounts where id = ${accountId} for no key update`)
}

/** The caller's present access. */
export async function readCallerAccess(db: Connection, caller: Caller, now: Date): Promise<CallerAccess> {
  const own = await db.first<StoredMember>(
    sql`select ${memberColumns(now)} from members u where u.id = ${caller.userId} and u.account_id = ${caller.accountId} and u.disabled_at is null and (u.access_until is null or u.access_until > ${now})`,
  )
  if (!own) throw new Refusal('PermissionDenied')
  return { ...accessOf(own), name: nameOf(own) }
}

/** The same, with one person of the account; answers not found for a person of another account. */
export async function lockMember(db: Connection, caller: Caller, call: CallName, userHex: string, now: Date): Promise<LockedMember> {
  const { giver } = await lockTeam(db, caller, call, now)
  const id = idFrom(userHex)
  const [row, owners] = await Promise.all([
    db.first<StoredMember>(
      sql`select ${memberColumns(now)} from members u where u.id = ${id} and u.account_id = ${caller.accountId} and u.removed_at is null`,
    ),
    db.first<{
      many: number
    }>(sql`select count(*)::integer as many from members u where u.account_id = ${caller.accountId} and u.id <> ${id} and u.role = 'owner'
      and u.disabled_at is null and u.joined_at is not null`),
  ])
  if (!row) throw notFound(userHex)
  return { giver, accountId: caller.accountId, row, member: accessOf(row), otherOwners: owners?.many ?? 0 }
}

/** Refuses with TeamChangeNotAllowed an account that was never approved: its name would stand in e-mails from our address to strangers. */
export async function assertApproved(db: Connection, { accountId }: Caller): Promise<void> {
  const approved = await db.first(
    sql`select from merchants where account_id = ${accountId} and (status not in ('pending', 'rejected') or live_on is not null) limit 1`,
  )
  if (!approved) throw teamRefusal('notApproved')
}
