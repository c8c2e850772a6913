import { accessWith } from '#contract/teamAccess'
import { accessRequestMs } from '#domain/access/team'
import type { TeamRight } from '#domain/access/teamRights'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { lockOwn } from './lockTeam.ts'
import { firstToAsk } from './firstToAsk.ts'

/**
 * Asks for a right that the caller lacks; whoever may give it is told once, and finds it among what waits. Refuses with AccessRequestNotAllowed
 * when they hold it, or when nobody could give it.
 */
export const accessRequestCreate: Handler<'accessRequestCreate'> = async ({ db, caller, body, now, audit }) => {
  const right: TeamRight = body.right
  const own = await lockOwn(db, caller, now)
  if (accessWith(own, right) === null) throw new Refusal('AccessRequestNotAllowed', { why: 'held' })
  if ((await firstToAsk(db, caller, now)) === null) throw new Refusal('AccessRequestNotAllowed', { why: 'nobody' })
  // One that lapsed makes room for another.
  await db.run(
    sql`delete from access_requests where user_id = ${caller.userId} and asked_right = ${right} and state = 'pending' and expires_at <= ${now}`,
  )
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + accessRequestMs)
  const made = await db.run(sql`insert into access_requests (id, account_id, user_id, asked_right, asked_at, expires_at)
    values (${id}, ${caller.accountId}, ${caller.userId}, ${right}, ${now}, ${expiresAt}) on conflict do nothing`)
  if (made === 0) {
    const waiting = await db.first<{ id: string; expires_at: Date }>(
      sql`select id, expires_at from access_requests where user_id = ${caller.userId} and asked_right = ${right} and state = 'pending'`,
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
