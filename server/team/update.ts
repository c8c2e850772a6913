import type { BodyOf } from '#contract/endpoint'
import type { teamUpdate } from '#contract/team'
import { beyond, changeProblem, type Access } from '#domain/team'
import { sql } from '../db/sql.ts'
import type { Caller, Handler } from '../http/call.ts'
import { requireStepUp } from '../http/requireStepUp.ts'
import { endSessions } from './endSessions.ts'
import { lockMember, teamRefusal } from './lockTeam.ts'
import { lastDay, memberColumns, memberOf, type StoredMember } from './memberRow.ts'
import { readAccessUntil, readShops, tidied } from './readAccess.ts'
import { writeAccess } from './writeAccess.ts'
import { writeLetter } from './writeLetter.ts'

type Asked = BodyOf<typeof teamUpdate>

/**
 * Changes what a person of the account holds, or disables them (domain model §3.23). Whoever loses something is signed out everywhere. Refuses with
 * StepUpRequired, TeamChangeNotAllowed, or ApiValidationException by field.
 */
export const update: Handler<'teamUpdate'> = async ({ db, caller, params, body, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamUpdate', params.userId, now)
  const asked = askedAccess(member, body, caller)
  const accessUntil = body.accessUntil === undefined ? row.access_until : readAccessUntil(body.accessUntil, now)
  const disabled = body.disabled ?? row.disabled_at !== null
  const endsOn = lastDay(accessUntil)
  const problem =
    changeProblem({ giver, member, asked, endsOn, otherOwners }) ??
    (disabled ? changeProblem({ giver, member, asked: null, endsOn, otherOwners }) : null)
  if (problem) throw teamRefusal(problem)

  await writeAccess(db, row.id, { asked, accessUntil, disabled, by: caller.userId, now })
  const wasDisabled = row.disabled_at !== null
  const loses = beyond(member, asked) !== null || (disabled && !wasDisabled)
  const endedSessions = loses ? await endSessions(db, row.id, now) : 0
  // Somebody who was only invited reads it when they accept.
  if (row.has_password) writeLetter(db, row.id, disabled && !wasDisabled ? 'disabled' : 'changed', now)
  audit({
    entity: 'user',
    entityId: row.id,
    before: { ...plain(member), accessUntil: lastDay(row.access_until), disabled: wasDisabled },
    after: { ...plain(asked), accessUntil: endsOn, disabled, ...(endedSessions > 0 && { endedSessions }) },
  })
  const fresh = await db.first<StoredMember>(sql`select ${memberColumns(now)} from users u where u.id = ${row.id}`)
  return { member: memberOf(fresh ?? row, caller, giver, now), endedSessions }
}

/** What stays out of the body stays as it is. Shops that the caller does not know cannot be in it: then the change is above them anyway. */
function askedAccess(member: Access, body: Asked, caller: Caller): Access {
  return tidied({
    role: body.role ?? member.role,
    shops: body.merchants === undefined ? member.shops : readShops(body.merchants, caller),
    withheld: body.withheld ?? member.withheld,
    sandboxOnly: body.sandboxOnly ?? member.sandboxOnly,
    refundLimitCents: body.refundLimit === undefined ? member.refundLimitCents : body.refundLimit,
    refundDayLimitCents: body.refundDayLimit === undefined ? member.refundDayLimitCents : body.refundDayLimit,
  })
}

const plain = ({ role, shops, withheld, sandboxOnly, refundLimitCents, refundDayLimitCents }: Access) => ({
  role,
  shops,
  withheld,
  sandboxOnly,
  refundLimitCents,
  refundDayLimitCents,
})
