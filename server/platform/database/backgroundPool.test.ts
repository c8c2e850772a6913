import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './database.ts'
import { sql } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'

let place: TestDatabase
let database: OpenDatabase
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 4 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const answer = (from: Pick<OpenDatabase, 'read'>) => from.read(null, (db) => db.first<{ one: number }>(sql`select 1 as one`))

it('background work uses at most half of the connections, however much is due', async () => {
  const { backgroundPool } = database
  let under = 0
  let highest = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const held = async () => {
    under += 1
    highest = Math.max(highest, under)
    await ended
    under -= 1
  }
  const due = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0 ? backgroundPool.write(null, held) : at % 3 === 1 ? backgroundPool.read(null, held) : backgroundPool.readBatch(null, held),
  )
  await expect.poll(() => under).toBe(2)
  // A read without a free connection would be refused.
  expect(await Promise.all([answer(database), answer(database), answer(database)])).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }])
  end()
  await Promise.all(due)
  expect(highest).toBe(2)
})

it('nested work does not wait for a second slot', async () => {
  const { backgroundPool } = database
  const nested = () => backgroundPool.write(null, () => answer(backgroundPool))
  expect(await Promise.all([nested(), nested()])).toEqual([{ one: 1 }, { one: 1 }])
})
