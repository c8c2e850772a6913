import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DatabaseBusy, openDatabase, OutcomeUnknown } from './database.ts'
import { sql } from './sql.ts'
import { testDatabase } from '../../testing/testDatabase.ts'
import { testLine } from '../../testing/testLine.ts'

// Concurrent, because they mostly wait.
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A local port whose connections are passed to `take`. */
async function listen(take: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    take(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it.concurrent('a database that completes no sign-in gives DatabaseBusy', async () => {
  const port = await listen(() => {})
  const database = openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/d`, connections: 1 })
  closing.push(() => database.close())
  await expect(database.read(null, (db) => db.first(sql`select 1`))).rejects.toBeInstanceOf(DatabaseBusy)
})

it.concurrent('concurrent readiness checks of a database that completes no sign-in share one check', async () => {
  let looks = 0
  const port = await listen(() => void (looks += 1))
  const database = openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/d`, connections: 5 })
  closing.push(() => database.close())
  const answers = await Promise.all(Array.from({ length: 5 }, () => database.ready()))
  expect([answers, looks]).toEqual([Array(5).fill(false), 1])
})

/** A database behind a proxy that stops forwarding without closing, on demand or at COMMIT. */
async function behindLine() {
  const place = await testDatabase()
  closing.push(() => place.drop())
  const { searchParams, username, password, pathname } = new URL(place.appUrl)
  const state = { silent: false, silentAtCommit: false, lines: 0 }
  const port = await listen((near) => {
    state.lines += 1
    const far = connect(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    near.on('close', () => far.destroy()).on('error', () => {})
    far.on('close', () => near.destroy()).on('error', () => {})
    let dead = false
    near.on('data', (piece) => {
      dead ||= state.silent || (state.silentAtCommit && piece.includes('commit\0'))
      if (!dead) far.write(piece)
    })
    far.on('data', (piece) => dead || near.write(piece))
  })
  const database = openDatabase({
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    connections: 1,
    statementMs: 500,
  })
  closing.push(() => database.close())
  return { database, state }
}

it.concurrent('a dead connection times out, and another one is used', async () => {
  const { database, state } = await behindLine()
  const ask = () => database.read(null, (db) => db.first<{ n: number }>(sql`select 1 as n`))
  expect(await ask()).toEqual({ n: 1 })
  state.silent = true
  const answer = ask()
  setTimeout(() => (state.silent = false), 500)
  expect(await answer).toEqual({ n: 1 })
  expect(state.lines).toBe(2)
  expect(await database.write(null, (db) => db.first(sql`select 2 as n`))).toEqual({ n: 2 })
})

it.concurrent('connections opened before a dead one was found are not used either, and all of them are closed', async ({ expect: its }) => {
  const place = await testDatabase()
  const line = await testLine(place.appUrl)
  closing.push(() => place.drop(), line.close)
  const [connections, statementMs] = [3, 2_000]
  const database = openDatabase({ url: line.url, connections, statementMs })
  closing.push(() => database.close())
  const askAll = () =>
    Promise.all(Array.from({ length: connections }, () => database.read(null, (db) => db.first(sql`select pg_sleep(0.2)`))))
  await askAll()
  expect(line.open()).toBe(connections)
  line.silence()
  // The next attempt must not use another dead connection: there is no time for a second timeout.
  expect(await database.read(null, (db) => db.first(sql`select 1 as n`))).toEqual({ n: 1 })
  await askAll()
  await its.poll(() => line.open()).toBe(connections)
})

it.concurrent('a connection that dies during COMMIT gives OutcomeUnknown, and nothing is retried', async () => {
  const { database, state } = await behindLine()
  state.silentAtCommit = true
  let done = 0
  const write = database.write(null, async (db) => {
    done += 1
    return db.first(sql`select 1 as n`)
  })
  await expect(write).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(done).toBe(1)
})

it.concurrent('a statement with a longer timeout is waited for', async () => {
  const { database } = await behindLine()
  const sleep = sql`select pg_sleep(2.5)`
  await expect(database.write(null, (db) => db.run(sleep))).rejects.toMatchObject({ code: '57014' })
  const patient = database.write(null, async (db) => {
    await db.allow(5_000)
    return db.run(sleep)
  })
  expect(await patient).toBe(1)
})
