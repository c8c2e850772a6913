import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisAudience } from './audienceRow.ts'

/** Erases the members for good; what is left is what the receipt says. Null: by the clock. The row must be locked. */
export async function eraseMembers(db: Connection, scope: Scope, id: string, by: { userId: string | null; now: Date }): Promise<number> {
  const erased = await db.run(
    sql`delete from audience_members m where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.audience_id = ${id}`,
  )
  await db.run(sql`update audiences a set status = 'erased', problem = null, filters = case when a.filters is null then null else '{}'::jsonb end, size = 0, matched = null,
      run = a.run + 1, erased_at = ${by.now}, erased_by = ${by.userId}::uuid, erased_size = ${erased} where ${thisAudience(scope, id)}`)
  await db.run(
    sql`delete from audience_dues d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.audience_id = ${id}`,
  )
  return erased
}
