import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { HandoverNews } from './tellHandover.ts'

export type TeamEmail = 'invitation' | 'changed' | 'removed' | 'disabled' | 'access_ending' | 'access_ended' | HandoverNews

/** A letter to somebody of the team, written with the change itself, so that none is lost; an invitation that waits is replaced by the newer one. */
export function writeTeamEmail(db: Connection, userId: string, kind: TeamEmail, now: Date): void {
  db.send(sql`update team_letters set sent_at = ${now} where user_id = ${userId} and kind = 'invitation' and sent_at is null`)
  db.send(sql`insert into team_letters (id, user_id, kind, send_at) values (${newId(now)}, ${userId}, ${kind}, ${now})`)
}
