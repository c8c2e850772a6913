import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categoryOf, reasonsOf, substatuses, type Substatus } from '#domain/sales/operations/lifecycle'
import { allOf, sql } from '../../platform/database/sql.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { chooseByCounters, chooseOperations } from './chooseOperations.ts'
import { readOperationSearch } from '../lifecycle/operationSearch.ts'
import { writeOperations, type TestOperation } from '../../testing/operations/testOperations.ts'

const many = 660
const merchantId = hexOf(ids.merchantA1)
const channels = ['online', 'in_store', 'phone'] as const
const products = ['instalments', 'pay_in_4', 'pay_later'] as const
const people = [
  ['María José', 'García Núñez'],
  ['Íñigo', 'Etxeberria'],
  ['Begoña', 'Ibáñez Ruiz'],
  ['Łukasz', "O'Neill"],
  ['ＡＮＡ', 'Peña'],
  ['Xoan', 'Muñoz 100%'],
] as const

let server: TestServer
let written: (TestOperation & { id: string })[]
beforeAll(async () => {
  const start = Date.parse('2026-03-20T10:00:00Z')
  const fields = Array.from({ length: many }, (_, nth): TestOperation => {
    const substatus: Substatus = substatuses[(nth * 7) % substatuses.length] ?? 'rejected'
    const [firstName, lastName] = people[nth % people.length] ?? people[0]
    return {
      substatus,
      reason: reasonsOf[substatus][nth % Math.max(reasonsOf[substatus].length, 1)] ?? null,
      channel: channels[nth % 3] ?? 'online',
      product: products[(nth >> 2) % 3] ?? 'instalments',
      totalCents: 1000 + ((nth * 37) % 900),
      tinBps: 0,
      numInstalments: 3,
      firstName,
      lastName,
      mid: nth % 50 === 49 ? null : `PED-${10_000 + nth}/a_${nth % 7}`,
      email: `c${nth}@correo${nth % 3}.test`,
      phone: `6${String(12_000_000 + nth).padStart(8, '0')}`,
      document: `${String(nth).padStart(8, '0')}T`,
      // Three at each instant, over ten days with a daylight saving change.
      createdAt: new Date(start + Math.floor(nth / 3) * 66 * 60_000),
    }
  })
  server = await startTestServer()
  const hexes = await writeOperations(server.database.ownerUrl, fields)
  written = fields.map((one, nth) => ({ ...one, id: hexes[nth] ?? '' }))
  await writeOperations(
    server.database.ownerUrl,
    Array.from({ length: 120 }, (_, nth): TestOperation => (nth < 60 ? { merchantId: ids.merchantA2 } : { mode: 'sandbox' })),
  )
  await server.ownerSql('analyze')
})
afterAll(() => server.close())

type Query = NonNullable<Parameters<typeof server.call<'operationList'>>[1]>['query']
const list = (query: Query, more: object = {}) =>
  server.call('operationList', { params: { merchantId }, query: query ?? {}, as: 'ownerA', ...more })

/** All ids of a list, page by page, checking each page's links to its neighbours. */
async function walk(query: object): Promise<string[]> {
  const ids: string[] = []
  for (let page: number | null = 1; page !== null;) {
    const { status, body }: Awaited<ReturnType<typeof list>> = await list({ ...query, page })
    expect(status).toBe(200)
    expect(body.currentPage).toBe(page)
    expect(body.next).toBe(body.maxVisiblePage > page ? page + 1 : null)
    if (body.next !== null) expect(body.results).toHaveLength(25)
    ids.push(...body.results.map(({ id }) => id))
    page = body.next
  }
  return ids
}

const madridDayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
const newestFirst = (a: (typeof written)[number], b: (typeof written)[number]) =>
  Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1)
const idsOf = (rows: typeof written) => rows.map(({ id }) => id)

