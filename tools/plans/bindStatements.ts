import type pg from 'pg'
import { distribution } from '../../server/platform/database/distribution.ts'
import { productSchema } from '../../server/platform/database/productSchema.ts'
import { acrossShops } from './acrossShops.ts'
import { unboundTables } from './merchantBinding.ts'
import { planOf, withPlanner } from './planStatements.ts'
import type { SentStatement } from './sentStatements.ts'

/**
 * Statements that may touch rows of more than one merchant in a distributed table, one sentence each; exceptions, with reasons, are in acrossShops.ts.
 * `ownerUrl`: of the superuser, who plans without row-level security.
 */
export const unboundStatements = (ownerUrl: string, statements: readonly SentStatement[]): Promise<string[]> =>
  withPlanner(ownerUrl, async (client) => {
    const merchantColumn = columnsByUrl.get(ownerUrl) ?? (await merchantColumns(client))
    columnsByUrl.set(ownerUrl, merchantColumn)
    const problems: string[] = []
    for (const statement of statements) {
      const plan = await planOf(client, statement)
      const allowed = acrossShops[statement.file]?.tables ?? []
      const tables = plan && allowed !== 'all' ? unboundTables(plan, merchantColumn).filter((name) => !allowed.includes(name)) : []
      if (tables.length > 0) problems.push(problemText(statement, tables))
    }
    return problems
  })

const columnsByUrl = new Map<string, Awaited<ReturnType<typeof merchantColumns>>>()
/** The position of `merchant_id` among the columns of each distributed table, from 0. */
async function merchantColumns(client: pg.ClientBase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; position: number }>(
    `select c.relname as name, (select count(*)::integer from pg_attribute b
       where b.attrelid = a.attrelid and b.attnum between 1 and a.attnum - 1 and not b.attisdropped) as position
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'merchant_id' and c.relkind = 'r' and c.relnamespace = $1::regnamespace`,
    [productSchema],
  )
  const placements: Readonly<Record<string, string>> = distribution
  return new Map(rows.flatMap(({ name, position }) => (placements[name] === 'distributed' ? [[name, position]] : [])))
}

const problemText = ({ file, text }: SentStatement, tables: readonly string[]) =>
  `${file} does not bind one merchant of ${tables.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`
