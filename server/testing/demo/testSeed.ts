import pg from 'pg'
import { seedDemo } from '../../demo/seed.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { inDatabase, templateCopy, testDatabase, testServerUrls, type TestDatabase } from '../testDatabase.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

/** The instant at which the tests' demo ends, and the operations of its first shop. */
export const seededAt = new Date('2026-03-30T16:20:00Z')
export const seededOperations = 1_200

const template = 'demo'
/** The first caller seeds the template; the others wait. */
const turn = 89_000_002

/** A copy of the demo, which the first test file of a run that asks for it seeds for all. */
export async function demoDatabase(): Promise<TestDatabase> {
  const { ownerUrl } = testServerUrls()
  await withClient(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [turn])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    await client.query(templateCopy(template))
    try {
      await seedDemo({ ownerUrl: inDatabase(ownerUrl, template), operations: seededOperations, now: seededAt })
      await client.query('alter database demo allow_connections false')
    } catch (error) {
      await client.query('drop database demo with (force)')
      throw error
    }
  })
  return testDatabase(template)
}

/** Databases of one test file, with and without the demo, and an owner's connection to each. */
export function seededDatabases() {
  const open: { database: TestDatabase; client: pg.Client }[] = []
  async function opened(database: TestDatabase) {
    const client = new pg.Client({ connectionString: database.ownerUrl, options: connectionOptions })
    await client.connect()
    open.push({ database, client })
    return { database, client }
  }
  const empty = async () => opened(await testDatabase())
  return {
    empty,
    demo: async () => opened(await demoDatabase()),
    async seeded(operations: number, now = seededAt) {
      const { database, client } = await empty()
      await seedDemo({ ownerUrl: database.ownerUrl, operations, now })
      return { database, client }
    },
    async drop() {
      for (const { database, client } of open) {
        await client.end()
        await database.drop()
      }
    },
  }
}

export const rowsOf = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows
