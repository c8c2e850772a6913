import { DAY_MS } from '#domain/platform/dates'
import { emailProblem, tidyEmail } from '#domain/platform/emailAddress'
import { type Access, changeProblem, grantProblem } from '#domain/access/team'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { sql } from '../../platform/database/sql.ts'
import { readAccessUntil, readShops, normalizedAccess } from './applyChange.ts'
import { assertApproved, lockMember, lockTeam, teamRefusal } from './lockTeam.ts'
import { memberColumns, memberOf, type StoredMember } from './members.ts'
import { queueTeamEmail } from './teamEmail.ts'

/** Invitations of one account in a day, so that nobody mails a whole address book. */
const maxPerDay = 100

/**
 * Invites people by e-mail, all with the same access, all or none. Each invitation is a user of its own until it is accepted, also when somebody signs in
 * with that address already: nothing is looked up outside the account, so that neither answer nor time reveals it (`server/access/signIn/invitation.ts`). Refuses with StepUpRequired, TeamChangeNotAllowed until a shop of the account was approved,
 * TooManyRequests, or ApiValidationException naming each address that cannot be invited.
 */
export const teamInvite: Handler<'teamInvite'> = async ({ db, caller, body, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { giver } = await lockTeam(db, caller, 'teamInvite', now)
  const emails = [...new Set(body.emails)]
  const accessUntil = readAccessUntil(body.accessUntil, now)
  const access = normalizedAccess({
    role: body.role,
    shops: readShops(body.merchants, caller),
    withheld: body.withheld,
    sandboxOnly: body.sandboxOnly,
    refundLimitCents: body.refundLimit,
    refundDayLimitCents: body.refundDayLimit,
  })
  const problem = grantProblem(giver, access, body.accessUntil)
  if (problem) throw teamRefusal(problem)
  await assertApproved(db, caller)
  await assertFree(db, caller, emails)
  await assertFew(db, caller, emails.length, now)
  const ids = emails.map(() => newId(now))
  for (const [at, email] of emails.entries()) {
    const id = ids[at] ?? ''
    await writePerson(db, { id, email, caller, access, accessUntil, now })
    queueTeamEmail(db, { accountId: caller.accountId, userId: id }, 'invitation', now)
    audit({ entity: 'user', entityId: id, after: { ...access, accessUntil: body.accessUntil, invited: true } })
  }
  const rows = await db.rows<StoredMember>(
    sql`select ${memberColumns(now)} from members u where u.account_id = ${caller.accountId} and u.id = any(${ids}::uuid[]) order by u.email`,
  )
  return rows.map((row) => memberOf(row, caller, giver, now))
}

/** Each invalid address, or one already in this team, is named. */
async function assertFree(db: Connection, { accountId }: Caller, emails: readonly string[]): Promise<void> {
  const known = await db.rows<{ email: string }>(
    sql`select u.email from members u where u.account_id = ${accountId} and u.removed_at is null and ${sameMailbox(emails)}`,
  )
  const fields = emails.flatMap((email) => {
    const code = emailProblem(email) ?? (known.some((one) => tidyEmail(one.email) === email) ? 'member' : null)
    return code === null ? [] : [{ name: 'emails', code, message: text(`team.problem.email.${code}`, { email }) }]
  })
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
}

async function assertFew(db: Connection, { accountId }: Caller, more: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const sent = await db.first<{
    many: number
  }>(sql`select count(*)::integer as many from memberships u join outbox l on l.user_id = u.user_id
    where u.account_id = ${accountId} and l.kind = 'team_email' and l.account_id = u.account_id and l.payload ->> 'news' = 'invitation' and l.created_at > ${since}`)
  if ((sent?.many ?? 0) + more > maxPerDay) throw new Refusal('TooManyRequests', { why: 'invitations', retryAfterSeconds: 3_600 })
}

type NewPerson = { id: string; email: string; caller: Caller; access: Access; accessUntil: Date | null; now: Date }

async function writePerson(db: Connection, { id, email, caller, access, accessUntil, now }: NewPerson): Promise<void> {
  await db.run(sql`insert into users (id, email, first_name, last_name, created_at) values (${id}, ${email}, '', '', ${now})`)
  await db.run(sql`insert into memberships (account_id, user_id, role, created_at, invited_at, invited_by, access_until, withheld, sandbox_only,
      refund_limit_cents, refund_day_limit_cents)
    values (${caller.accountId}, ${id}, ${access.role}, ${now}, ${now}, ${caller.userId}, ${accessUntil}, ${[...access.withheld]}::text[], ${access.sandboxOnly},
      ${access.refundLimitCents}, ${access.refundDayLimitCents})`)
  if (access.shops !== null)
    db.send(sql`insert into user_merchants (user_id, merchant_id) select ${id}, unnest(${[...access.shops]}::uuid[])`)
}

const restMs = 60_000

/**
 * Sends an invitation again, valid for another 72 hours; the previous link becomes invalid. Refuses with TeamChangeNotAllowed, or
 * TooManyRequests within a minute.
 */
export const teamResend: Handler<'teamResend'> = async ({ db, caller, params, now, audit }) => {
  const { giver, row, member, otherOwners } = await lockMember(db, caller, 'teamResend', params.userId, now)
  const problem = changeProblem({ giver, member, requested: member, endsOn: null, otherOwners })
  if (problem) throw teamRefusal(problem)
  if (row.joined || row.disabled_at !== null) throw teamRefusal('accepted')
  await assertApproved(db, caller)
  const waitMs = (row.invited_at?.getTime() ?? 0) + restMs - now.getTime()
  if (waitMs > 0) throw new Refusal('TooManyRequests', { why: 'resend', retryAfterSeconds: Math.ceil(waitMs / 1000) })
  db.send(
    sql`update one_time_links set used_at = ${now} where account_id = ${caller.accountId} and user_id = ${row.id} and purpose = 'invitation' and used_at is null`,
  )
  await db.run(
    sql`update memberships set invited_at = ${now}, invited_by = ${caller.userId} where account_id = ${caller.accountId} and user_id = ${row.id}`,
  )
  queueTeamEmail(db, { accountId: caller.accountId, userId: row.id }, 'invitation', now)
  audit({ entity: 'user', entityId: row.id, after: { invited: true } })
  const fresh = await db.first<StoredMember>(
    sql`select ${memberColumns(now)} from members u where u.account_id = ${caller.accountId} and u.id = ${row.id}`,
  )
  return memberOf(fresh ?? row, caller, giver, now)
}
