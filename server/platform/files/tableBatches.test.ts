import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { mintScope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../database/withClient.ts'
import { cellForm, type Table } from './table.ts'
import { tableBatches } from './tableBatches.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.drop())

const scope = mintScope(randomUUID(), 'live')
const many = 4_500
/** Rows that can be read while the gate is open. */
const rows = sql`(select pg_advisory_xact_lock_shared(11)) gate, generate_series(1, ${many}::integer) n`
const at = sql`(timestamptz '2026-01-01' + n * interval '1 minute')`
const table: Table = {
  columns: [{ name: 'number', kind: 'count', from: sql`n` }],
  from: rows,
  where: sql`true`,
  key: [{ by: at, type: 'timestamptz' }],
}

/** The number of rows of a file. */
async function fileOf(database: Database): Promise<number> {
  let read = 0
  for await (const batch of tableBatches(database, scope, table, { form: cellForm(false), summed: ['number'] })) read += batch.rows
  return read
}

it.each([2, 8])('with %i connections, many concurrent files are complete and leave connections to other calls', async (connections) => {
  const database = openDatabase({ url: place.appUrl, connections })
  try {
    const files = await withClient(place.ownerUrl, async (gate) => {
      await gate.query('select pg_advisory_lock(11)')
      const started = Promise.allSettled(Array.from({ length: 12 }, () => fileOf(database)))
      // As many calls at once as there are connections left: none waits for another.
      const others = Array.from({ length: connections - Math.max(1, connections / 4) }, () =>
        database.read(null, (db) => db.first(sql`select 1 as served, pg_sleep(0.1)::text as slept`)),
      )
      expect(await Promise.all(others)).toEqual(others.map(() => ({ served: 1, slept: '' })))
      await gate.query('select pg_advisory_unlock(11)')
      return started
    })
    expect(files).toEqual(files.map(() => ({ status: 'fulfilled', value: many })))
  } finally {
    await database.close()
  }
})

it('a waiting batch of a disconnected reader is not read', async () => {
  const database = openDatabase({ url: place.appUrl, connections: 2 })
  const gone = new AbortController()
  try {
    await withClient(place.ownerUrl, async (gate) => {
      await gate.query('select pg_advisory_lock(11)')
      const other = fileOf(database)
      const left = tableBatches(database, scope, table, { form: cellForm(false), summed: ['number'] }, gone.signal).next()
      gone.abort(new Error('gone'))
      await expect(left).rejects.toThrow('gone')
      await gate.query('select pg_advisory_unlock(11)')
      expect(await other).toBe(many)
    })
  } finally {
    await database.close()
  }
})
