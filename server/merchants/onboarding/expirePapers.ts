import { madridDay } from '#domain/platform/dates'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'

/** Marks documents past their last day as expired, to be uploaded again (docs/domain.md#papers); returns how many. */
export const expirePapers = ({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> =>
  database.write(null, (db) =>
    db.run(
      sql`update documents set status = 'expired' where status = 'approved' and replaced_at is null and expires_on < ${madridDay(now())}`,
    ),
  )
