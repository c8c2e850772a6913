import type { Connection } from '../../platform/database/database.ts'
import { prepared, sql, type Sql } from '../../platform/database/sql.ts'
import { proveBooks } from '../../money/ledger/proveBooks.ts'
import { withOwner } from '../withOwner.ts'

/** Runs `work` on a connection of the tests' owner, without row-level security. */
export const asOwner = <T>(ownerUrl: string, work: (db: Connection) => Promise<T>): Promise<T> =>
  withOwner(ownerUrl, (client) => {
    const run = (query: Sql) => client.query(prepared(query))
    return work({
      rows: async <Row>(query: Sql) => (await run(query)).rows as Row[],
      first: async <Row>(query: Sql) => (await run(query)).rows[0] as Row | undefined,
      firstByValue: async <Row>(query: Sql) => (await run(query)).rows[0] as Row | undefined,
      copy: () => Promise.reject(new Error('nothing is copied here')),
      run: async (query) => (await run(query)).rowCount ?? 0,
      send: () => {
        throw new Error('the connection of the owner is read-only')
      },
      // The owner's statements have no time limit.
      allow: () => Promise.resolve(),
      raw: (text, values = []) => client.query(text, values),
    })
  })

/** Violations in the ledger of every shop; a test expects none. */
export const brokenBooks = (ownerUrl: string): Promise<string[]> => asOwner(ownerUrl, proveBooks)

/** Every violation has a row in one of these, or in a table whose rows belong to an operation. */
const isEmpty = sql`select not (exists (select from operations) or exists (select from operation_counters) or exists (select from ledger_journals)
  or exists (select from settlements) or exists (select from settlement_lines) or exists (select from payouts) or exists (select from debits)) as empty`

/** For the end of every suite: throws with all violations. Most suites move no money, and the proofs of an empty ledger cost more than their server. */
export async function assertBooks(ownerUrl: string): Promise<void> {
  const broken = await asOwner(ownerUrl, async (db) => ((await db.first<{ empty: boolean }>(isEmpty))?.empty ? [] : proveBooks(db)))
  if (broken.length > 0) throw new Error(`the ledger has violations: ${broken.join('; ')}`)
}
