import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { testDatabase, type TestDatabase } from '../db/testDatabase.ts'
import { withClient } from '../db/withClient.ts'
import { ids, writeFixture } from '../http/testFixture.ts'
import { exportBatches } from './exportBatches.ts'

let place: TestDatabase
let database: Database
const many = 2_400
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
async function read(): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for await (const batch of exportBatches(database, scope, [sql`true`])) rows.push(...batch)
  return rows
}
const name = (n: number, text: string) =>
  withClient(place.ownerUrl, (client) => client.query(`update operations set last_name = $2 where mid = $1`, [`P-${n}`, text]))

it('reads every operation once, in order, over batches', async () => {
  const rows = await read()
  expect(rows.map((row) => row[3])).toEqual(Array.from({ length: many }, (_, n) => `P-${n}`))
})

// A name with what stands between cells and lines would otherwise move cells to where formulas are not looked for, or make up a row.
it.each([0, 1, 500, 999, 1_000, 1_500, 1_999, 2_399])(
  'lets no text pass for cells or lines of its own, wherever it stands (%i)',
  async (n) => {
    // The first one completes its own line and begins another, both of the right width.
    const forged = `${'\u001fx'.repeat(18)}\u001d${'x\u001f'.repeat(4)}y`
    for (const text of [forged, 'Ruiz\u001f=1+1', 'Ruiz\u001d', `\u001d${'x\u001f'.repeat(22)}`, '\u001e\u001f\u001d']) {
      await name(n, text)
      const rows = await read()
      expect(rows.map((row) => row[3])).toEqual(Array.from({ length: many }, (_, at) => `P-${at}`))
      expect(rows.every((row) => row.length === 23)).toBe(true)
      expect(rows[n]?.[4]).toBe(`Ana ${text.replace(/[\u001d-\u001f]/g, '')}`)
    }
    await name(n, 'Ruiz')
  },
)
