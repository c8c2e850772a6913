import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { ids, writeFixture } from '../../testing/testFixture.ts'
import { cellForm, csvForm, type Table } from '../../platform/files/table.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { exportColumns, exportTable } from './exportTable.ts'

let place: TestDatabase
let database: Database
const many = 4_800
beforeAll(async () => {
  place = await testDatabase()
  await writeFixture(place.ownerUrl)
  database = openDatabase({ url: place.appUrl, connections: 3 })
  await withClient(place.ownerUrl, (client) =>
    client.query(
      `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
         vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at)
       select $1, 'live', gen_random_uuid(), 'P-' || n, 'rejected', 'online', 'instalments', 'automatic', 1000 + n, 3, 0, 0, 0, 0, 0, 0, 'Ana', 'Ruiz', 'a@x.test', 'ana',
         timestamptz '2026-02-01' - n * interval '1 minute' from generate_series(0, $2::integer - 1) n`,
      [ids.merchantA1, many],
    ),
  )
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const scope = mintScope(ids.merchantA1, 'live')
const table = exportTable(scope, [sql`true`])
const rowsOf = async (source: Table = table): Promise<(readonly string[])[]> => {
  const rows: (readonly string[])[] = []
  for await (const { content } of tableBatches(database, scope, source, { form: cellForm(false), summed: ['total'] })) rows.push(...content)
  return rows
}
const midAt = exportColumns.findIndex((column) => column.name === 'mid')
const customerAt = exportColumns.findIndex((column) => column.name === 'customer')
const mids = Array.from({ length: many }, (_, n) => `P-${n}`)
const ask = (text: string, values: unknown[]) => withClient(place.ownerUrl, (client) => client.query(text, values))
const name = (n: number, text: string) => ask('update operations set last_name = $2 where mid = $1', [`P-${n}`, text])

it('an export reads every operation once, in order, in batches, and computes the total', async () => {
  expect((await rowsOf()).map((row) => row[midAt])).toEqual(mids)
  let [rows, cents] = [0, 0n]
  for await (const batch of tableBatches(database, scope, table, { form: csvForm, summed: ['total'] })) {
    rows += batch.rows
    cents += batch.sums.get('total') ?? 0n
  }
  expect([rows, cents]).toEqual([many, mids.reduce((sum, _, n) => sum + 1_000n + BigInt(n), 0n)])
})

it('an export reads none twice and omits none, though others are inserted and deleted meanwhile', async () => {
  const inSmall: Table = { ...table, perKey: { of: sql`o`, join: sql``, isThere: sql`true`, order: sql`o.id`, keys: 300 } }
  const seen: (string | undefined)[] = []
  for await (const { content } of tableBatches(database, scope, inSmall, { form: cellForm(false), summed: ['total'] })) {
    seen.push(...[...content].map((row) => row[midAt]))
    const [gone, come] = [`P-${seen.length + 1_000}`, `N-${seen.length}`]
    // Beyond what has been read so far.
    await ask(`update operations set mid = $2, created_at = created_at - interval '1 second' where mid = $1`, [gone, come])
  }
  expect(new Set(seen).size).toBe(many)
  const moved = await ask(
    `select mid from operations where merchant_id = $1 and mode = 'live' and mid is not null order by created_at desc`,
    [ids.merchantA1],
  )
  expect(seen).toEqual(moved.rows.map(({ mid }: { mid: string }) => mid))
  await ask(
    `update operations set mid = 'P-' || substr(mid, 3)::integer + 1000, created_at = created_at + interval '1 second' where mid like 'N-%'`,
    [],
  )
})

// A name with cell or line separators would otherwise move cells to where formulas are not checked, or add a row.
it.each([0, 3_999, 4_000, 4_799])('an export never lets a text create cells or lines, at any position (%i)', async (n) => {
  // The first one completes its own line and begins another, both of the right width.
  const forged = `${'\tx'.repeat(20)}\n${'x\t'.repeat(4)}y`
  for (const text of [forged, 'Ruiz\t=1+1', 'Ruiz\n', '\\N', '\\', '\\.\n', '\\\t\\n\r']) {
    await name(n, text)
    const rows = await rowsOf()
    expect(rows.map((row) => row[midAt])).toEqual(mids)
    expect(rows.every((row) => row.length === exportColumns.length)).toBe(true)
    expect(rows[n]?.[customerAt]).toBe(`Ana ${text}`.replace(/ +$/, ''))
  }
  await name(n, 'Ruiz')
})
