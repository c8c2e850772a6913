import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvText } from '#domain/platform/csvText'
import { addDays, localDate } from '#domain/platform/dates'
import { openDatabase, type Database } from '../database/database.ts'
import { mintScope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { csvLines } from './csvLine.ts'
import { cellForm, csvForm, type Table, type TableForm } from './table.ts'
import { tableBatches } from './tableBatches.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 2 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const scope = mintScope(randomUUID(), 'live')
// Characters that bytes and strings may treat differently: whitespace, controls, formula characters, quotes, range limits, surrogate pairs.
const hostile = [
  ...'\\Nbt=+-@\t\r\n ;",\'.0aZÀɏɐ×\u00bf\uff1d\uff0b\uff0d\uff20\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff😀',
  ...Array.from({ length: 0x1f }, (_, at) => String.fromCharCode(at + 1)),
  ...Array.from({ length: 0x21 }, (_, at) => String.fromCharCode(at + 0x7f)),
]

/** The whole output of a form for a table. */
async function piecesOf<Content, Piece>(table: Table, form: TableForm<Content>, pieceOf: (content: Content) => Piece): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const { content } of tableBatches(database, scope, table, { form, summed: [] })) pieces.push(pieceOf(content))
  return pieces
}

it('a copied text equals the output of csvText, character by character, and is unchanged as a cell', async () => {
  const pairs = hostile.flatMap((one) => ['=', 'a', '"', '\u00a0-', '\\N', 'a\\'].map((other) => one + other))
  const anySign = fc
    .integer({ min: 1, max: 0xffff })
    .map((code) => String.fromCodePoint(code >= 0xd800 && code < 0xe000 ? code + 0x10000 : code))
  const sampled = (unit: fc.StringConstraints['unit'], numRuns: number) =>
    fc.sample(fc.string({ unit, maxLength: 8 }), { numRuns, seed: 73 })
  const longer = [...sampled(fc.constantFrom(...hostile), 700), ...sampled(anySign, 300)]
  const texts = ['', '\\N', '\\.', 'Mª José', ...hostile, ...pairs, ...longer]
  const from = sql`unnest(${texts}::text[], ${texts.map((_, n) => addDays(localDate('1980-01-01'), n))}::date[]) u (t, day)`
  const text = { name: 'text', kind: 'text', from: sql`u.t` } as const
  const table: Table = { columns: [text, text], from, where: sql`true`, key: [{ by: sql`u.day`, type: 'date' }] }
  expect(await piecesOf(table, cellForm(true), (rows) => [...rows])).toEqual([texts.map((one) => [one, one])])
  const lines = texts.map((one) => `${csvText(one)};${csvText(one)}\r\n`)
  expect(await piecesOf(table, csvForm, String)).toEqual([lines.join('')])
})

it('whole lines are equal too: amounts of any size and sign, dates, codes and nulls', async () => {
  const cents = [null, 0n, 5n, -5n, 99n, -99n, 100n, -100n, 12_345n, -12_345n, 9_007_199_254_740_993n, -9_007_199_254_740_991n]
  const codes = ['order', 'refund', 'unknown', null]
  const days = cents.map((_, n) => addDays(localDate('1980-01-01'), n * 3_000))
  const rows = sql`unnest(${cents}::bigint[], ${cents.map((_, n) => codes[n % 4])}::text[], ${days}::date[])`
  const table: Table = {
    columns: [
      { name: 'amount', kind: 'amount', from: sql`r.cents` },
      { name: 'day', kind: 'day', from: sql`nullif(r.day, '1980-01-01')` },
      { name: 'two', kind: 'amount', from: sql`r.cents` },
      { name: 'rate', kind: 'amount', from: sql`(r.cents % 10000)::integer` },
      { name: 'code', kind: 'word', from: sql`r.code`, words: { order: 'Venta', refund: 'Devolución' } },
      { name: 'count', kind: 'count', from: sql`r.cents` },
      { name: 'last', kind: 'amount', from: sql`r.cents` },
    ],
    from: sql`${rows} r (cents, code, day)`,
    where: sql`true`,
    key: [{ by: sql`r.day`, type: 'date' }],
  }
  const [read = []] = await piecesOf(table, cellForm(false), (rows) => [...rows])
  const [codesCells = []] = await piecesOf(table, cellForm(true), (rows) => [...rows])
  expect(read.map(([amount, day]) => [amount, day])).toEqual(
    cents.map((one, n) => [one === null ? '' : String(one), n === 0 ? '' : days[n]]),
  )
  expect(read.slice(0, 4).map((row) => row[4])).toEqual(['Venta', 'Devolución', 'unknown', ''])
  expect(codesCells.slice(0, 4).map((row) => row[4])).toEqual(['order', 'refund', 'unknown', ''])
  expect(await piecesOf(table, csvForm, String)).toEqual([csvLines(table.columns, read)])
  for await (const { rows, sums } of tableBatches(database, scope, table, { form: csvForm, summed: ['two', 'rate'] })) {
    const sumOf = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
    expect([rows, sums.get('two'), sums.get('rate')]).toEqual([cents.length, sumOf(cents), sumOf(cents.map((one) => one && one % 10_000n))])
  }
})
