import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { type Access, changeProblem } from '#domain/access/team'
import { notifyNewOwner } from '../../merchants/notices/notify.ts'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { assertRevision } from '../../platform/calls/revision.ts'
import { sql } from '../../platform/database/sql.ts'
import { applyAccess, applyRemoval, readAccessUntil, readShops, normalizedAccess } from './applyChange.ts'
import { lockMember, teamRefusal } from './lockTeam.ts'
import { lastDay, memberColumns, memberOf, nameOf, accessForAudit, type StoredMember } from './members.ts'
import { requestOwnerExit, isExitDelayed } from './ownerExits.ts'

type MemberChange = BodyOf<Api['teamUpdate']>

/**
 * Changes a person's access, or disables them (docs/domain.md#team). Whoever loses something is signed out everywhere. Demoting an owner
 * takes effect days later, and any owner can stop it. Refuses with StepUpRequired, TeamChangeNotAllowed, SettingsStale, or
 * ApiValidationException by field.
 */
export const teamUpdate: Handler<'teamUpdate'> = async ({ db, caller, params, body, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamUpdate', params.userId, now)
  const requested = requestedAccess(member, body, caller)
  const accessUntil = body.accessUntil === undefined ? row.access_until : readAccessUntil(body.accessUntil, now)
  const disabled = body.disabled ?? row.disabled_at !== null
  const endsOn = lastDay(accessUntil)
  const wasDisabled = row.disabled_at !== null
  const before = { ...accessForAudit(member), accessUntil: lastDay(row.access_until), disabled: wasDisabled }
  const after = { ...accessForAudit(requested), accessUntil: endsOn, disabled }
  const changes = !isDeepStrictEqual(before, after)
  const present = sql`select u.access_revision as revision, u.access_changed_by as changed_by from memberships u where u.user_id = ${row.id} and u.account_id = ${caller.accountId}`
  // Disabling or enabling somebody depends on no other value, so no revision is compared.
  if (Object.keys(body).some((name) => name !== 'disabled')) await assertRevision(db, { seen: body.revision, changes, present })
  const problem =
    changeProblem({ giver, member, requested, endsOn, otherOwners }) ??
    (disabled ? changeProblem({ giver, member, requested: null, endsOn, otherOwners }) : null)
  if (problem) throw teamRefusal(problem)

  const change = { asked: requested, accessUntil, disabled }
  const changed = async (endedSessions: number) => {
    const fresh = await db.first<StoredMember>(
      sql`select ${memberColumns(now)} from members u where u.id = ${row.id} and u.account_id = ${caller.accountId}`,
    )
    return { member: memberOf(fresh ?? row, caller, giver, now), endedSessions }
  }
  if (!changes) return changed(0)
  if ((requested.role !== 'owner' || disabled) && (await isExitDelayed(db, { accountId: caller.accountId, userId: row.id }, now))) {
    const how = disabled ? 'disabled' : 'changed'
    const effectiveAt = await requestOwnerExit(db, caller, { userId: row.id, how, access: change }, now)
    audit({ entity: 'user', entityId: row.id, before, after: { ownerExit: 'waiting', effectiveAt } })
    return changed(0)
  }
  const endedSessions = await applyAccess(db, { row, member, accountId: caller.accountId }, change, { by: caller.userId, now })
  if (requested.role === 'owner' && row.joined && !disabled && (member.role !== 'owner' || wasDisabled))
    notifyNewOwner(db, { accountId: caller.accountId, name: nameOf(row), now })
  audit({ entity: 'user', entityId: row.id, before, after: { ...after, ...(endedSessions > 0 && { endedSessions }) } })
  return changed(endedSessions)
}

/** Fields left out of the body keep their value. The body cannot contain shops that the caller may not enter: the change is refused then anyway. */
function requestedAccess(member: Access, body: MemberChange, caller: Caller): Access {
  return normalizedAccess({
    role: body.role ?? member.role,
    shops: body.merchants === undefined ? member.shops : readShops(body.merchants, caller),
    withheld: body.withheld ?? member.withheld,
    sandboxOnly: body.sandboxOnly ?? member.sandboxOnly,
    refundLimitCents: body.refundLimit === undefined ? member.refundLimitCents : body.refundLimit,
    refundDayLimitCents: body.refundDayLimit === undefined ? member.refundDayLimitCents : body.refundDayLimit,
  })
}

/**
 * Removes a person from the account: their sessions and links end, their address is free, and the audit log keeps what they did. An owner
 * leaves days later, unless an owner stops it. Refuses with StepUpRequired or TeamChangeNotAllowed.
 */
export const teamRemove: Handler<'teamRemove'> = async ({ db, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamRemove', params.userId, now)
  const problem = changeProblem({ giver, member, requested: null, endsOn: null, otherOwners })
  if (problem) throw teamRefusal(problem)
  const before = { role: row.role, disabled: row.disabled_at !== null }
  if (await isExitDelayed(db, { accountId: caller.accountId, userId: row.id }, now)) {
    const effectiveAt = await requestOwnerExit(db, caller, { userId: row.id, how: 'removed', access: null }, now)
    audit({ entity: 'user', entityId: row.id, before, after: { ownerExit: 'waiting', effectiveAt } })
    return { endedSessions: 0, leavesAt: effectiveAt.toISOString() }
  }
  const endedSessions = await applyRemoval(db, { row, member, accountId: caller.accountId }, { by: caller.userId, now })
  audit({ entity: 'user', entityId: row.id, before, after: { removed: true, endedSessions } })
  return { endedSessions, leavesAt: null }
}
