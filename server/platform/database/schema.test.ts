import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole } from '../../embedded/newCluster.ts'
import { catalogueOf } from '../../testing/catalogue.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { productSchema } from './productSchema.ts'
import { withClient } from './withClient.ts'

const undescribed = `select c.relname || coalesce('.' || a.attname, '') as name from pg_class c
  cross join lateral (select 0 as attnum, null as attname union all
    select t.attnum, t.attname::text from pg_attribute t where t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      and (t.attname ~ '_(cents|bps|ms|seconds)$' or t.atttypid in ('timestamptz'::regtype, 'date'::regtype))) a
  where c.relkind = 'r' and c.relnamespace = $1::regnamespace and c.relname <> 'schema_migrations' and col_description(c.oid, a.attnum) is null
    and (a.attnum > 0 or obj_description(c.oid, 'pg_class') is null) order by 1`

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('every table, amount, rate, duration, instant and day says what it holds', async () => {
  const { rows } = await withClient(database.ownerUrl, (client) => client.query<{ name: string }>(undescribed, [productSchema]))
  expect(rows.map(({ name }) => name)).toEqual([])
})

/** What the schema holds, the rows that come with it, and the migrations that are recorded. */
const contentOf = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const catalogue = await catalogueOf(client, productSchema)
    const tables = catalogue.flatMap((line) => /^table (\w+) /.exec(line)?.[1] ?? []).filter((name) => name !== 'schema_migrations')
    const rows = await client.query<{ row: string }>(
      tables.map((name) => `select '${name} ' || t::text as row from ${name} t`).join(' union all '),
    )
    const recorded = await client.query('select name, checksum from schema_migrations order by name')
    return { catalogue, recorded: recorded.rows as unknown[], rows: rows.rows.map(({ row }) => row).toSorted() }
  })

test('a new database has the schema that the migrations make, and the same rows', async () => {
  const content = await contentOf(database.ownerUrl)
  await withClient(database.ownerUrl, (client) => client.query(`drop schema ${productSchema} cascade`))
  await migrate(database.ownerUrl, appRole, { folder: migrationsFolder, schema: null })
  const migrated = await contentOf(database.ownerUrl)
  expect(content.catalogue.length).toBeGreaterThan(2_000)
  expect(content.rows.length).toBeGreaterThan(5)
  expect(content.recorded.length).toBeGreaterThan(30)
  expect(content).toEqual(migrated)
})
