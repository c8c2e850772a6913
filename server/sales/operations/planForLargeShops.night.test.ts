import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { prepared, type Sql } from '../../platform/database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { operationList } from './list.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'

// Statements are planned once for all shops: beside a thousand small ones the plan must still suit a large shop.
const smallShops = 1_000
const ofLarge = 20_000
const large = '0190a000-0000-7000-8000-000000000000'
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await withClient(database.ownerUrl, async (client) => {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
         vat_bps, reference_tin_bps, fee_cents, vat_cents, net_cents, settlement_status, first_name, last_name, email, document_number, search_text, created_at, last_captured_at)
       select case when n <= $1 then $2::uuid else md5('shop' || n % $3)::uuid end, 'live', ('0190a000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'P-' || n, 'payment_process', 'online',
         'instalments', 'automatic', 10000 + n, 10000 + n, 6, 1999, 2192, 250, 30, 2100, 1999, 300, 63, 9637 + n, 'pending', 'Ana', 'Mora', 'ana@mora.test', '00000000T', 'ana mora',
         timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, $1 + 10 * $3) n`,
      [ofLarge, large, smallShops],
    )
    await client.query('commit')
    await client.query('analyze operations')
  })
})
afterAll(() => database.drop())

/** The list's statement, as the server sends it. */
async function statement(query: object): Promise<{ text: string; values: unknown[] }> {
  const queries: Sql[] = []
  const db = {
    first: async (one: Sql) => void queries.push(one),
    firstByValue: async (one: Sql) => void queries.push(one),
  } as unknown as Connection // the list uses nothing else of it
  const call = {
    query: { ordering: '-created', page: 1, ...query },
    scope: mintScope(large, 'live'),
    caller: { role: 'owner' },
    db,
    now: new Date('2026-06-01T10:00:00Z'),
  }
  await operationList(call as never) // nothing else of a call is read there
  const [listQuery] = queries
  if (!listQuery) throw new Error('the list asked nothing')
  return prepared(listQuery)
}

it.each([{}, { status: 'accepted' }, { page: 3 }])('the list %j looks its rows up by their key', async (query) => {
  const { text, values } = await statement(query)
  const client = new pg.Client({ connectionString: database.appUrl, options: `${connectionOptions} -c plan_cache_mode=force_generic_plan` })
  await client.connect()
  try {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [large])
    await client.query(`prepare page as ${text}`)
    const literals = values
      .map((value) => (value === null ? 'null' : client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))))
      .join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) execute page(${literals})`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/using operations_pkey on operations o_1 /)
    expect(Math.max(...[...plan.matchAll(/rows=(\d+)/g)].map((match) => Number(match[1])))).toBeLessThan(500)
  } finally {
    await client.end()
  }
})
