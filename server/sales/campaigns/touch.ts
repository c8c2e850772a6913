import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisCampaign } from './campaignRow.ts'

/** Notes that somebody changed a campaign beside its own row; returns its new revision. */
export async function touch(db: Connection, scope: Scope, id: string, by: { userId: string | null; now: Date }): Promise<number> {
  const row = await db.first<{ revision: number }>(
    sql`update campaigns c set revision = c.revision + 1, changed_at = ${by.now}, changed_by = ${by.userId} where ${thisCampaign(scope, id)} returning c.revision`,
  )
  if (!row) throw new Error('a campaign that was locked is gone')
  return row.revision
}