describe('pages', () => {
  const filters: [string, object, (operation: TestOperation) => boolean][] = [
    ['nothing', {}, () => true],
    ...(['accepted', 'in_process', 'stopped', 'rejected'] as const).map(
      (status): [string, object, (operation: TestOperation) => boolean] => [
        status,
        { status },
        (one) => categoryOf(one.substatus ?? 'rejected') === status,
      ],
    ),
    ...substatuses.map((substatus): [string, object, (operation: TestOperation) => boolean] => [
      substatus,
      { substatus },
      (one) => one.substatus === substatus,
    ]),
    ['a status that does not match the sub-status', { status: 'rejected', substatus: 'payment_process' }, () => false],
    ['the channel', { channel: 'phone' }, (one) => one.channel === 'phone'],
    ['the product', { product: 'pay_later' }, (one) => one.product === 'pay_later'],
    ['amounts', { minAmount: 1100, maxAmount: 1300 }, ({ totalCents = 0 }) => totalCents >= 1100 && totalCents <= 1300],
    ['a day of 23 hours', { from: '2026-03-29', to: '2026-03-29' }, (one) => madridDayOf(one.createdAt ?? new Date(0)) === '2026-03-29'],
    [
      'days',
      { from: '2026-03-25', to: '2026-04-02' },
      (one) => madridDayOf(one.createdAt ?? new Date(0)) >= '2026-03-25' && madridDayOf(one.createdAt ?? new Date(0)) <= '2026-04-02',
    ],
    [
      'all of them together',
      {
        status: 'accepted',
        substatus: 'payment_process',
        channel: 'online',
        product: 'instalments',
        minAmount: 1000,
        maxAmount: 1900,
        from: '2026-03-21',
        to: '2026-04-08',
      },
      (operation) =>
        operation.substatus === 'payment_process' &&
        operation.channel === 'online' &&
        operation.product === 'instalments' &&
        madridDayOf(operation.createdAt ?? new Date(0)) >= '2026-03-21' &&
        madridDayOf(operation.createdAt ?? new Date(0)) <= '2026-04-08',
    ],
    ['a name', { q: 'muñoz' }, (one) => one.lastName === 'Muñoz 100%'],
    [
      'a name and a status',
      { q: 'inigo', status: 'accepted' },
      (one) => one.firstName === 'Íñigo' && categoryOf(one.substatus ?? 'rejected') === 'accepted',
    ],
  ]
  it.each(filters)('filtered by %s show each row once, in order', async (_, query, passes) => {
    const expected = idsOf(written.filter(passes).toSorted(newestFirst))
    expect(await walk(query)).toEqual(expected)
  })

  it('are complete in each order', async () => {
    expect(await walk({ ordering: 'created' })).toEqual(idsOf(written.toSorted(newestFirst).toReversed()))
    const byAmount = (sign: number) => (a: (typeof written)[number], b: (typeof written)[number]) =>
      sign * ((a.totalCents ?? 0) - (b.totalCents ?? 0)) || newestFirst(a, b)
    expect(await walk({ ordering: '-total_amount' })).toEqual(idsOf(written.toSorted(byAmount(-1))))
    expect(await walk({ ordering: 'total_amount', q: 'etxeberria' })).toEqual(
      idsOf(written.filter((one) => one.firstName === 'Íñigo').toSorted(byAmount(1))),
    )
  })

  it('found by the daily counters equal those found by skipping rows', async () => {
    const scope = mintScope(ids.merchantA1, 'live')
    for (const ordering of ['-created', 'created'] as const) {
      for (const statuses of [[...substatuses], ['payment_process'], ['rejected', 'stopped_customer']]) {
        for (const skip of [0, 25, 275, 650, 660, 5000]) {
          const choice = { scope, conditions: [sql`o.substatus = any(${statuses})`], search: null, ordering, skip, enough: 26, take: 251 }
          const read = (chosen: ReturnType<typeof chooseOperations>) =>
            server.services.database.read(scope, (db) => db.rows<{ id: string }>(sql`with ${chosen} select id from ids`))
          expect(await read(chooseByCounters({ ...choice, substatuses: statuses }))).toEqual(await read(chooseOperations(choice)))
        }
      }
    }
    expect(allOf([]).strings).toEqual(['true'])
  })

  it('say how many pages ahead are known, and none beyond the end', async () => {
    expect((await list({})).body).toMatchObject({ currentPage: 1, maxVisiblePage: 11, next: 2, search: null })
    expect((await list({ page: 24 })).body).toMatchObject({ currentPage: 24, maxVisiblePage: 27, next: 25 })
    expect((await list({ page: 28 })).body).toMatchObject({ results: [], next: null })
    expect((await list({ page: 200_000 })).body.results).toEqual([])
    for (const wrong of ['page=0', 'page=x', 'from=2026-02-30', 'from=ayer', 'min_amount=1,5', 'status=todas', 'ordering=name']) {
      expect((await server.send('GET', `/v2/merchants/${merchantId}/orders?${wrong}`, { as: 'ownerA' })).status).toBe(400)
    }
  })
})

