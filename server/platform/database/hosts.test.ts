import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import dns from 'node:dns'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { addressesOf, clientOf } from './hosts.ts'
import { oneServerTwiceWarning } from './oneServerTwice.ts'
import { sql } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { testLine, type TestLine } from '../../testing/testLine.ts'
import { withClient } from './withClient.ts'

describe('a connection URI', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
    [
      'postgres://u:p@one:5432,two:5433/db?sslmode=require',
      ['postgres://u:p@one:5432/db?sslmode=require', 'postgres://u:p@two:5433/db?sslmode=require'],
    ],
    ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
    ['postgres://u:a,b@one/db', ['postgres://u:a,b@one/db']],
    ['postgres://u:p@localhost:5432/db?host=%2Ftmp%2Fa,b', ['postgres://u:p@localhost:5432/db?host=%2Ftmp%2Fa,b']],
  ])('%s', (url, addresses) => expect(addressesOf(url)).toEqual(addresses))

  it('of one host uses the driver’s own client', () => {
    expect(clientOf('postgres://u:p@one/db').name).toBe('Client')
  })
})

describe('a URI of several hosts', () => {
  let database: TestDatabase
  let primary: TestLine
  let standby: Server
  let hosts: (...ports: number[]) => string
  const signedIn: Socket[] = []

  beforeAll(async () => {
    database = await testDatabase()
    primary = await testLine(database.appUrl)
    // A standby accepts the connection and reports that it is one.
    const word = (kind: string, body: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(body.length + 4)
      return Buffer.concat([Buffer.from(kind), length, body])
    }
    const welcome = Buffer.concat([word('R', Buffer.alloc(4)), word('S', Buffer.from('in_hot_standby\0on\0')), word('Z', Buffer.from('I'))])
    standby = createServer((socket) => {
      signedIn.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => socket.write(welcome))
    }).listen(0, '127.0.0.1')
    await once(standby, 'listening')
    const { username, password, pathname } = new URL(primary.url)
    hosts = (...ports) => `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}${pathname}`
  })
  afterAll(async () => {
    for (const socket of signedIn) socket.destroy()
    standby.close()
    primary.close()
    await database.drop()
  })

  const portOf = (server: Server) => (server.address() as AddressInfo).port
  const who = sql`select current_user as role`

  it('makes the pool skip an unreachable host and a standby, and stay with the primary', async () => {
    const url = hosts(1, portOf(standby), Number(new URL(primary.url).port))
    const pool = openDatabase({ url, connections: 3 })
    const roles = await Promise.all([1, 2, 3].map(() => pool.read(null, (db) => db.first<{ role: string }>(who))))
    expect(roles.map((row) => row?.role)).toEqual([1, 2, 3].map(() => new URL(primary.url).username))
    const seen = signedIn.length
    await pool.close()
    const again = openDatabase({ url, connections: 1 })
    await again.read(null, (db) => db.first(who))
    await again.close()
    expect(signedIn).toHaveLength(seen)
  })

  it('makes a single connection try each host once', async () => {
    const url = hosts(portOf(standby), 2, Number(new URL(primary.url).port))
    expect(await withClient(url, async (client) => (await client.query('select 1 as n')).rows)).toEqual([{ n: 1 }])
    const port = portOf(standby)
    await expect(withClient(hosts(3, port), () => Promise.resolve())).rejects.toThrow(/@127\.0\.0\.1:3\/.+ or .+ cannot be reached/)
  })

  it('cuts what hangs on a silent host as soon as the primary is found on another one', async () => {
    const former = await testLine(database.appUrl)
    const url = hosts(Number(new URL(former.url).port), Number(new URL(primary.url).port))
    let lost = 0
    const pool = openDatabase({ url, connections: 3, waitMs: 60_000, onLostConnection: () => (lost += 1) })
    const other = openDatabase({ url, connections: 1, waitMs: 60_000 })
    onTestFinished(async () => {
      await Promise.all([pool.close(), other.close()])
      former.close()
    })
    const opening = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    await Promise.all(
      opening.map(({ resolve }) =>
        pool.read(null, async (db) => {
          await db.first(who)
          resolve()
          // All of them at once, so that each has a connection of its own.
          await Promise.all(opening.map(({ promise }) => promise))
        }),
      ),
    )
    expect(former.open()).toBe(3)
    former.silence()
    const hanging = pool.read(null, (db) => db.first<{ role: string }>(who))
    former.refuse()
    const row = { role: new URL(primary.url).username }
    expect(await other.read(null, (db) => db.first(who))).toEqual(row)
    expect(await other.read(null, (db) => db.first(who))).toEqual(row)
    // Already now: no statement was given up meanwhile.
    expect(lost).toBeGreaterThanOrEqual(1)
    expect(await hanging).toEqual(row)
    await expect.poll(() => former.open()).toBe(0)
  })

  it('leaves a host whose connection is dead, although a new one to it could be made', async () => {
    const [former, next] = [await testLine(database.appUrl), await testLine(database.appUrl)]
    const url = hosts(...[former, next].map((line) => Number(new URL(line.url).port)))
    const pool = openDatabase({ url, connections: 1, statementMs: 1_500 })
    onTestFinished(async () => {
      await pool.close()
      for (const line of [former, next]) line.close()
    })
    const ask = () => pool.read(null, (db) => db.first(who)).catch(() => undefined)
    await expect.poll(ask).toBeDefined()
    former.silence()
    await expect.poll(ask).toBeDefined()
    await expect.poll(() => former.open() + next.open()).toBe(1)
    expect(next.open()).toBe(1)
  })

  it('has a warning when two of them are one server; one that does not answer is none', async () => {
    const other = await testLine(database.appUrl)
    onTestFinished(() => other.close())
    const ports = [primary, other].map(({ url }) => Number(new URL(url).port))
    expect(await oneServerTwiceWarning(hosts(...ports.slice(0, 1), 1))).toEqual([])
    expect(await oneServerTwiceWarning(hosts(...ports.slice(0, 1), 1, ...ports.slice(1)))).toEqual([
      expect.stringContaining(`one server more than once (${ports.map((port) => `127.0.0.1:${port}`).join(', ')})`),
    ])
  })
})

it('a host name that is not known yet is asked for again', async () => {
  const database = await testDatabase()
  const line = await testLine(database.appUrl)
  const address = new URL(line.url)
  address.hostname = 'database.invalid'
  const { lookup } = dns
  const unknown = Object.assign(new Error('getaddrinfo EAI_AGAIN database.invalid'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
  let lookups = 0
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    options: dns.LookupOptions,
    answer: (error: Error | null) => void,
  ) => {
    lookups += 1
    if (lookups < 3) answer(unknown)
    else lookup('127.0.0.1', options, answer)
  }) as typeof lookup)
  const pool = openDatabase({ url: address.href, connections: 1 })
  onTestFinished(async () => {
    spy.mockRestore()
    await pool.close()
    line.close()
    await database.drop()
  })
  expect(await pool.read(null, (db) => db.first(sql`select 1 as n`))).toEqual({ n: 1 })
  expect(lookups).toBe(3)
})
