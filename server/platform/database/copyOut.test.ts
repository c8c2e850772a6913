import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxKeptBytes, ReusableBuffer } from './copyOut.ts'
import { openDatabase, type Database } from './database.ts'
import { mintScope, type Scope } from './scope.ts'
import { joinSql, PersonalText, sql, type Sql } from './sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from './withClient.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  await withClient(place.ownerUrl, (owner) =>
    owner.query(
      `create table walled (merchant_id uuid); insert into walled select lpad(n::text, 32, '0')::uuid from generate_series(1, 3) n; grant select on walled to public;
       alter table walled enable row level security; create policy wall on walled using (merchant_id = scope_merchant())`,
    ),
  )
  database = openDatabase({ url: place.appUrl, connections: 1 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const copied = async (query: Sql, scope: Scope | null = null): Promise<string> => {
  const room = new ReusableBuffer()
  await database.read(scope, (db) => db.copy(query, room))
  return room.bytes.toString()
}

const text = fc.oneof(
  fc.string({ unit: fc.integer({ min: 1, max: 0xd7ff }).map((code) => String.fromCodePoint(code)) }),
  fc.string({ unit: fc.constantFrom(...'\'"\\{},;$1:-n\nE ') }),
)
// Each value with its type, which is a cast in the query or inferred from what it is compared with.
const value = fc.oneof(
  fc.tuple(fc.option(text), fc.constant(sql`text`)),
  fc.tuple(
    text.map((one) => new PersonalText(one)),
    fc.constant(sql`text`),
  ),
  fc.tuple(fc.array(fc.option(text)), fc.constant(sql`text[]`)),
  fc.tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constant(sql`bigint`)),
  fc.tuple(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), fc.constant(sql`bigint[]`)),
  fc.tuple(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constant(sql`double precision`)),
  fc.tuple(fc.boolean(), fc.constant(sql`boolean`)),
  fc.tuple(fc.uuid(), fc.constant(sql`uuid`)),
  fc.tuple(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }), fc.constant(sql`timestamptz`)),
)

it('literals in a COPY have the same value as parameters', async () => {
  const values = fc.sample(value, { numRuns: 400, seed: 83 })
  const cells = joinSql(values.map(([one, type]) => sql`(${one}::${type})::text`))
  const row = await database.read(null, (db) => db.first<{ cells: (string | null)[] }>(sql`select array[${cells}] as cells`))
  expect(row?.cells).toHaveLength(values.length)
  const same = joinSql(values.map(([one, type], at) => sql`(${one}::${type})::text is not distinct from ${row?.cells[at]}::text`))
  const all = await copied(sql`select ${same}`)
  expect(all.trimEnd().split('\t')).toEqual(values.map(() => 't'))
})

it('literals without a cast get the type of what they are compared with', async () => {
  const at = new Date('2026-03-29T01:59:59.999Z')
  const query = sql`select n from generate_series(1::bigint, ${3}) n where n = any(${[1n, 3n]}) and n < ${9_007_199_254_740_993n} and timestamptz '2026-03-29 02:59:59.999+01' = ${at}
    and ${true} and ${null}::text is null order by n desc limit ${2} offset ${0}`
  expect(await copied(query)).toBe('3\n1\n')
})

it('personal texts are not part of the statement, which pg_stat_activity and the log show', async () => {
  const query = sql`select s.query, ${new PersonalText("O'Hara")}::text, ${new PersonalText('García')} like 'Gar%' from pg_stat_activity s where s.pid = pg_backend_pid() and ${'code'} <> ''`
  const [statement, ...cells] = (await copied(query)).trimEnd().split('\t')
  expect([statement?.includes("'code'"), /Hara|García/.test(statement ?? ''), cells]).toEqual([true, false, ["O'Hara", 't']])
})

it('throws for values without a literal', async () => {
  for (const one of ['a\0b', ['a\0'], {}, Buffer.from('a'), Symbol('a')])
    await expect(copied(sql`select ${one}::text`)).rejects.toThrow('no literal')
})

it('row-level security applies, and a failed copy leaves the connection usable', async () => {
  const [first, second] = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002']
  const all = sql`select merchant_id from walled`
  expect(await copied(all, mintScope(first, 'live'))).toBe(`${first}\n`)
  await expect(copied(sql`select 1 / (n - 100) from generate_series(1, 200) n`)).rejects.toMatchObject({ code: '22012' })
  expect(await copied(all, mintScope(second, 'live'))).toBe(`${second}\n`)
  expect(await copied(all)).toBe('')
})

it('the buffer grows, is emptied before each copy, and the copy runs after earlier statements', async () => {
  const room = new ReusableBuffer()
  await database.read(null, async (db) => {
    const before = db.rows<{ n: number }>(sql`select 7 as n`)
    const copying = db.copy(sql`select repeat('x', 999) from generate_series(1, 500)`, room)
    expect([await before, await copying, room.bytes.length]).toEqual([[{ n: 7 }], undefined, 500_000])
    await db.copy(sql`select 'y'`, room)
  })
  expect(room.bytes.toString()).toBe('y\n')
})

it('a very large buffer is released when it is filled again', () => {
  const room = new ReusableBuffer()
  room.add(new Uint8Array(maxKeptBytes))
  room.empty()
  room.add(Buffer.from('a'))
  const bytesBefore = room.bytes.buffer.byteLength
  room.empty()
  room.add(new Uint8Array(maxKeptBytes + 1))
  room.empty()
  room.add(Buffer.from('b'))
  expect([bytesBefore, room.bytes.toString(), room.bytes.buffer.byteLength < bytesBefore]).toEqual([maxKeptBytes, 'b', true])
})
