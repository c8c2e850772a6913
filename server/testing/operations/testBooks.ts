import pg from 'pg'
import type { Connection } from '../../platform/database/database.ts'
import { prepared, sql, type Sql } from '../../platform/database/sql.ts'
import { proveBooks } from '../../money/ledger/proveBooks.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

/** Runs `work` on a connection of the tables' owner, without row-level security. */
export async function asOwner<T>(ownerUrl: string, work: (db: Connection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, options: connectionOptions })
  await client.connect()
  const run = (query: Sql) => client.query(prepared(query))
  try {
    return await work({
      rows: async <Row>(query: Sql) => (await run(query)).rows as Row[],
      first: async <Row>(query: Sql) => (await run(query)).rows[0] as Row | undefined,
      firstByValue: async <Row>(query: Sql) => (await run(query)).rows[0] as Row | undefined,
      copy: () => Promise.reject(new Error('nothing is copied here')),
      run: async (query) => (await run(query)).rowCount ?? 0,
      send: () => {
        throw new Error('the connection of the owner is read-only')
      },
      allow: (ms) => client.query(`select set_config('statement_timeout', $1, false)`, [String(ms)]).then(() => {}),
      raw: (text, values = []) => client.query(text, values),
    })
  } finally {
    await client.end()
  }
}

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
