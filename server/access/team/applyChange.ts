import { beyond, type Access } from '#domain/access/team'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { answerHeld } from './answerHeld.ts'
import { endSessions } from './endSessions.ts'
import type { LockedMember } from './lockTeam.ts'
import { writeAccess } from './writeAccess.ts'
import { writeTeamEmail } from './writeTeamEmail.ts'

/** What a person is to hold. */
export type AskedAccess = { asked: Access; accessUntil: Date | null; disabled: boolean }
type By = { by: string; now: Date }
type Changed = Pick<LockedMember, 'row' | 'member'>

/** Writes what a person holds from now on and tells them; whoever loses something is signed out everywhere. Returns how many sessions that ended. */
export async function applyAccess(db: Connection, { row, member }: Changed, change: AskedAccess, { by, now }: By): Promise<number> {
  const { asked, disabled } = change
  const isDisabledNow = disabled && row.disabled_at === null
  await writeAccess(db, row.id, { ...change, by, now })
  const endedSessions = beyond(member, asked) !== null || isDisabledNow ? await endSessions(db, row.id, now) : 0
  // Somebody who was only invited reads it when they accept.
  if (row.has_password) writeTeamEmail(db, row.id, isDisabledNow ? 'disabled' : 'changed', now)
  return endedSessions
}

/** Takes a person out of the account and tells them: their sessions and links end, their address is free. Returns how many sessions that ended. */
export async function applyRemoval(db: Connection, { row, member }: Changed, { by, now }: By): Promise<number> {
  await db.run(sql`update users set removed_at = ${now}, disabled_at = coalesce(disabled_at, ${now}),
      owner_until = case when role = 'owner' and disabled_at is null and password_hash is not null then ${now}::timestamptz else owner_until end
    where id = ${row.id}`)
  await answerHeld(db, row.id, member, { leaves: true, by, now })
  const endedSessions = await endSessions(db, row.id, now)
  if (row.has_password) writeTeamEmail(db, row.id, 'removed', now)
  else db.send(sql`update team_letters set sent_at = ${now} where user_id = ${row.id} and sent_at is null`)
  return endedSessions
}
