import { holdsRight } from '#contract/teamAccess'
import { addDays, isLocalDate, madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { roles } from '#domain/access/roles'
import { type Access, firstExcess } from '#domain/access/team'
import { teamRights } from '#domain/access/teamRights'
import { notify } from '../../merchants/notices/notify.ts'
import type { Caller, MemberId } from '../../platform/calls/call.ts'
import { belongsNowhere } from '../../platform/calls/membership.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { endSessions } from './endAccess.ts'
import type { LockedMember } from './lockTeam.ts'
import { queueTeamEmail } from './teamEmail.ts'

type RequestedRight = { account_id: string; user_id: string; asked_right: string }

/** Shops as uuids, null for all; refuses with ApiValidationException shops that the caller may not enter. */
export function readShops(merchants: readonly string[], { merchantIds }: Caller): string[] | null {
  const ids = [...new Set(merchants)].map((hex) => uuidOf(hex) ?? '')
  if (ids.some((id) => !merchantIds.has(id))) throw fieldRefusal('merchants', 'unknown', text('team.problem.shop'))
  return ids.length === 0 ? null : ids
}

/** The first instant after the last Madrid day of access; refuses past days, and days more than two years ahead. */
export function readAccessUntil(day: string | null, now: Date): Date | null {
  if (day === null) return null
  const today = madridDay(now)
  if (!isLocalDate(day) || day < today || day > addDays(today, 731)) throw fieldRefusal('access_until', 'range', text('team.problem.until'))
  return startOfNextMadridDay(day)
}

/** Without the right to refund there are no refund limits. */
export function normalizedAccess(access: Access): Access {
  const refunds = access.role !== 'guest' && !access.withheld.includes('refund')
  const withheld = access.role === 'guest' ? [] : [...new Set(access.withheld)].toSorted()
  return refunds ? { ...access, withheld } : { ...access, withheld, refundLimitCents: null, refundDayLimitCents: null }
}

export const fieldRefusal = (name: string, code: string, message: string): Refusal =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message }] })

type NewAccess = { asked: Access; accessUntil: Date | null; disabled: boolean; by: string | null; now: Date }

/** Writes a person's new access. Their pending requests for what they now hold are closed with it. */
export async function writeAccess(
  db: Connection,
  memberId: MemberId,
  { asked: access, accessUntil, disabled, by, now }: NewAccess,
): Promise<void> {
  const { accountId, userId } = memberId
  const isOwnerAfter = access.role === 'owner' && !disabled
  await db.run(sql`update memberships set role = ${access.role}, withheld = ${[...access.withheld]}::text[], sandbox_only = ${access.sandboxOnly}, refund_limit_cents = ${access.refundLimitCents},
      refund_day_limit_cents = ${access.refundDayLimitCents}, access_until = ${accessUntil},
      access_warned_at = case when access_until is distinct from ${accessUntil} then null else access_warned_at end,
      access_ended_at = case when access_until is distinct from ${accessUntil} then null else access_ended_at end,
      owner_since = case when ${isOwnerAfter}::boolean and not (role = 'owner' and disabled_at is null) then ${now}::timestamptz else owner_since end,
      owner_until = case when not ${isOwnerAfter}::boolean and role = 'owner' and disabled_at is null and joined_at is not null then ${now}::timestamptz else owner_until end,
      disabled_at = case when ${disabled}::boolean then coalesce(disabled_at, ${now}) end,
      access_revision = access_revision + 1, access_changed_by = ${by} where account_id = ${accountId} and user_id = ${userId}`)
  db.send(
    sql`delete from user_merchants l using merchants m where m.id = l.merchant_id and m.account_id = ${accountId} and l.user_id = ${userId} and not l.merchant_id = any(${[...(access.shops ?? [])]}::uuid[])`,
  )
  if (access.shops !== null)
    db.send(
      sql`insert into user_merchants (user_id, merchant_id) select ${userId}, unnest(${[...access.shops]}::uuid[]) on conflict do nothing`,
    )
  await closeRequests(db, memberId, access, { leaves: disabled, by, now })
}