describe('the search bar', () => {
  const rowAt = (nth: number) => written[nth] ?? written[0]
  const table: [string, string, () => (number | undefined)[] | ((row: TestOperation) => boolean)][] = [
    ['PED-10042/a_0', 'order_number', () => [42]],
    ['#PED-10042/a_0', 'order_number', () => [42]],
    ['ped-10042', 'order_number', () => [42]],
    ['0042', 'order_number', () => (row) => row.mid?.includes('0042') ?? false],
    ['a_3', 'order_number', () => (row) => row.mid?.includes('a_3') ?? false],
    ['c42@correo0.test', 'mail', () => [42]],
    ['C42@CORREO0.TEST', 'mail', () => [42]],
    ['c210@c.', 'mail', () => []],
    ['c630@correo0.', 'mail', () => [630]],
    ['garcia', 'name', () => (row) => row.firstName === 'María José'],
    ['GARCÍA', 'name', () => (row) => row.firstName === 'María José'],
    ['nunez jose', 'name', () => (row) => row.firstName === 'María José'],
    ['José, García', 'name', () => (row) => row.firstName === 'María José'],
    ['xeber', 'name', () => (row) => row.firstName === 'Íñigo'],
    ['peña ana', 'name', () => (row) => row.lastName === 'Peña'],
    ['ＡＮＡ', 'name', () => (row) => row.firstName === 'ＡＮＡ'],
    ["o'neill", 'name', () => (row) => row.lastName === "O'Neill"],
    ['łukasz', 'name', () => (row) => row.firstName === 'Łukasz'],
    ['garcia etxeberria', 'name', () => []],
    ['correo', 'name', () => []],
    ['ped', 'name', () => []],
    ['uñ', 'name', () => (row) => row.firstName === 'María José' || row.firstName === 'Xoan'],
    ['%', 'name', () => (row) => row.lastName === 'Muñoz 100%'],
    ['_', 'name', () => []],
    ['\\', 'name', () => []],
    ["' or true --", 'name', () => []],
    ['612000042', 'phone', () => [42]],
    ['+34 612 00 00 42', 'phone', () => [42]],
    ['00000042T', 'document', () => [42]],
    ['10,37 €', 'amount', () => (row) => row.totalCents === 1037],
    ['10.37', 'amount', () => (row) => row.totalCents === 1037],
    // Searching by settlement is tested with settlements.
    ['LIQ-2026-000040', 'settlement', () => []],
    ['00000000000000000000000000000000', 'order_id', () => []],
  ]
  it.each(table)('reads «%s» as %s', async (q, type, expectedRows) => {
    const { body } = await list({ q })
    expect(body.search?.type).toBe(type)
    const expectedRow = expectedRows()
    const expected = Array.isArray(expectedRow)
      ? expectedRow.map((nth) => rowAt(nth ?? 0)?.id ?? '')
      : idsOf(written.filter(expectedRow).toSorted(newestFirst))
    expect(await walk({ q })).toEqual(expected)
  })

  it('finds an operation by its id in either case, or by an order number of 32 characters', async () => {
    const id = rowAt(7)?.id ?? ''
    expect(await walk({ q: id })).toEqual([id])
    expect(await walk({ q: id.toUpperCase() })).toEqual([id])
    await server.ownerSql(`update operations set mid = $1 where id = $2`, ['x'.repeat(32), rowAt(8)?.id])
    expect(await walk({ q: 'x'.repeat(32) })).toEqual([rowAt(8)?.id])
    await server.ownerSql(`update operations set mid = $1 where id = $2`, [rowAt(8)?.mid, rowAt(8)?.id])
  })

  it('reads a text as the requested type', async () => {
    expect(await walk({ q: '0042', searchAs: 'name' })).toEqual([])
    expect((await walk({ q: 'c4', searchAs: 'mail' })).length).toBe(written.filter(({ email }) => email?.startsWith('c4')).length)
    expect((await list({ q: 'nada', searchAs: 'amount' })).body.results).toEqual([])
  })

  it('never finds another shop or mode, whatever the search', async () => {
    // One order number exists in another shop, one in sandbox.
    const elsewhere = await server.ownerSql(
      `select mode::text from operations where merchant_id <> $1 and mid like 'PED-12%' or mode = 'sandbox' and mid like 'PED-111%' order by 1`,
      [ids.merchantA1],
    )
    expect(elsewhere).toEqual([{ mode: 'live' }, { mode: 'sandbox' }])
    const own = new Set(idsOf(written))
    for (const q of ['garcia', 'cliente1@correo.test', 'PED-12', 'PED-111', '600,00']) {
      expect((await walk({ q })).every((id) => own.has(id))).toBe(true)
    }
    expect((await list({ q: 'garcia' }, { mode: 'sandbox' })).body.results).toHaveLength(25)
    expect((await list({ q: 'etxeberria' }, { mode: 'sandbox' })).body.results).toEqual([])
  })

  it('uses the trigram index, also when planned for the actual values', async () => {
    const scope = mintScope(ids.merchantA1, 'live')
    const search = readOperationSearch({ q: 'etxeberria' }, 'owner', scope)
    const chosen = chooseOperations({ scope, conditions: [], search, ordering: '-created', skip: 0, enough: 26, take: 251 })
    const plan = await server.services.database.write(scope, async (db) => {
      await db.run(sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`)
      return db.rows<{ 'QUERY PLAN': string }>(sql`explain with ${chosen} select id from ids`)
    })
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan on operation_trigrams_inverted')
  })

  it('by phone or document is read as a name for a guest', async () => {
    for (const q of ['612000042', '00000042T']) {
      expect((await list({ q }, { as: 'guestA' })).body).toMatchObject({ results: [], search: { type: 'name' } })
      expect((await list({ q, searchAs: 'phone' }, { as: 'guestA' })).body.search?.type).toBe('name')
      expect(
        (await server.call('operationCounts', { params: { merchantId }, query: { q }, as: 'guestA' })).body.substatuses.every(
          ({ count }) => count === 0,
        ),
      ).toBe(true)
    }
  })
})

describe('counts', () => {
  const counted = async (query: object, more: object = {}) =>
    Object.fromEntries(
      (await server.call('operationCounts', { params: { merchantId }, query, as: 'ownerA', ...more })).body.substatuses.map((one) => [
        one.substatus,
        one.count,
      ]),
    )
  const expected = (passes: (one: TestOperation) => boolean) =>
    Object.fromEntries(
      substatuses.map((substatus) => [substatus, written.filter((one) => one.substatus === substatus && passes(one)).length]),
    )
  it('agree with the list under every filter, and ignore the status', async () => {
    expect(await counted({})).toEqual(expected(() => true))
    expect(await counted({ status: 'rejected', substatus: 'rejected' })).toEqual(expected(() => true))
    expect(await counted({ channel: 'phone', minAmount: 1100 })).toEqual(
      expected((one) => one.channel === 'phone' && (one.totalCents ?? 0) >= 1100),
    )
    expect(await counted({ q: 'muñoz' })).toEqual(expected((one) => one.lastName === 'Muñoz 100%'))
    expect(await counted({ q: '10,37' })).toEqual(expected((one) => one.totalCents === 1037))
    expect(await counted({ from: '2026-03-29', to: '2026-03-29' })).toEqual(
      expected((one) => madridDayOf(one.createdAt ?? new Date(0)) === '2026-03-29'),
    )
    expect(await counted({}, { mode: 'sandbox' })).toMatchObject({ payment_process: 60, rejected: 0 })
  })

  it('are exact where the counters know them, however many there are', async () => {
    await server.ownerSql(`insert into operation_counters values ($1, 'live', '2020-01-01', 'rejected', 0, 20000)`, [ids.merchantA2])
    const { body } = await server.call('operationCounts', { params: { merchantId: hexOf(ids.merchantA2) }, query: {}, as: 'ownerA' })
    expect(body.substatuses.find(({ substatus }) => substatus === 'rejected')).toEqual({
      substatus: 'rejected',
      count: 20_000,
      capped: false,
    })
    await server.ownerSql(`delete from operation_counters where day = '2020-01-01'`)
  })

  it('of rows that have to be counted are capped beyond 10 000', async () => {
    const write = (from: number, to: number) =>
      server.ownerSql(
        `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps,
         fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, expires_at)
         select $1, 'sandbox', ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'rejected', 'score_below_threshold', 'online', 'instalments', 'automatic', 777, 0, 3, 0, 0,
         100, 0, 2100, 0, 'Nadie', 'Ninguno', 'nadie@demo.test', 'nadie ninguno', '2020-01-02', '2020-01-03' from generate_series($2::integer, $3::integer) n`,
        [ids.merchantA2, from, to],
      )
    const params = { merchantId: hexOf(ids.merchantA2) }
    for (const [from, to] of [
      [1, 10_000],
      [10_001, 10_001],
    ] as const) {
      await write(from, to)
      for (const query of [{ maxAmount: 777 }, { q: '7,77' }]) {
        const { body } = await server.call('operationCounts', { params, query, as: 'ownerA', mode: 'sandbox' })
        const found = body.substatuses.find(({ substatus }) => substatus === 'rejected')
        expect(found).toEqual({ substatus: 'rejected', count: to, capped: to > 10_000 })
      }
    }
  })
})
