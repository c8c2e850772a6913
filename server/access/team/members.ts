import { pageSize } from '#contract/platform/page'
import { may } from '#contract/permissions'
import type { Member } from '#contract/access/team'
import { addDays, madridDay } from '#domain/platform/dates'
import { centsOrNull } from '#domain/platform/money'
import type { Role } from '#domain/access/roles'
import { type Access, changeProblem, invitationMs, memberStatus } from '#domain/access/team'
import type { WithheldRight } from '#domain/access/teamRights'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { activeSince } from '../../platform/calls/authenticate.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'

/** How another owner ends somebody's ownership. */
export type OwnerExitHow = 'removed' | 'disabled' | 'changed'

/** A stored person of the account. `shops` are ids; empty: all of the account. */
export type StoredMember = {
  id: string
  email: string
  first_name: string
  last_name: string
  role: Role
  joined: boolean
  disabled_at: Date | null
  access_until: Date | null
  withheld: WithheldRight[]
  sandbox_only: boolean
  refund_limit_cents: bigint | null
  refund_day_limit_cents: bigint | null
  invited_at: Date | null
  invited_by_name: string | null
  last_login: Date | null
  shops: { id: string; name: string }[]
  /** Open sessions that end with this access: none for somebody who may enter another account. */
  sessions: number
  access_revision: number
  /** A pending end of ownership. */
  owner_exit: { how: OwnerExitHow; effective_at: string; by: string } | null
}

/** The columns of a row `u` of `members`. `now` decides which sessions are still open. */
export const memberColumns = (now: Date): Sql => sql`u.id, u.email, u.first_name, u.last_name, u.role, u.joined_at is not null as joined,
  u.disabled_at, u.access_until, u.withheld, u.sandbox_only, u.refund_limit_cents, u.refund_day_limit_cents, u.invited_at, u.access_revision,
  (select nullif(concat_ws(' ', b.first_name, b.last_name), ' ') from users b where b.id = u.invited_by) as invited_by_name,
  (select max(s.created_at) from sessions s where s.user_id = u.id and s.staff_view_id is null and u.joined_at is not null) as last_login,
  coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name) from merchants m where m.id = any(u.limited_to)), '[]') as shops,
  (select count(*)::integer from sessions s where s.user_id = u.id and s.staff_view_id is null and u.joined_at is not null and s.ended_at is null and s.expires_at > ${now}
    and s.active_at > ${activeSince(now)}
    and not exists (select from memberships o where o.user_id = u.id and o.account_id <> u.account_id and ${mayEnter(sql`o`, now)})) as sessions,
  (select jsonb_build_object('how', x.how, 'effective_at', x.effective_at, 'by', coalesce(nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email))
    from owner_exits x join users a on a.id = x.asked_by where x.user_id = u.id and x.account_id = u.account_id and x.state = 'waiting') as owner_exit`

/** The person's access, for the domain's rules. */
export const accessOf = (row: StoredMember): Access & { id: string } => ({
  id: row.id,
  role: row.role,
  shops: row.shops.length === 0 ? null : row.shops.map(({ id }) => id),
  withheld: row.withheld,
  sandboxOnly: row.sandbox_only,
  refundLimitCents: centsOrNull(row.refund_limit_cents),
  refundDayLimitCents: centsOrNull(row.refund_day_limit_cents),
})

/** The person's access, for the audit log. */
export const accessForAudit = ({ role, shops, withheld, sandboxOnly, refundLimitCents, refundDayLimitCents }: Access) => ({
  role,
  shops: shops?.toSorted() ?? null,
  withheld,
  sandboxOnly,
  refundLimitCents,
  refundDayLimitCents,
})

/** The name, or the address of somebody without one yet. */
export const nameOf = ({ first_name: first, last_name: last, email }: StoredMember): string => `${first} ${last}`.trim() || email

/** The last Madrid day of an access whose exclusive end is given. */
export const lastDay = (accessUntil: Date | null): string | null => accessUntil && addDays(madridDay(accessUntil), -1)

/** The person in the shape of the contract, with the names of shops that the caller may enter only. */
export function memberOf(row: StoredMember, caller: Caller, giver: (Access & { id: string }) | null, now: Date): Member {
  const access = accessOf(row)
  const status = memberStatus(
    { disabledAt: row.disabled_at, joined: row.joined, invitedAt: row.invited_at, accessUntil: row.access_until },
    now,
  )
  // Somebody is changeable when even an unchanged access would be allowed; the last owner is checked on the change itself.
  const changeable = giver !== null && changeProblem({ giver, member: access, requested: access, endsOn: null, otherOwners: 1 }) === null
  return {
    id: hexOf(row.id),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    status,
    allMerchants: row.shops.length === 0,
    merchants: row.shops.filter(({ id }) => caller.merchantIds.has(id)).map(({ id, name }) => ({ id: hexOf(id), name })),
    withheld: row.withheld,
    sandboxOnly: row.sandbox_only,
    refundLimit: access.refundLimitCents,
    refundDayLimit: access.refundDayLimitCents,
    accessUntil: lastDay(row.access_until),
    lastLogin: row.last_login?.toISOString() ?? null,
    invitedAt: row.invited_at?.toISOString() ?? null,
    invitedBy: row.invited_by_name,
    inviteExpiresAt: row.joined || row.invited_at === null ? null : new Date(row.invited_at.getTime() + invitationMs).toISOString(),
    sessions: row.sessions,
    ownerExit: row.owner_exit && {
      how: row.owner_exit.how,
      effectiveAt: new Date(row.owner_exit.effective_at).toISOString(),
      askedBy: row.owner_exit.by,
    },
    changeable,
    revision: row.access_revision,
  }
}

/** The people of the account, highest role first (docs/domain.md#team). */
export const teamList: Handler<'teamList'> = async ({ db, caller, query, now }) => {
  const { page, email } = query
  const listed = allOf([sql`u.account_id = ${caller.accountId}`, sql`u.removed_at is null`, ...(email ? [sameMailbox([email])] : [])])
  const [counted, own, rows] = await Promise.all([
    db.first<{ many: number }>(sql`select count(*)::integer as many from members u where ${listed}`),
    db.first<StoredMember>(
      sql`select ${memberColumns(now)} from members u where u.id = ${caller.userId} and u.account_id = ${caller.accountId}`,
    ),
    db.rows<StoredMember>(sql`select ${memberColumns(now)} from members u where ${listed}
      order by array_position(array['owner', 'admin', 'editor', 'guest'], u.role), u.created_at, u.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const giver = own && may(caller.role, 'teamUpdate') ? accessOf(own) : null
  const count = counted?.many ?? 0
  const total = Math.max(1, Math.ceil(count / pageSize))
  return {
    results: rows.map((row) => memberOf(row, caller, giver, now)),
    current: page,
    total,
    next: page < total ? page + 1 : null,
    count,
  }
}
