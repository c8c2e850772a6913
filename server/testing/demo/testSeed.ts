import pg from 'pg'
import { seedDemo } from '../../demo/seed.ts'
import { filledDatabase, testDatabase, type TestDatabase } from '../testDatabase.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

/** The instant at which the tests' demo ends, and the operations of its first shop. */
export const seededAt = new Date('2026-03-30T16:20:00Z')
export const seededOperations = 1_200

/** A copy of the demo, which the first test file of a run that asks for it seeds for all. */
export const demoDatabase = (): Promise<TestDatabase> =>
  filledDatabase('demo', 89_000_002, async (ownerUrl) => {
    await seedDemo({ ownerUrl, operations: seededOperations, now: seededAt })
  })

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
