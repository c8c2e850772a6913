import type { AccessRequest } from '#contract/access/accessRequests'
import { accessWith } from '#contract/teamAccess'
import { type Access, accessRequestMs, firstExcess, changeProblem, type TeamProblem } from '#domain/access/team'
import { type TeamRight, teamRights } from '#domain/access/teamRights'
import { notify } from '../../merchants/notices/notify.ts'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { notifyRequester, writeAccess } from './applyChange.ts'
import { lockAccount, type LockedMember, lockMember, lockCaller, readCallerAccess, teamRefusal } from './lockTeam.ts'
import { lastDay, nameOf } from './members.ts'
import { queueTeamEmail } from './teamEmail.ts'

/** A stored request for a right. */
type StoredRequest = {
  id: string
  account_id: string
  user_id: string
  asked_right: string
  state: 'pending' | 'granted' | 'declined'
  asked_at: Date
  expires_at: Date
  decided_at: Date | null
  decided_by_name: string | null
}

/** With the requester, locked with the team, and the access they would get. */
type OpenedRequest = LockedMember & {
  request: StoredRequest
  right: TeamRight
  /** Null: they hold it already, or have left. */
  after: Access | null
  problem: TeamProblem | null
}

/** Reads a request of the caller's account and its requester; answers not found for one of another account. */
async function openRequest(
  db: Connection,
  caller: Caller,
  call: 'accessRequestView' | 'accessRequestGrant' | 'accessRequestDecline',
  requestHex: string,
  now: Date,
): Promise<OpenedRequest> {
  // Locked before the request is read: the second of two simultaneous answers must see the first.
  await lockAccount(db, caller)
  const id = idFrom(requestHex)
  const request = await db.first<StoredRequest>(sql`select q.*, concat_ws(' ', b.first_name, b.last_name) as decided_by_name
      from access_requests q left join users b on b.id = q.decided_by where q.id = ${id} and q.account_id = ${caller.accountId}`)
  if (!request) throw notFound(requestHex)
  const team = await lockMember(db, caller, call, hexOf(request.user_id), now)
  const right = teamRights.find((one) => one === request.asked_right)
  if (!right) throw notFound(requestHex)
  const after = team.row.disabled_at === null ? accessWith(team.member, right) : null
  const { giver, member, otherOwners } = team
  const problem = changeProblem({ giver, member, requested: after ?? member, endsOn: lastDay(team.row.access_until), otherOwners })
  return { ...team, request, right, after, problem }
}

/** Refuses a request that was answered or has lapsed. */
function assertPending({ state, expires_at: expiresAt }: StoredRequest, now: Date): void {
  if (state !== 'pending') throw new Refusal('AccessRequestNotAllowed')
  if (expiresAt <= now) throw new Refusal('AccessRequestNotAllowed', { why: 'lapsed' })
}

const short = ({ role, withheld }: Access) => ({ role, withheld: [...withheld] })

/** The request in the shape of the contract. */
function requestOf({ request, row, member, right, after, problem }: OpenedRequest, now: Date): AccessRequest {
  return {
    id: hexOf(request.id),
    right: right as AccessRequest['right'], // the stored value was validated by the contract's enum
    state: request.state === 'pending' && request.expires_at <= now ? 'lapsed' : request.state,
    person: { id: hexOf(row.id), name: nameOf(row), email: row.email },
    askedAt: request.asked_at.toISOString(),
    expiresAt: request.expires_at.toISOString(),
    decidedBy: request.decided_by_name || null,
    decidedAt: request.decided_at?.toISOString() ?? null,
    before: short(member),
    after: after && short(after),
    problem: problem && text(`errors.TeamChangeNotAllowed.${problem}`),
  }
}

/** The first name of the person whom the caller would ask for a right: the longest-standing owner, else admin; null when there is nobody else. */
async function firstToAsk(db: Connection, { accountId, userId }: Caller, now: Date): Promise<string | null> {
  const found = await db.first<{
    first_name: string
  }>(sql`select u.first_name from members u where u.account_id = ${accountId} and u.id <> ${userId}
      and u.role in ('owner', 'admin') and u.disabled_at is null and u.joined_at is not null and not u.sandbox_only and (u.access_until is null or u.access_until > ${now})
    order by u.role = 'owner' desc, u.created_at, u.id limit 1`)
  return found?.first_name ?? null
}

/** One request, with the access it would give, for those who may answer it. */
export const accessRequestView: Handler<'accessRequestView'> = async ({ db, caller, params, now }) =>
  requestOf(await openRequest(db, caller, 'accessRequestView', params.requestId, now), now)

/**
 * Requests a right that the caller lacks; those who may grant it are notified once, and find it in their inbox. Refuses with
 * AccessRequestNotAllowed when the caller holds it, or when nobody could grant it.
 */
