import type { Handover } from '#contract/access/handover'
import { formatDateTime } from '#domain/platform/dates'
import { handoverEffectiveAt, handoverOfferMs, handoverProblem, type HandoverProblem } from '#domain/access/handover'
import { type Role, roles } from '#domain/access/roles'
import { notify } from '../../merchants/notices/notify.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { isRecentFormerOwner } from '../../platform/calls/userConditions.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { lockMember, lockCaller, lockTeam } from './lockTeam.ts'
import { hasRecentOwnerChange } from './ownerExits.ts'
import { queueTeamEmail } from './teamEmail.ts'
import type { TeamNews } from '../../platform/outbox/outboxKinds.ts'

/** A stored handover with the current state of both people. */
export type StoredHandover = {
  id: string
  account_id: string
  from_user: string
  to_user: string
  state: 'offered' | 'accepted' | 'done' | 'declined' | 'cancelled' | 'void'
  offered_at: Date
  expires_at: Date
  accepted_at: Date | null
  effective_at: Date | null
  ended_at: Date | null
  from_name: string
  from_email: string
  from_role: Role
  from_active: boolean
  to_name: string
  to_email: string
  to_role: Role
  to_active: boolean
  to_temporary: boolean
  to_sandbox_only: boolean
  /** When the credentials of either person last changed. */
  changed_at: Date | null
}

const nameOf = (alias: Sql): Sql =>
  sql`coalesce(nullif(btrim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), ''), ${alias}.email)`
const lastChange = (alias: Sql): Sql =>
  sql`greatest(${alias}.credentials_changed_at, (select max(p.replaced_at) from password_history p where p.user_id = ${alias}.id))`
const [f, t] = [sql`f`, sql`t`]

const columns = sql`h.id, h.account_id, h.from_user, h.to_user, h.state, h.offered_at, h.expires_at, h.accepted_at, h.effective_at, h.ended_at,
  ${nameOf(f)} as from_name, f.email as from_email, f.role as from_role, f.disabled_at is null and f.joined_at is not null as from_active,
  ${nameOf(t)} as to_name, t.email as to_email, t.role as to_role, t.disabled_at is null and t.joined_at is not null as to_active,
  t.access_until is not null as to_temporary, t.sandbox_only as to_sandbox_only, greatest(${lastChange(f)}, ${lastChange(t)}) as changed_at
  from ownership_handovers h join members f on f.id = h.from_user and f.account_id = h.account_id join members t on t.id = h.to_user and t.account_id = h.account_id`

/** The latest handover of an account; undefined when there was none. */
const lastHandover = (db: Connection, accountId: string): Promise<StoredHandover | undefined> =>
  db.first<StoredHandover>(sql`select ${columns} where h.account_id = ${accountId} order by h.offered_at desc, h.id desc limit 1`)

/** A handover of an account by any notation of its id. */
export const handoverById = (db: Connection, accountId: string, id: string): Promise<StoredHandover | undefined> =>
  db.first<StoredHandover>(sql`select ${columns} where h.id = ${id} and h.account_id = ${accountId}`)

/** A handover of the caller's account; answers not found for any other. Read under the team's lock. */
async function openHandover(db: Connection, accountId: string, hex: string): Promise<StoredHandover> {
  const found = await handoverById(db, accountId, idFrom(hex))
  if (!found) throw notFound(hex)
  return found
}

const handoverRefusal = (why: HandoverProblem | 'ended' | 'lapsed' | 'pending'): Refusal => new Refusal('HandoverNotAllowed', { why })

/** Why it cannot take effect now; null when it can. */
export const problemOf = (row: StoredHandover): HandoverProblem | null =>
  handoverProblem(
    { id: row.from_user, role: row.from_role, active: row.from_active, temporary: false, sandboxOnly: false },
    { id: row.to_user, role: row.to_role, active: row.to_active, temporary: row.to_temporary, sandboxOnly: row.to_sandbox_only },
  )

/** The handover in the shape of the contract. */
const handoverOf = (row: StoredHandover, now: Date): Handover => ({
  id: hexOf(row.id),
  state: row.state === 'offered' && row.expires_at <= now ? 'lapsed' : row.state,
  from: { id: hexOf(row.from_user), name: row.from_name, email: row.from_email },
  to: { id: hexOf(row.to_user), name: row.to_name, email: row.to_email },
  offeredAt: row.offered_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  effectiveAt: row.effective_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
})

type HandoverNews = Extract<TeamNews, `handover_${string}`>

const levels = { handover_offered: 'warning', handover_accepted: 'warning', handover_done: 'success', handover_stopped: 'info' } as const

/**
 * Notifies every owner and both people by e-mail and in the panel, whatever their notification settings: ownership concerns security.
 * Whoever was an owner until a few days ago gets the e-mail.
 */
export async function notifyHandover(db: Connection, row: StoredHandover, type: HandoverNews, now: Date): Promise<void> {
  const people = await db.rows<{
    id: string
    here: boolean
  }>(sql`select u.id, u.disabled_at is null as here from members u where u.account_id = ${row.account_id}
    and u.joined_at is not null and (${isRecentFormerOwner(now)} or u.disabled_at is null and (u.role = 'owner' or u.id in (${row.from_user}, ${row.to_user})))`)
  for (const { id, here } of people) {
    queueTeamEmail(db, { accountId: row.account_id, userId: id }, type, now)
    if (!here) continue
    notify(db, {
      about: { accountId: row.account_id },
      type,
      level: levels[type],
      values: [
        { key: 'from', value: row.from_name },
        { key: 'to', value: row.to_name },
        { key: 'date', value: row.effective_at ? formatDateTime(row.effective_at) : '' },
      ],
      actionUrl: '/settings/ownership-handover',
      roles,
      userId: id,
      now,
    })
  }
}

