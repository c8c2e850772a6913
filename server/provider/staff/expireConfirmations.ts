import type { Services } from '../../platform/calls/call.ts'
import { sql } from '../../platform/database/sql.ts'

/** Ends requests that nobody confirmed in time. Returns how many. */
export const expireConfirmations = ({ database, now }: Services): Promise<number> =>
  database.write(null, (db) =>
    db.run(sql`update staff_confirmations set state = 'expired', decided_at = ${now()} where state = 'pending' and expires_at <= ${now()}`),
  )