export const accessRequestCreate: Handler<'accessRequestCreate'> = async ({ db, caller, body, now, audit }) => {
  const right: TeamRight = body.right
  const own = await lockCaller(db, caller, now)
  if (accessWith(own, right) === null) throw new Refusal('AccessRequestNotAllowed', { why: 'held' })
  if ((await firstToAsk(db, caller, now)) === null) throw new Refusal('AccessRequestNotAllowed', { why: 'nobody' })
  // A lapsed one is closed, so that another can be made.
  await db.run(
    sql`delete from access_requests where account_id = ${caller.accountId} and user_id = ${caller.userId} and asked_right = ${right} and state = 'pending' and expires_at <= ${now}`,
  )
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + accessRequestMs)
  const inserted = await db.run(sql`insert into access_requests (id, account_id, user_id, asked_right, asked_at, expires_at)
    values (${id}, ${caller.accountId}, ${caller.userId}, ${right}, ${now}, ${expiresAt}) on conflict do nothing`)
  if (inserted === 0) {
    const waiting = await db.first<{ id: string; expires_at: Date }>(
      sql`select id, expires_at from access_requests where account_id = ${caller.accountId} and user_id = ${caller.userId} and asked_right = ${right} and state = 'pending'`,
    )
    if (!waiting) throw new Refusal('AccessRequestNotAllowed')
    return { id: hexOf(waiting.id), expiresAt: waiting.expires_at.toISOString() }
  }
  notify(db, {
    about: { accountId: caller.accountId },
    type: 'access_asked',
    level: 'warning',
    values: [
      { key: 'name', value: own.name },
      { key: 'right', said: [{ of: `team.right.${right}` }] },
    ],
    actionUrl: `/settings/users-permissions/users-permissions-request/${hexOf(id)}`,
    roles: ['owner', 'admin'],
    now,
  })
  audit({ entity: 'user', entityId: caller.userId, after: { right, state: 'pending' } })
  return { id: hexOf(id), expiresAt: expiresAt.toISOString() }
}

/**
 * Grants the requested right and nothing else that can be withheld (`contract/teamAccess.ts`). Nobody grants what they do not hold. Refuses
 * with StepUpRequired, AccessRequestNotAllowed or TeamChangeNotAllowed.
 */
export const accessRequestGrant: Handler<'accessRequestGrant'> = async ({ db, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const opened = await openRequest(db, caller, 'accessRequestGrant', params.requestId, now)
  const { request, row, member, after, problem } = opened
  assertPending(request, now)
  if (problem) throw teamRefusal(problem)
  if (after === null || firstExcess(member, after) !== null) throw new Refusal('AccessRequestNotAllowed')
  const memberId = { accountId: caller.accountId, userId: row.id }
  await writeAccess(db, memberId, { asked: after, accessUntil: row.access_until, disabled: false, by: caller.userId, now })
  queueTeamEmail(db, memberId, 'changed', now)
  audit({
    entity: 'user',
    entityId: row.id,
    before: { role: member.role, withheld: member.withheld },
    after: { right: request.asked_right, role: after.role, withheld: after.withheld },
  })
  return requestOf(await openRequest(db, caller, 'accessRequestGrant', params.requestId, now), now)
}

/** Declines a request for a right; access does not change. Nobody answers their own request. */
export const accessRequestDecline: Handler<'accessRequestDecline'> = async ({ db, caller, params, now, audit }) => {
  const { request, row, problem } = await openRequest(db, caller, 'accessRequestDecline', params.requestId, now)
  assertPending(request, now)
  if (problem === 'self' || problem === 'above') throw teamRefusal(problem)
  await db.run(
    sql`update access_requests set state = 'declined', decided_by = ${caller.userId}, decided_at = ${now} where id = ${request.id} and state = 'pending'`,
  )
  notifyRequester(db, request, 'access_declined', now)
  audit({ entity: 'user', entityId: row.id, after: { right: request.asked_right, state: 'declined' } })
  return requestOf(await openRequest(db, caller, 'accessRequestDecline', params.requestId, now), now)
}

/** What the caller can do about a missing right: request it and from whom, wait, or nothing. */
export const accessOffer: Handler<'accessOffer'> = async ({ db, caller, query, now }) => {
  const [own, who, waiting] = await Promise.all([
    readCallerAccess(db, caller, now),
    firstToAsk(db, caller, now),
    db.first(
      sql`select from access_requests where account_id = ${caller.accountId} and user_id = ${caller.userId} and asked_right = ${query.right} and state = 'pending' and expires_at > ${now}`,
    ),
  ])
  if (accessWith(own, query.right) === null) return { state: 'held', who: null }
  if (who === null) return { state: 'nobody', who: null }
  return { state: waiting ? 'waiting' : 'open', who }
}
