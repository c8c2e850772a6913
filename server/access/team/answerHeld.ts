import { holdsRight } from '#contract/teamAccess'
import type { Access } from '#domain/access/team'
import { teamRights } from '#domain/access/teamRights'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { tellAsker } from './tellAsker.ts'

type Change = { leaves: boolean; by: string | null; now: Date }

/**
 * Answers the requests of a person whose access has changed: what they hold now was granted, however it came; of whoever leaves nothing waits any
 * more. In the transaction of the change.
 */
export async function answerHeld(db: Connection, userId: string, held: Access, { leaves, by, now }: Change): Promise<void> {
  const rights = leaves ? teamRights : teamRights.filter((right) => holdsRight(held, right))
  const answered = await db.rows<{ id: string; account_id: string; user_id: string; asked_right: string }>(
    sql`update access_requests set state = ${leaves ? 'declined' : 'granted'}, decided_by = ${by}, decided_at = ${now}
      where user_id = ${userId} and state = 'pending' and asked_right = any(${[...rights]}::text[]) returning id, account_id, user_id, asked_right`,
  )
  if (!leaves) for (const one of answered) tellAsker(db, one, 'access_granted', now)
}
