import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseBusy, openDatabase, type Connection, type Database } from './database.ts'
import { mintScope, type Scope } from './scope.ts'
import { allOf, named, prepared, sql, unprepared } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { testLine } from '../../testing/testLine.ts'
import { withClient } from './withClient.ts'

const account = '00000000-0000-7000-8000-000000000001'
const shops = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'] as const
let place: TestDatabase
let database: Database
const owner = (text: string) => withClient(place.ownerUrl, async (client) => (await client.query(text)).rows as Record<string, unknown>[])
const limits = (merchantId: string, mode: string, cents: number) =>
  `insert into cart_limits (merchant_id, mode, min_cents, changed_at) values ('${merchantId}', '${mode}', ${cents}, now())`
const minima = (db: { rows<R>(q: ReturnType<typeof sql>): Promise<R[]> }) =>
  db.rows<{ min_cents: bigint }>(sql`select min_cents from cart_limits`)

beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 3 })
  await owner(`insert into accounts (id, type) values ('${account}', 'enterprise')`)
  for (const [at, shop] of shops.entries()) {
    await owner(`insert into merchants (id, account_id, name, status) values ('${shop}', '${account}', 'Tienda ${at}', 'active')`)
    await owner(limits(shop, 'live', 100 + at))
    await owner(limits(shop, 'sandbox', 200 + at))
  }
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

describe('sql', () => {
  it('separates values from text and splices fragments in order', () => {
    const query = sql`select ${1} where ${allOf([sql`a = ${2}`, sql`b in (${3}, ${4})`])} limit ${5}`
    expect(prepared(query)).toMatchObject({ text: 'select $1 where a = $2 and b in ($3, $4) limit $5', values: [1, 2, 3, 4, 5] })
  })
  it('has one name per statement, whatever its values', () => {
    expect(prepared(sql`select ${1}`).name).toBe(prepared(sql`select ${2}`).name)
    expect(prepared(sql`select ${1}`).name).not.toBe(prepared(sql`select  ${1}`).name)
  })
  it('is another statement when another fragment or a value is spliced in', () => {
    const textOf = (first: unknown, second: unknown) => prepared(sql`select ${first} from t where ${second}`)
    const [a, b] = [sql`a = ${1}`, sql`b = ${2}`]
    const shapes = [textOf(a, b), textOf(b, a), textOf(a, 3), textOf(3, b), textOf(3, 4)]
    expect(shapes.map(({ text }) => text)).toEqual([
      'select a = $1 from t where b = $2',
      'select b = $1 from t where a = $2',
      'select a = $1 from t where $2',
      'select $1 from t where b = $2',
      'select $1 from t where $2',
    ])
    expect(shapes.map(({ values }) => values.join())).toEqual(['1,2', '2,1', '1,3', '3,2', '3,4'])
    expect(textOf(sql`a = ${9}`, 3).name).toBe(shapes[2]?.name)
  })
  it('neither names nor caches an unprepared fragment, nor a statement that contains it', () => {
    const query = sql`select ${1} where ${unprepared(sql`a = ${2}`)} limit ${3}`
    expect(prepared(query)).toEqual({ text: 'select $1 where a = $2 limit $3', values: [1, 2, 3] })
  })
  it('never concatenates a value into the text', async () => {
    const evil = "'; drop table merchants; --"
    expect(await database.read(null, (db) => db.first(sql`select ${evil}::text as said`))).toEqual({ said: evil })
  })
  it('treats an object from a request that looks like a query as a value', async () => {
    const evil: unknown = JSON.parse('{"strings": ["now()"], "values": []}')
    expect(await database.read(null, (db) => db.first(sql`select ${evil}::jsonb as said`))).toEqual({ said: evil })
  })
  it('accepts only plain identifiers as names', () => {
    expect(prepared(sql`select ${named('c1')} from ${named('t')}`).text).toBe('select c1 from t')
    for (const wrong of ['C1', 'a b', 'a;b', '"a"', '1a', '']) expect(() => named(wrong), wrong).toThrow('not an SQL identifier')
  })
})

