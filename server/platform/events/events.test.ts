import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../testing/testDatabase.ts'
import { makeEvents } from './events.ts'
import { connectionOptions } from '../database/productSchema.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl, options: connectionOptions })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('is certain about unchanged objects as far back as it has listened without a gap, and remembers every change of that time', async () => {
  let at = 5_000
  const events = makeEvents(
    database.appUrl,
    () => {},
    () => at,
  )
  try {
    expect(events.quiet(['a'], 0)).toBe(false)
    const watch = await events.watch('a')
    at += 10_000
    expect([events.quiet(['a', 'b'], 10_000), events.quiet(['a'], 10_001)]).toEqual([true, false])
    await client.query(`select pg_notify('change', 'a')`)
    await watch?.changed(60_000)
    at += 2_000
    expect([events.quiet(['a'], 1_999), events.quiet(['b', 'a'], 2_000), events.quiet(['b'], 2_000)]).toEqual([true, false, true])
    at += 200_000
    expect([events.quiet(['a'], 119_000), events.quiet(['a'], 150_000)]).toEqual([true, false])
    const next = await events.watch('b')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trastienda-events' and datname = current_database()`,
    )
    await next?.changed(60_000)
    expect(events.quiet(['b'], 0)).toBe(false)
  } finally {
    await events.close()
  }
})