/** The account's latest handover, for owners and for its recipient. */
export const handoverView: Handler<'handoverView'> = async ({ db, caller, now }) => {
  const row = await lastHandover(db, caller.accountId)
  const concerns = row && (caller.role === 'owner' || row.to_user === caller.userId || row.from_user === caller.userId)
  return { handover: concerns ? handoverOf(row, now) : null }
}

/** Offers the caller's ownership to a member of the team; nothing changes yet. One at a time. Refuses with StepUpRequired or HandoverNotAllowed. */
export const handoverOffer: Handler<'handoverOffer'> = async ({ db, caller, body, now, audit }) => {
  await requireStepUp(db, caller, now)
  const { row } = await lockMember(db, caller, 'handoverOffer', body.userId, now)
  if (row.id === caller.userId) throw handoverRefusal('self')
  // A lapsed one is closed, so that another can be offered.
  await db.run(sql`update ownership_handovers set state = 'cancelled', ended_at = expires_at
    where account_id = ${caller.accountId} and state = 'offered' and expires_at <= ${now}`)
  const id = newId(now)
  const inserted = await db.run(sql`insert into ownership_handovers (id, account_id, from_user, to_user, state, offered_at, expires_at)
    values (${id}, ${caller.accountId}, ${caller.userId}, ${row.id}, 'offered', ${now}, ${new Date(now.getTime() + handoverOfferMs)}) on conflict do nothing`)
  if (inserted === 0) throw handoverRefusal('pending')
  const handover = await openHandover(db, caller.accountId, hexOf(id))
  const problem = problemOf(handover)
  if (problem) throw handoverRefusal(problem)
  await notifyHandover(db, handover, 'handover_offered', now)
  audit({ entity: 'user', entityId: row.id, after: { handover: 'offered' } })
  return handoverOf(handover, now)
}

/**
 * Accepts the ownership offered to the caller; it takes effect days later, and until then any owner can stop it. Refuses with
 * StepUpRequired or HandoverNotAllowed; answers not found for an offer to somebody else.
 */
export const handoverAccept: Handler<'handoverAccept'> = async ({ db, caller, params, now, audit }) => {
  await lockCaller(db, caller, now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.to_user !== caller.userId) throw notFound(params.handoverId)
  await requireStepUp(db, caller, now)
  if (row.state !== 'offered') throw handoverRefusal('ended')
  if (row.expires_at <= now) throw handoverRefusal('lapsed')
  const problem = problemOf(row)
  if (problem) throw handoverRefusal(problem)
  const recentChange = await hasRecentOwnerChange(db, caller.accountId, row.to_user, now)
  const effectiveAt = handoverEffectiveAt(now, recentChange ? now : row.changed_at)
  await db.run(
    sql`update ownership_handovers set state = 'accepted', accepted_at = ${now}, effective_at = ${effectiveAt} where id = ${row.id}`,
  )
  const fresh = await openHandover(db, caller.accountId, params.handoverId)
  await notifyHandover(db, fresh, 'handover_accepted', now)
  audit({ entity: 'user', entityId: caller.userId, before: { handover: 'offered' }, after: { handover: 'accepted', effectiveAt } })
  return handoverOf(fresh, now)
}

/** Declines an offered ownership; answers not found for one offered to somebody else. */
export const handoverDecline: Handler<'handoverDecline'> = async ({ db, caller, params, now, audit }) => {
  await lockCaller(db, caller, now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.to_user !== caller.userId) throw notFound(params.handoverId)
  if (row.state !== 'offered') throw handoverRefusal('ended')
  await endHandover(db, row, { state: 'declined', by: caller.userId, now })
  audit({ entity: 'user', entityId: row.to_user, before: { handover: row.state }, after: { handover: 'declined' } })
  return handoverOf(await openHandover(db, caller.accountId, params.handoverId), now)
}

/** Stops a handover, offered or accepted; any owner may, until it has taken effect. */
export const handoverCancel: Handler<'handoverCancel'> = async ({ db, caller, params, now, audit }) => {
  await lockTeam(db, caller, 'handoverCancel', now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.state !== 'offered' && row.state !== 'accepted') throw handoverRefusal('ended')
  await endHandover(db, row, { state: 'cancelled', by: caller.userId, now })
  audit({ entity: 'user', entityId: row.to_user, before: { handover: row.state }, after: { handover: 'cancelled' } })
  return handoverOf(await openHandover(db, caller.accountId, params.handoverId), now)
}

type End = { state: 'declined' | 'cancelled' | 'void'; by: string | null; now: Date }

/** Ends a handover without effect, and notifies everybody concerned. */
export async function endHandover(db: Connection, row: StoredHandover, { state, by, now }: End): Promise<void> {
  await db.run(sql`update ownership_handovers set state = ${state}, ended_at = ${now}, ended_by = ${by} where id = ${row.id}`)
  await notifyHandover(db, row, 'handover_stopped', now)
}