describe('row-level security', () => {
  it('shows a scope only its own rows, although the query names no merchant', async () => {
    for (const [at, shop] of shops.entries()) {
      expect(await database.read(mintScope(shop, 'live'), minima)).toEqual([{ min_cents: BigInt(100 + at) }])
      expect(await database.read(mintScope(shop, 'sandbox'), minima)).toEqual([{ min_cents: BigInt(200 + at) }])
    }
  })
  it('shows no rows without a scope, also on a connection that had one', async () => {
    await Promise.all(shops.map((shop) => database.read(mintScope(shop, 'live'), minima)))
    for (let round = 0; round < 6; round += 1) expect(await database.read(null, minima)).toEqual([])
  })
  it('applies to many concurrent readers on few connections', async () => {
    const requests = Array.from({ length: 400 }, (_, at) => ({
      shop: shops[at % 2] ?? shops[0],
      mode: at % 3 === 0 ? ('sandbox' as const) : ('live' as const),
    }))
    // A read refused on a busy machine is retried.
    const untilRead = async (scope: Scope): Promise<unknown> => {
      try {
        return await database.read(scope, minima)
      } catch (error) {
        if (error instanceof DatabaseBusy) return untilRead(scope)
        throw error
      }
    }
    const seen = await Promise.all(requests.map(({ shop, mode }) => untilRead(mintScope(shop, mode))))
    requests.forEach(({ shop, mode }, at) =>
      expect(seen[at]).toEqual([{ min_cents: BigInt((mode === 'live' ? 100 : 200) + shops.indexOf(shop)) }]),
    )
  })
  it('refuses to write a row of another merchant or mode', async () => {
    const write = (mode: 'live' | 'sandbox') =>
      database.write(mintScope(shops[0], 'live'), (db) =>
        db.run(
          sql`insert into cart_limits (merchant_id, mode, min_cents, changed_at) values (${mode === 'live' ? shops[1] : shops[0]}, ${mode}, 1, now())`,
        ),
      )
    await expect(write('live')).rejects.toThrow(/row-level security/)
    await expect(write('sandbox')).rejects.toThrow(/row-level security/)
  })
  it('does not keep a write’s scope on the connection', async () => {
    await database.write(mintScope(shops[0], 'live'), minima)
    for (let round = 0; round < 6; round += 1) expect(await database.read(null, minima)).toEqual([])
  })
})

describe('values', () => {
  it('keeps dates as text and int8 as bigint', async () => {
    const row = await database.read(null, (db) => db.first(sql`select date '2026-10-25' as day, 9007199254740993::bigint as big`))
    expect(row).toEqual({ day: '2026-10-25', big: 9007199254740993n })
  })
  it('compiles no statement, although the server would', async () => {
    await owner(`alter database ${new URL(place.appUrl).pathname.slice(1)} set jit = on`)
    const fresh = openDatabase({ url: place.appUrl, connections: 1 })
    expect(await fresh.read(null, (db) => db.first(sql`select current_setting('jit') as jit`))).toEqual({ jit: 'off' })
    await fresh.close()
  })

  it('stores money only in integer columns', async () => {
    const bad = await owner(`select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'trastienda' and (column_name like '%_cents' and data_type <> 'bigint' or data_type in ('real', 'double precision', 'money', 'numeric'))`)
    expect(bad).toEqual([])
  })
})

