import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderFilters, orderOrderings, orderParameters, readOrderFilters } from '#domain/sales/shopsApi/shopFilters'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { orderColumns } from './readOrders.ts'
import { writeOperations } from '../../testing/shopsApi/shopsApiFixture.ts'
import { issueTestKeys, makeShop, type Shop } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = makeShop(server, (await issueTestKeys(server, ids.merchantA1)).live.private)
  // Excludes the fixture's own operation.
  await server.ownerSql(`update operations set substatus = 'rejected', mid = 'FIXTURE' where mid is distinct from 'x'`)
  const at = (text: string) => new Date(text)
  const orderIds = await writeOperations(server.database.ownerUrl, [
    {
      mid: 'PED-1',
      totalCents: 10_000,
      createdAt: at('2026-01-01T00:30:00Z'),
      firstName: 'Ana',
      lastName: 'García',
      email: 'ana@correo.test',
      phone: '612345678',
      document: '12345678Z',
    },
    {
      mid: 'ped-2',
      totalCents: 20_000,
      createdAt: at('2025-12-31T22:30:00Z'),
      firstName: 'Luis',
      lastName: 'Pérez',
      email: 'luis@correo.test',
      document: 'X1234567L',
      downpayment: 'equal',
    },
    {
      mid: 'P_3%',
      totalCents: 30_000,
      createdAt: at('2026-03-02T11:00:00Z'),
      substatus: 'pending_merchant',
      firstName: 'Eva',
      lastName: 'Gil',
    },
    { mid: 'PED-4', totalCents: 40_000, createdAt: at('2026-03-03T11:00:00Z'), substatus: 'pending_customer' },
    { mid: 'PED-5', totalCents: 50_000, createdAt: at('2026-03-04T11:00:00Z'), substatus: 'stopped_customer' },
  ])
  await server.ownerSql(`update operations set verified_at = created_at where mid in ('P_3%')`)
  const customer = JSON.stringify({ id: '77', type: 'e', gender: 2, last_login: '2026-02-01T10:00:00Z' })
  await server.ownerSql(
    `insert into shop_orders (merchant_id, mode, operation_id, key_id, discount_cents, customer) values ($1, 'live', $2, gen_random_uuid(), 500, $3)`,
    [ids.merchantA1, uuidOf(orderIds[0] ?? ''), customer],
  )
})
afterAll(() => server.close())

const mids = async (search: string) => {
  const { status, body } = await shop('GET', `/orders?${search}`)
  if (status !== 200) throw new Error(`${search}: ${JSON.stringify(body)}`)
  return body.results.map(({ mid }: { mid: string }) => mid).toSorted() as string[]
}
const [firstMid, two, three, four, five] = ['PED-1', 'ped-2', 'P_3%', 'PED-4', 'PED-5'] as const

