import type { Connection, Database } from '../../platform/database/database.ts'
import { joinSql, sql } from '../../platform/database/sql.ts'
import { addChangesQuery } from '../../platform/events/noteChange.ts'
import { addingUp, figureTables } from './figureTables.ts'

/** Changes that are added up by one statement, at most. */
const batchSize = 2_000

/**
 * Adds the changes of operations to the figures of the day and to the provider's list of changes, and removes them; returns how many. Another process that
 * does it meanwhile is left alone.
 */
export async function foldFigures({ database }: { database: Pick<Database, 'write'> }, stopping?: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const many = await database.write(null, foldSome)
    done += many
    if (many < batchSize || stopping?.aborted) return done
  }
}

async function foldSome(db: Connection): Promise<number> {
  const turn = await db.first<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('operation_changes', 0)) as mine`)
  if (turn?.mine !== true) return 0
  const added = joinSql([...figureTables.map((one) => addingUp(one, sql`gone`)), addChangesQuery(sql`gone`)])
  const row = await db.first<{ many: number }>(sql`with chosen as materialized (
      select e.merchant_id, e.mode, e.id from operation_changes e order by e.merchant_id, e.mode, e.id limit ${batchSize}
    ), gone as (
      delete from operation_changes e using chosen c where e.merchant_id = c.merchant_id and e.mode = c.mode and e.id = c.id returning e.*
    ), ${added}
    select count(*)::integer as many from gone`)
  return row?.many ?? 0
}
