import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

/** What a review did to one thing of an account. */
export type Reviewed = {
  accountId: string
  entity: string
  entityId: string
  before?: unknown
  after: unknown
  /** Why it was not possible, in words for the console. */
  problem: string | null
}

/** One transaction of the provider's with its line in the account's trail; returns why not, when it was not possible. */
export const operatorWrite = (
  database: Database,
  verb: string,
  work: (db: Connection) => Promise<Reviewed | string>,
): Promise<string | null> =>
  database.write(null, async (db) => {
    const done = await work(db)
    if (typeof done === 'string') return done
    const { accountId, entity, entityId, before, after, problem } = done
    await record(db, {
      accountId,
      merchantId: null,
      mode: null,
      userId: null,
      role: 'operator',
      ip: null,
      call: `operator.${verb}`,
      outcome: problem === null ? 'done' : 'refused',
      entity,
      entityId,
      before,
      after,
    })
    return problem
  })
