import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase, OutcomeUnknown, type Database } from './database.ts'
import { sql } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from './withClient.ts'

// What is sent without waiting for its answer is part of the transaction all the same.
let place: TestDatabase
let database: Database
const owner = (text: string) => withClient(place.ownerUrl, async (client) => (await client.query(text)).rows as Record<string, unknown>[])
const add = (n: number) => sql`insert into things (n) values (${n})`
const things = async () => (await owner('select n from things order by n')).map(({ n }) => n)

beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 3 })
  await owner('create table things (n integer primary key)')
  await owner('grant all on things to public')
})
afterAll(async () => {
  await database.close()
  await place.drop()
})
beforeEach(() => owner('truncate things'))

it('is written in the order of sending and seen by what is asked next', async () => {
  const seen = await database.write(null, async (db) => {
    db.send(add(1))
    db.send(sql`update things set n = n + 1`)
    return db.rows(sql`select n from things`)
  })
  expect([seen, await things()]).toEqual([[{ n: 2 }], [2]])
})

it('that fails takes the transaction with it, and is told as the cause', async () => {
  const twice = (more: (db: Parameters<Parameters<typeof database.write>[1]>[0]) => Promise<unknown>) =>
    database.write(null, async (db) => {
      db.send(add(1))
      db.send(add(1))
      db.send(add(2))
      await more(db)
    })
  for (const more of [async () => {}, (db: { run(q: ReturnType<typeof sql>): Promise<number> }) => db.run(add(3))])
    await expect(twice(more)).rejects.toMatchObject({ code: '23505' })
  expect(await things()).toEqual([])
})

it('that lost a race is done again, all of it', async () => {
  let attempts = 0
  await database.write(null, async (db) => {
    attempts += 1
    db.send(add(attempts))
    if (attempts === 1) db.send(sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)
  })
  expect([attempts, await things()]).toEqual([2, [2]])
})

it('a failure that the work passes over never ends as done', async () => {
  const careless = database.write(null, async (db) => {
    await db.run(add(1))
    await db.run(sql`select 1 / 0`).catch(() => {})
  })
  await expect(careless).rejects.toThrow('nothing of it stands')
  expect(await things()).toEqual([])
})

it('with the connection lost among it and the commit, says that the outcome is unknown', async () => {
  const lost = database.write(null, async (db) => {
    db.send(add(1))
    db.send(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(await things()).toEqual([])
})

it('of a read that fails is not passed over', async () => {
  await expect(database.read(null, async (db) => db.send(sql`select 1 / 0`))).rejects.toMatchObject({ code: '22012' })
})
