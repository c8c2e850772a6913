import type { Connection } from '../../platform/database/database.ts'
import { productSchema } from '../../platform/database/productSchema.ts'
import { joinSql, prepared, sql, type Sql } from '../../platform/database/sql.ts'
import { bookProofs, countViolations, violatedText, type Violated } from '../../money/ledger/proveBooks.ts'
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

/** Words after `from` and `join`: the tables that a proof reads, among others. */
const sourcesOf = ({ strings }: Sql): string[] => [...strings.join(' ').matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name = '']) => name)
const proofs = bookProofs.map(([rule, violations]) => ({ rule, violations, sources: sourcesOf(violations) }))

const named = [...new Set(proofs.flatMap(({ sources }) => sources))]

/** The tables of the proofs, and whether rows were ever written to them. */
const tables = sql`select relname as name, pg_relation_size(oid) > 0 as filled from pg_class
  where relname = any(${named}::name[]) and relnamespace = ${productSchema}::regnamespace and relkind = 'r'`
type Table = { name: string; filled: boolean }

/** Rules whose proof reads no table by a name that is recognised: they are always proved. */
export const proofsOfNoTable = (ownerUrl: string): Promise<string[]> =>
  asOwner(ownerUrl, async (db) => {
    const known = new Set((await db.rows<Table>(tables)).map(({ name }) => name))
    return proofs.filter(({ sources }) => !sources.some((name) => known.has(name))).map(({ rule }) => rule)
  })

/**
 * Violations in the ledger of every shop, as `proveBooks` says them; a test expects none. In one statement, and without the proofs that read only tables
 * without rows: nearly all that proving costs here is planning.
 */
export const brokenBooks = (ownerUrl: string): Promise<string[]> =>
  asOwner(ownerUrl, async (db) => {
    const isFilled = new Map((await db.rows<Table>(tables)).map(({ name, filled }) => [name, filled]))
    const some = proofs.filter(({ sources }) => {
      const known = sources.flatMap((name) => isFilled.get(name) ?? [])
      // A proof whose tables are not recognised is never left out.
      return known.length === 0 || known.includes(true)
    })
    if (some.length === 0) return []
    const counts = some.map(({ rule, violations }) => sql`select ${rule}::text as rule, c.* from (${countViolations(violations)}) c`)
    const found = await db.rows<Violated & { rule: string }>(joinSql(counts, sql` union all `))
    return found.filter(({ many }) => many > 0).map((one) => violatedText(one.rule, one))
  })

/** For the end of every suite: throws with all violations. */
export async function assertBooks(ownerUrl: string): Promise<void> {
  const broken = await brokenBooks(ownerUrl)
  if (broken.length > 0) throw new Error(`the ledger has violations: ${broken.join('; ')}`)
}
