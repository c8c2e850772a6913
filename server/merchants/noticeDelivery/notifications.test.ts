import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const add = (n: number, account: string, merchant: string | null, roles: string[]) =>
  server.ownerSql(
    `insert into notifications (id, account_id, merchant_id, type, level, values, action_url, roles, created_at) values ($1, $2, $3, 'settlement_paid', 'success', '[{"key":"amount","value":"12,00 €"}]', '/x', $4, timestamptz '2026-01-01' + $5 * interval '1 minute')`,
    [id(n), account, merchant, roles, n],
  )
beforeAll(async () => {
  server = await startTestServer()
  await add(1, ids.accountA, null, ['owner', 'admin', 'editor', 'guest'])
  await add(2, ids.accountA, ids.merchantA1, ['owner', 'admin', 'editor'])
  await add(3, ids.accountA, ids.merchantA2, ['owner', 'admin', 'editor', 'guest'])
  await add(4, ids.accountA, null, ['owner'])
  await add(5, ids.accountB, ids.merchantB1, ['owner'])
  await add(6, ids.accountA, ids.merchantA1, ['owner', 'admin'])
  await server.ownerSql('update notifications set user_id = $1 where id = $2', [personas.adminA.id, id(6)])
})
afterAll(() => server.close())

const seen = async (persona: Persona) =>
  (await server.call('notificationList', { as: persona })).body.results.map((notice) => Number(notice.id.slice(-12)))
const mark = (persona: Persona, n: number) => server.call('notificationRead', { as: persona, params: { notificationId: hexOf(id(n)) } })

it.each<[Persona, number[]]>([
  ['ownerA', [4, 3, 2, 1]],
  ['adminA', [6, 3, 2, 1]],
  ['guestA', [3, 1]],
  ['limitedA', [3, 1]],
  ['ownerB', [5]],
  ['pendingD', []],
])('shows %s the notices that their role and shops allow, newest first', async (persona, expected) => {
  expect(await seen(persona)).toEqual(expected)
})

it('a notice matches the contract', async () => {
  const { body } = await server.call('notificationList', { as: 'ownerB' })
  expect(body).toEqual({
    results: [
      {
        id: hexOf(id(5)),
        type: 'settlement_paid',
        level: 'success',
        values: [{ key: 'amount', value: '12,00 €' }],
        actionUrl: '/x',
        accountId: hexOf(ids.accountB),
        merchantId: hexOf(ids.merchantB1),
        created: '2026-01-01T00:05:00.000Z',
        sandbox: false,
        read: false,
      },
    ],
    currentPage: 1,
    maxVisiblePage: 1,
    next: null,
  })
})

it('a notice is marked as read per person, idempotently', async () => {
  expect([(await mark('ownerA', 3)).status, (await mark('ownerA', 3)).status]).toEqual([204, 204])
  const readBy = async (persona: Persona) =>
    (await server.call('notificationList', { as: persona })).body.results
      .filter(({ read }) => read)
      .map((notice) => Number(notice.id.slice(-12)))
  expect([await readBy('ownerA'), await readBy('adminA')]).toEqual([[3], []])
})

it.each<[Persona, number]>([
  ['ownerA', 5],
  ['guestA', 2],
  ['ownerA', 6],
  ['guestA', 4],
  ['limitedA', 2],
  ['ownerB', 1],
  ['ownerA', 99],
])('a notice cannot be marked by %s when it is not theirs (%i)', async (persona, n) => {
  const answer = await mark(persona, n)
  expect([answer.status, answer.error.fields]).toEqual([404, { uuid: hexOf(id(n)) }])
  expect(
    await server.ownerSql(
      'select from notification_reads where notification_id = $1 and user_id = (select id from users where email = $2)',
      [id(n), `${persona}@x`],
    ),
  ).toEqual([])
})

it('a notice is paginated, with the number of further pages known ten ahead', async () => {
  for (let n = 100; n < 100 + 60; n += 1) await add(n, ids.accountD, null, ['owner'])
  const pages = []
  const ids60: string[] = []
  for (let page: number | null = 1; page !== null;) {
    const { body }: Awaited<ReturnType<typeof server.call<'notificationList'>>> = await server.call('notificationList', {
      as: 'pendingD',
      query: { page },
    })
    pages.push([body.currentPage, body.maxVisiblePage, body.next, body.results.length])
    ids60.push(...body.results.map((notice) => notice.id))
    page = body.next
  }
  expect(pages).toEqual([
    [1, 3, 2, 25],
    [2, 3, 3, 25],
    [3, 3, null, 10],
  ])
  expect(new Set(ids60).size).toBe(60)
  expect((await server.call('notificationList', { as: 'pendingD', query: { page: 4 } })).body).toMatchObject({ results: [], next: null })
})
