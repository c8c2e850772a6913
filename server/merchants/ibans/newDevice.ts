import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const DAY = 86_400_000

/**
 * Whether a session's browser is new to its person: no other session of the last thirty days with the same kind of browser and system had begun more
 * than a day before. Versions do not count, because browsers renew themselves; whoever copies the name of a known browser is not found out this way.
 */
export async function isNewDevice(db: Connection, { sessionId, now }: { sessionId: string; now: Date }): Promise<boolean> {
  const known = await db.first(sql`select from sessions s join sessions here on here.id = ${sessionId} and s.user_id = here.user_id
    where s.created_at between ${new Date(now.getTime() - 30 * DAY)} and ${new Date(now.getTime() - DAY)} and coalesce(s.user_agent, '') <> ''
      and regexp_replace(s.user_agent, '[0-9._]+', '', 'g') = regexp_replace(coalesce(here.user_agent, ''), '[0-9._]+', '', 'g')`)
  return known === undefined
}