describe('the list of operations', () => {
  it('contains granted operations, unless a status or an isnull lookup is requested', async () => {
    expect(await mids('')).toEqual([firstMid, two, three].toSorted())
    expect(await mids('status=ok')).toEqual([firstMid, two].toSorted())
    expect(await mids('status=pending')).toEqual([three, four].toSorted())
    expect(await mids('status=ko&mid-contains=PED')).toEqual([five])
    expect(await mids('status=any&mid-istartswith=p')).toEqual([firstMid, two, three, four, five].toSorted())
    expect(await mids('confirmed-isnull=yes&mid-istartswith=p')).toEqual([three, four, five].toSorted())
    expect(await mids('mid=PED-4')).toEqual([])
  })

  it.each([
    ['mid=PED-1', [firstMid]],
    ['mid-exact=ped-2', [two]],
    ['mid-iexact=PED-2', [two]],
    ['mid-contains=ED-', [firstMid]],
    ['mid-icontains=ED-', [firstMid, two]],
    ['mid-startswith=P_', [three]],
    ['mid-endswith=3%25', [three]],
    ['mid-iendswith=D-2', [two]],
    ['mid-in=PED-1,P_3%25', [firstMid, three]],
    ['mid-search=ed 1', [firstMid]],
    ['mid=PED-1&mid[]=ped-2', [firstMid, two]],
    ['total_amount=20000', [two]],
    ['total_amount-gt=10000&total_amount-lt=30000', [two]],
    ['total_amount-gte=20000', [two, three]],
    ['total_amount-lte=20000', [firstMid, two]],
    // Half past midnight in UTC is New Year in Madrid; half past ten in the evening is still the old year.
    ['created-year=2026', [firstMid, three]],
    ['created-month=12', [two]],
    ['created-day=1', [firstMid]],
    ['created-hour=1', [firstMid]],
    ['created-week_day=monday', [three]],
    ['created=2026-01-01', [firstMid]],
    ['created=2026-03-02T11:00:00Z', [three]],
    ['created-lt=2026-01-01', [two]],
    ['created-gt=2026-01-01', [three]],
    ['created-lte=2026-01-01', [firstMid, two]],
    ['created-gte=2026-01-01', [firstMid, three]],
    ['discount-gt=0', [firstMid]],
    ['customer-document_id-type=nie', [two]],
    ['customer-document_id-country=ES', [firstMid, two]],
    ['customer-phone-number-endswith=678', [firstMid]],
    ['account-id=77', [firstMid]],
    ['account-type=e', [firstMid]],
    ['account-gender=2', [firstMid]],
    ['account-last_login-month=2', [firstMid]],
    ['account-last_login-isnull=no', [firstMid]],
    ['instalment_plan-downpayment-state=paid', [two]],
    ['instalment_plan-downpayment-amount-gt=1', [two]],
    ['q=ANA garc', [firstMid]],
    ['q=luis,correo.test', [two]],
    ['q=ana luis', []],
  ])('with %s contains %j', async (search, expected) => {
    expect(await mids(search)).toEqual(expected.toSorted())
  })

  it('has a column for every field, and an operator for every lookup', async () => {
    expect(Object.keys(orderColumns)).toEqual(expect.arrayContaining(orderFilters.map(({ name }) => name)))
    const values = ['1', 'yes', 'monday', '2026-01-01', 'e', 'paid', 'nif', 'any', 'created']
    const valueOf = (name: string) => values.find((value) => !('problems' in readOrderFilters([[name, value]])))
    const search = new URLSearchParams(orderParameters.map((name): [string, string] => [name, valueOf(name) ?? 'no value']))
    expect([...search.values()]).not.toContain('no value')
    expect((await shop('GET', `/orders?${search}`)).status).toBe(200)
  })

  it('can be ordered by any field, with nulls as the largest', async () => {
    const order = async (ordering: string) =>
      (await shop('GET', `/orders?ordering=${ordering}`)).body.results.map(({ mid }: { mid: string }) => mid)
    expect(await order('total_amount')).toEqual([firstMid, two, three])
    expect(await order('-total_amount')).toEqual([three, two, firstMid])
    for (const by of orderOrderings) expect(await order(by)).toHaveLength(3)
    expect((await order('account-last_login'))[0]).toBe(firstMid)
    expect((await order('-account-last_login')).at(-1)).toBe(firstMid)
    expect((await order('confirmed')).at(-1)).toBe(three)
  })

  it('is paginated by a cursor whose addresses repeat the query', async () => {
    await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: 30 }, (_, nth) => ({ mid: `MANY-${nth}`, totalCents: 1_000 + nth })),
    )
    const first = (await shop('GET', '/orders?mid-startswith=MANY-&ordering=total_amount')).body
    expect(first).toMatchObject({ cursor: { after: 2, before: null }, paging: { count: 30, previous: null } })
    const next = new URL(first.paging.next)
    const second = (await shop('GET', next.pathname + next.search)).body
    expect(second).toMatchObject({ cursor: { after: null, before: 1 }, paging: { count: 30, next: null } })
    expect([...first.results, ...second.results].map((row: { total_amount: number }) => row.total_amount)).toEqual(
      Array.from({ length: 30 }, (_, nth) => 1_000 + nth),
    )
    expect((await shop('GET', '/orders?page=9&mid-startswith=MANY-')).body).toMatchObject({
      results: [],
      cursor: { after: null, before: 8 },
    })
  })

  it('accepts many shapes of filters, none of which is cached on a connection', async () => {
    for (const search of ['q=ana', 'q=ana+luis', 'mid=A&mid=B', 'ordering=created,-verified']) await mids(search)
    const statements = await server.services.database.read(mintScope(ids.merchantA1, 'live'), (db) =>
      db.rows(sql`select name from pg_prepared_statements where statement like ${'%left join shop_orders s on%'}`),
    )
    expect(statements).toEqual([])
  })

  it('tolerates a year from a shop that PostgreSQL cannot store', async () => {
    await server.ownerSql(`update shop_orders set customer = customer || '{"date_joined": "0000-01-01T00:00:00Z"}'`)
    expect((await shop('GET', '/orders?mid=PED-1&ordering=account-date_joined')).body.results).toMatchObject([
      { account: { id: '77', date_joined: null } },
    ])
  })

  it('reports every invalid parameter', async () => {
    const { status, body } = await shop('GET', '/orders?mid=&colour=red')
    expect([status, body.error.type, Object.keys(body.error.fields)]).toEqual([400, 'ApiValidationException', ['mid', 'colour']])
  })
})
