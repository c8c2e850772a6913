import type { AccessRequest } from '#contract/access/accessRequests'
import { accessWith } from '#contract/teamAccess'
import { changeProblem, type Access, type TeamProblem } from '#domain/access/team'
import { teamRights, type TeamRight } from '#domain/access/teamRights'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { lockAccount, lockMember, type LockedMember } from './lockTeam.ts'
import { lastDay, nameOf } from './memberRow.ts'

/** A request for a right as stored. */
export type StoredRequest = {
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

/** With the person who asked, locked with the team, and what would be given to them. */
export type OpenedRequest = LockedMember & {
  request: StoredRequest
  right: TeamRight
  /** Null: they hold it already, or have left. */
  after: Access | null
  problem: TeamProblem | null
}

/** Reads a request of the caller's account and the person behind it; anybody else's is not found. */
export async function openRequest(
  db: Connection,
  caller: Caller,
  call: 'accessRequestView' | 'accessRequestGrant' | 'accessRequestDecline',
  requestHex: string,
  now: Date,
): Promise<OpenedRequest> {
  // Before the request is read: of two answers at once the second has to see the first.
  await lockAccount(db, caller)
  const id = uuidOf(requestHex)
  const request =
    id &&
    (await db.first<StoredRequest>(sql`select q.*, concat_ws(' ', b.first_name, b.last_name) as decided_by_name
      from access_requests q left join users b on b.id = q.decided_by where q.id = ${id} and q.account_id = ${caller.accountId}`))
  if (!request) throw notFound(requestHex)
  const team = await lockMember(db, caller, call, hexOf(request.user_id), now)
  const right = teamRights.find((one) => one === request.asked_right)
  if (!right) throw notFound(requestHex)
  const after = team.row.disabled_at === null ? accessWith(team.member, right) : null
  const { giver, member, otherOwners } = team
  const problem = changeProblem({ giver, member, asked: after ?? member, endsOn: lastDay(team.row.access_until), otherOwners })
  return { ...team, request, right, after, problem }
}

/** Refuses a request that was answered or has lapsed. */
export function assertWaits({ state, expires_at: expiresAt }: StoredRequest, now: Date): void {
  if (state !== 'pending') throw new Refusal('AccessRequestNotAllowed')
  if (expiresAt <= now) throw new Refusal('AccessRequestNotAllowed', { why: 'lapsed' })
}

const short = ({ role, withheld }: Access) => ({ role, withheld: [...withheld] })

/** The request as the contract shows it. */
export function requestOf({ request, row, member, right, after, problem }: OpenedRequest, now: Date): AccessRequest {
  return {
    id: hexOf(request.id),
    right: right as AccessRequest['right'], // what is stored was asked for by the contract's enum
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
