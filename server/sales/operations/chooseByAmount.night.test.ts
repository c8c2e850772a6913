import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newestRows } from '../lifecycle/operationSearch.ts'

// Twenty thousand operations, so that scanning, sorting few rows, and continuing a scan all occur: the pages always equal those of a plain query.
const many = 20_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Deterministic amounts: a few hundred old ones of 900 €, the others spread over 10 to 110 € with many ties.
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps,
      fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at)
    select $1, 'live', gen_random_uuid(), 'P' || n, (array['rejected', 'stopped_customer', 'pending_merchant'])[1 + n % 3], (array['online', 'phone'])[1 + n % 2],
      (array['instalments', 'pay_in_4', 'pay_later'])[1 + n % 3], 'automatic', case when n < 7000 and n % 20 = 0 then 90000 when n % 500 = 0 then 50000 else 1000 + (n::bigint * 7919) % 10000 end,
      1, 0, 0, 0, 0, 0, 0, case when n = 3 then 'Qí' else 'Ana' end, 'Ruiz', 'c@correo.test', case when n = 3 then 'qi' else 'ana' end || ' ruiz p' || n || ' c@correo.test',
      timestamptz '2026-01-01' + (n / 3) * interval '1 minute'
    from generate_series(1, $2) n`,
    [ids.merchantA1, many],
  )
  await server.ownerSql('analyze operations')
})
afterAll(() => server.close())

type AmountFilters = {
  minAmount?: number
  maxAmount?: number
  status?: 'rejected' | 'stopped'
  substatus?: 'pending_merchant'
  from?: string
  to?: string
}
type Ordering = 'created' | '-created'
const params = { merchantId: hexOf(ids.merchantA1) }

async function plain({ minAmount, maxAmount, status, substatus, from, to }: AmountFilters, ordering: Ordering): Promise<string[]> {
  const way = ordering === 'created' ? '' : 'desc'
  const rows = await server.ownerSql<{ id: string }>(
    `select id from operations where merchant_id = $1 and ($2::bigint is null or total_cents >= $2) and ($3::bigint is null or total_cents <= $3)
      and ($4::text is null or category = $4) and ($5::text is null or substatus = $5)
      and ($6::date is null or created_at >= $6::date::timestamp at time zone 'Europe/Madrid')
      and ($7::date is null or created_at < ($7::date + 1)::timestamp at time zone 'Europe/Madrid') order by created_at ${way}, id ${way}`,
    [ids.merchantA1, minAmount ?? null, maxAmount ?? null, status ?? null, substatus ?? null, from ?? null, to ?? null],
  )
  return rows.map(({ id }) => hexOf(id))
}

describe('a range of amounts', () => {
  const ranges: AmountFilters[] = [
    { minAmount: 1000, maxAmount: 60_000 },
    { minAmount: 4000, maxAmount: 4100 },
    { minAmount: 4000, maxAmount: 4001 },
    { minAmount: 2000, maxAmount: 5000 },
    { minAmount: 50_000, maxAmount: 50_000 },
    { minAmount: 90_000 },
    { minAmount: 50_000 },
    { maxAmount: 999 },
  ]
  const places: AmountFilters[] = [{}, { status: 'rejected' }, { substatus: 'pending_merchant' }, { from: '2026-01-02', to: '2026-01-04' }]
  it.each(ranges.flatMap((range) => places.map((place) => ({ ...range, ...place }))))(
    '%j: has the pages of a plain query',
    async (query) => {
      for (const ordering of ['-created', 'created'] as const) {
        const all = await plain(query, ordering)
        for (const page of [1, 2, 14, Math.ceil(all.length / 25) || 1, Math.ceil(all.length / 25) + 1]) {
          const { body } = await server.call('operationList', { params, query: { ...query, ordering, page }, as: 'ownerA' })
          expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 25, page * 25))
          expect(body.next).toBe(all.length > page * 25 ? page + 1 : null)
          expect(body.maxVisiblePage).toBeLessThanOrEqual(Math.max(Math.ceil(all.length / 25), page))
        }
      }
    },
  )
})

describe('a word of fewer than three letters', () => {
  it('is searched among the newest operations, and the answer says among how many', async () => {
    const ask = async (q: string) => (await server.call('operationList', { params, query: { q }, as: 'ownerA' })).body
    const list = await ask('ru')
    expect([list.results.length, list.search]).toEqual([25, { type: 'name', value: 'ru', within: newestRows }])
    // The third oldest of twenty thousand.
    expect(await ask('qi')).toMatchObject({ results: [], search: { within: newestRows } })
    expect(await ask('ruiz')).toMatchObject({ search: { type: 'name', within: null } })
    const counts = await server.call('operationCounts', { params, query: { q: 'ru' }, as: 'ownerA' })
    expect(counts.body.substatuses.reduce((all, { count }) => all + count, 0)).toBe(newestRows)
  })

  it('is found when the other filters leave it among them', async () => {
    const { body } = await server.call('operationList', { params, query: { q: 'qi', to: '2026-01-01' }, as: 'ownerA' })
    expect(body.results).toMatchObject([{ customerName: 'Qí Ruiz' }])
  })
})
