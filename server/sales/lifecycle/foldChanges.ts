import type { Connection, Database } from '../../platform/database/database.ts'
import { joinSql, sql } from '../../platform/database/sql.ts'
import { addChangesQuery } from '../../platform/events/noteChange.ts'
import { addingUp, figureTables } from './figureTables.ts'
import { movedLookups } from './operationLookups.ts'

const foldingLock = sql`hashtextextended('operation_changes', 0)`

/** Changes that are added up by one statement, at most. */
const batchSize = 2_000

/**
 * Adds the changes of operations to the figures of the day, to the provider's list of changes and to the lookups across shops, and removes them; returns how
 * many. What another process is adding up is left to it.
 */
export async function foldChanges({ database }: { database: Pick<Database, 'write'> }, stopping?: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const count = await database.write(null, foldBatch)
    done += count
    if (count < batchSize || stopping?.aborted) return done
  }
}

/** Folds all changes that are committed by now, on a reader's connection, before it reads the folded tables. */
export async function foldForReader(db: Connection): Promise<void> {
  while ((await foldBatch(db)) === batchSize);
}

/** Waits until no other process adds up, and keeps others from it until the transaction ends. */
export const waitForFolding = (db: Connection): Promise<unknown> => db.run(sql`select pg_advisory_xact_lock(${foldingLock})`)

const gone = sql`gone`
/** One statement: rows that another one deletes meanwhile are not returned, so that each is added once. The lock only keeps from waiting for it. */
const folding = sql`with turn as materialized (
    select pg_try_advisory_xact_lock(${foldingLock}) as mine
  ), chosen as materialized (
    select e.merchant_id, e.mode, e.id from operation_changes e where (select t.mine from turn t) order by e.merchant_id, e.mode, e.id limit ${batchSize}
  ), gone as (
    delete from operation_changes e using chosen c where e.merchant_id = c.merchant_id and e.mode = c.mode and e.id = c.id returning e.*
  ), ${joinSql([...figureTables.map((one) => addingUp(one, gone)), addChangesQuery(gone), movedLookups(gone)])}
  select count(*)::integer as many from gone`

async function foldBatch(db: Connection): Promise<number> {
  const row = await db.first<{ many: number }>(folding)
  return row?.many ?? 0
}
