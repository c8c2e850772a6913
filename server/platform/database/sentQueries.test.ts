import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase, OutcomeUnknown, type Connection, type Database } from './database.ts'
import { sql } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from './withClient.ts'

// A statement sent without waiting is part of the transaction like any other.
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

it('sent statements run in order and later statements see them', async () => {
  const seen = await database.write(null, async (db) => {
    db.send(add(1))
    db.send(sql`update things set n = n + 1`)
    return db.rows(sql`select n from things`)
  })
  expect([seen, await things()]).toEqual([[{ n: 2 }], [2]])
})

it('a failed sent statement rolls the transaction back, and is its cause', async () => {
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

it('a sent statement with a serialization failure makes the whole transaction retry', async () => {
  let attempts = 0
  await database.write(null, async (db) => {
    attempts += 1
    db.send(add(attempts))
    if (attempts === 1) db.send(sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)
  })
  expect([attempts, await things()]).toEqual([2, [2]])
})

it('a failed statement that the work ignores never ends as a commit', async () => {
  const careless = database.write(null, async (db) => {
    await db.run(add(1))
    await db.run(sql`select 1 / 0`).catch(() => {})
  })
  await expect(careless).rejects.toThrow('ignored a failed statement')
  expect(await things()).toEqual([])
})

it('a connection lost between a sent statement and COMMIT gives OutcomeUnknown', async () => {
  const lost = database.write(null, async (db) => {
    db.send(add(1))
    db.send(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(await things()).toEqual([])
})

it('a connection that was lost before COMMIT was sent makes the whole transaction retry', async () => {
  for (const also of [() => {}, (db: Connection) => db.send(sql`select`)]) {
    const lost = Promise.withResolvers<unknown>()
    const own = openDatabase({ url: place.appUrl, connections: 1, waitMs: 60_000, onLostConnection: lost.resolve })
    let attempts = 0
    await own.write(null, async (db) => {
      attempts += 1
      await db.run(add(attempts))
      if (attempts > 1) return
      const me = await db.first<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await owner(`select pg_terminate_backend(${me?.pid})`)
      await lost.promise
      also(db)
    })
    await own.close()
    expect([attempts, await things()]).toEqual([2, [2]])
    await owner('truncate things')
  }
})

// As the system reports a line whose other side acknowledges nothing any more, and TLS a broken one.
it.each(['ETIMEDOUT', 'EPROTO'])('%s while COMMIT is carried out gives OutcomeUnknown, and nothing is written twice', async (code) => {
  await owner(`create function wait_at_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger wait_at_commit after insert on things deferrable initially deferred for each row execute function wait_at_commit()`)
  const connecting = vi.spyOn(Socket.prototype, 'connect')
  const own = openDatabase({ url: place.appUrl, connections: 1, statementMs: 600_000, waitMs: 600_000 })
  await own.read(null, (db) => db.first(sql`select 1`))
  const [socket] = connecting.mock.contexts as Socket[]
  connecting.mockRestore()
  await withClient(place.ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    let attempts = 0
    const written = own
      .write(null, (db) => db.run(add((attempts += 1))))
      .then(
        () => 'written',
        (error: unknown) => error,
      )
    const waiting = `select from pg_locks join pg_database d on d.oid = database where datname = current_database() and locktype = 'advisory' and not granted`
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    socket?.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }))
    await client.query('select pg_advisory_unlock(1)')
    expect(await written).toBeInstanceOf(OutcomeUnknown)
  })
  await expect.poll(things).toEqual([1])
  await own.close()
  await owner('drop function wait_at_commit cascade')
})

it('a failed sent statement of a read rejects the read', async () => {
  await expect(database.read(null, async (db) => db.send(sql`select 1 / 0`))).rejects.toMatchObject({ code: '22012' })
})