/** A person's new access; stored with an owner's exit that waits. */
export type AccessChange = { asked: Access; accessUntil: Date | null; disabled: boolean }
type By = { by: string; now: Date }
type Changed = Pick<LockedMember, 'row' | 'member' | 'accountId'>

/** Writes a person's new access and notifies them; whoever loses something is signed out, unless they may enter another account. Returns how many sessions ended. */
export async function applyAccess(
  db: Connection,
  { row, member, accountId }: Changed,
  change: AccessChange,
  { by, now }: By,
): Promise<number> {
  const { asked: requested, disabled } = change
  const isDisabledNow = disabled && row.disabled_at === null
  const memberId = { accountId, userId: row.id }
  await writeAccess(db, memberId, { ...change, by, now })
  const endedSessions = firstExcess(member, requested) !== null || isDisabledNow ? await endSessions(db, memberId, now) : 0
  // An invited person reads it when they accept.
  if (row.joined) queueTeamEmail(db, memberId, isDisabledNow ? 'disabled' : 'changed', now)
  return endedSessions
}

/**
 * Removes a person from the account and notifies them. With their last account their sessions and links end and their address is free; other memberships
 * and what they share stay. Returns how many sessions ended.
 */
export async function applyRemoval(db: Connection, { row, member, accountId }: Changed, { by, now }: By): Promise<number> {
  const memberId = { accountId, userId: row.id }
  const endedSessions = await removeMembership(db, memberId, now)
  await closeRequests(db, memberId, member, { leaves: true, by, now })
  if (row.joined) queueTeamEmail(db, memberId, 'removed', now)
  return endedSessions
}

/** Takes somebody out of an account, whose address is free then; links and sessions end. Returns how many sessions were alive. */
export async function removeMembership(db: Connection, memberId: MemberId, now: Date): Promise<number> {
  const { accountId, userId } = memberId
  await db.run(sql`update memberships set removed_at = ${now}, disabled_at = coalesce(disabled_at, ${now}),
      owner_until = case when role = 'owner' and disabled_at is null and joined_at is not null then ${now}::timestamptz else owner_until end
    where account_id = ${accountId} and user_id = ${userId}`)
  await db.run(sql`update users u set closed_at = ${now} where u.id = ${userId} and ${belongsNowhere}`)
  return endSessions(db, memberId, now)
}

type Change = { leaves: boolean; by: string | null; now: Date }

/**
 * Closes the requests of a person whose access changed, in the same transaction: those they now hold are granted; all others of a person
 * who leaves lapse.
 */
async function closeRequests(db: Connection, { accountId, userId }: MemberId, held: Access, { leaves, by, now }: Change): Promise<void> {
  const rights = leaves ? teamRights : teamRights.filter((right) => holdsRight(held, right))
  const answered = await db.rows<{ id: string; account_id: string; user_id: string; asked_right: string }>(
    sql`update access_requests set state = ${leaves ? 'declined' : 'granted'}, decided_by = ${by}, decided_at = ${now}
      where account_id = ${accountId} and user_id = ${userId} and state = 'pending' and asked_right = any(${[...rights]}::text[]) returning id, account_id, user_id, asked_right`,
  )
  if (!leaves) for (const one of answered) notifyRequester(db, one, 'access_granted', now)
}

/** Notifies the requester of the outcome. */
export function notifyRequester(db: Connection, request: RequestedRight, type: 'access_granted' | 'access_declined', now: Date): void {
  notify(db, {
    about: { accountId: request.account_id },
    type,
    level: type === 'access_granted' ? 'success' : 'warning',
    values: [{ key: 'right', said: [{ of: `team.right.${request.asked_right}` }] }],
    actionUrl: null,
    roles,
    userId: request.user_id,
    now,
  })
}
