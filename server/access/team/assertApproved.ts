import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { teamRefusal } from './lockTeam.ts'

/** Refuses with TeamChangeNotAllowed an account that nobody has looked at yet: its name would stand in letters from our address to strangers. */
export async function assertApproved(db: Connection, { accountId }: Caller): Promise<void> {
  const approved = await db.first(
    sql`select from merchants where account_id = ${accountId} and (status not in ('pending', 'rejected') or live_on is not null) limit 1`,
  )
  if (!approved) throw teamRefusal('notApproved')
}
