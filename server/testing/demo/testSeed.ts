import pg from 'pg'
import { seedDemo } from '../../demo/seed.ts'
import { testDatabase, type TestDatabase } from '../testDatabase.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

/** The instant at which the tests' demo ends. */
export const seededAt = new Date('2026-03-30T16:20:00Z')

/** Databases of one test file, with and without the demo, and an owner's connection to each. */
export function seededDatabases() {
  const open: { database: TestDatabase; client: pg.Client }[] = []
  async function empty() {
    const database = await testDatabase()
    const client = new pg.Client({ connectionString: database.ownerUrl, options: connectionOptions })
    await client.connect()
    open.push({ database, client })
    return { database, client }
  }
  return {
    empty,
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
