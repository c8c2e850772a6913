import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '../../testing/catalogue.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { productSchema } from './productSchema.ts'
import { schemaText } from './schemaFiles.ts'
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

test('a migrated database has the schema that the schema files describe', async () => {
  const { migrated, described } = await withClient(database.ownerUrl, async (client) => {
    await client.query('drop table schema_migrations')
    const migrated = await catalogueOf(client, productSchema)
    await client.query(`drop schema ${productSchema} cascade; create schema ${productSchema}; ${schemaText()}`)
    return { migrated, described: await catalogueOf(client, productSchema) }
  })
  expect(described.length).toBeGreaterThan(2_000)
  expect(migrated).toEqual(described)
})
