import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '../../testing/catalogue.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { productSchema } from './productSchema.ts'
import { schemaText } from './schemaFiles.ts'
import { withClient } from './withClient.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

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