describe('faults', () => {
  it('survives terminated backends, also in a transaction, and retries what was not committed', async () => {
    let tries = 0
    const result = await database.write(null, async (db) => {
      tries += 1
      await db.run(sql`insert into audit_heads (account_id, seq, hash) values (${crypto.randomUUID()}, 0, '')`)
      if (tries === 1) {
        const me = await db.first<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await owner(`select pg_terminate_backend(${me?.pid})`)
      }
      return db.first<{ n: bigint }>(sql`select count(*) as n from audit_heads`)
    })
    expect(tries).toBe(2)
    expect(result).toEqual({ n: 1n })
  })
  it('survives the loss of more connections than a statement has attempts', async () => {
    const line = await testLine(place.appUrl)
    const many = openDatabase({ url: line.url, connections: 12, waitMs: 60_000 })
    let waiting = 12
    const { promise: allOpen, resolve: open } = Promise.withResolvers<void>()
    const openOne = async (db: Connection) => {
      await db.run(sql`select`)
      if (--waiting === 0) open()
      await allOpen
    }
    await Promise.all(Array.from({ length: 12 }, () => many.read(null, openOne)))
    expect(line.open()).toBe(12)
    line.cutAtUse()
    expect(await many.read(null, (db) => db.first(sql`select 1 as n`))).toEqual({ n: 1 })
    expect(await many.write(null, (db) => db.first(sql`select 2 as n`))).toEqual({ n: 2 })
    await many.close()
    line.close()
  })
  const pidOf = async (db: Connection) => (await db.first<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0
  /** The pool's connections, by asking all at once. */
  const pidsOf = (pool: Database, connections: number) => {
    let waiting = connections
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    const pidsOf = async (db: Connection) => {
      const pid = await pidOf(db)
      if (--waiting === 0) resolve()
      await allAsked
      return pid
    }
    return Promise.all(Array.from({ length: connections }, () => pool.read(null, pidsOf)))
  }
  it('keeps the other connections when one is terminated', async () => {
    const pool = openDatabase({ url: place.appUrl, connections: 4, waitMs: 60_000 })
    const before = await pidsOf(pool, 4)
    const lost: number[] = []
    await pool.write(null, async (db) => {
      const pid = await pidOf(db)
      if (lost.length > 0) return
      lost.push(pid)
      await db.run(sql`select pg_terminate_backend(${pid})`)
    })
    const after = await pidsOf(pool, 4)
    expect(after.filter((pid) => before.includes(pid)).toSorted()).toEqual(before.filter((pid) => !lost.includes(pid)).toSorted())
    await pool.close()
  })
  it('runs a work once that fails because of a file, another system or another connection, and keeps its own', async () => {
    const pool = openDatabase({ url: place.appUrl, connections: 1, waitMs: 60_000 })
    const [pid] = await pidsOf(pool, 1)
    const refused = () => once(connect(1, '127.0.0.1'), 'connect')
    const missing = () => readFile('/nowhere/schema.sql')
    const other = () => database.read(null, (db) => db.run(sql`select pg_terminate_backend(pg_backend_pid())`))
    for (const [code, failing] of [
      ['ECONNREFUSED', refused],
      ['ENOENT', missing],
      ['57P01', other],
    ] as const)
      for (const way of ['read', 'write'] as const) {
        let runs = 0
        const work = async (db: Connection) => {
          runs += 1
          await db.run(sql`select`)
          await failing()
        }
        await expect(way === 'read' ? pool.read(null, work) : pool.write(null, work)).rejects.toMatchObject({ code })
        expect([runs, ...(await pidsOf(pool, 1))], `${way} ${code}`).toEqual([1, pid])
      }
    await pool.close()
  })
  it('throws DatabaseBusy instead of waiting for ever', async () => {
    const small = openDatabase({ url: place.appUrl, connections: 1 })
    const slow = small.read(null, (db) => db.run(sql`select pg_sleep(4)`))
    await expect(small.read(null, (db) => db.run(sql`select 1`))).rejects.toBeInstanceOf(DatabaseBusy)
    await slow
    expect(await small.ready()).toBe(true)
    await small.close()
  })
  it('retries the victim of a deadlock', async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const id of [a, b])
      await database.write(null, (db) => db.run(sql`insert into audit_heads (account_id, seq, hash) values (${id}, 0, '')`))
    const bump = (id: string) => sql`update audit_heads set seq = seq + 1 where account_id = ${id}`
    const both = (first: string, second: string) =>
      database.write(null, async (db) => {
        await db.run(bump(first))
        await db.run(sql`select pg_sleep(0.2)`)
        await db.run(bump(second))
      })
    await Promise.all([both(a, b), both(b, a)])
    expect(await owner(`select seq from audit_heads where account_id in ('${a}', '${b}')`)).toEqual([{ seq: '2' }, { seq: '2' }])
  })
})
