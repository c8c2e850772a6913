import { afterAll, beforeAll, expect, it } from 'vitest'
import { camtFile } from '#domain/testing/testStatements'
import { text } from '../../platform/calls/messages.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueTestKeys, makeShop, type Shop, type TestKeys } from '../../testing/shopsApi/testShop.ts'

type Stored = { id: string; reference: string; value_on: string; net_cents: string }
let server: TestServer
let keys: TestKeys
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  keys = await issueTestKeys(server, ids.merchantA1)
  shop = makeShop(server, keys.live.private)
  // Row-level security requires a scope; the owner of the tables writes without one.
  await server.ownerSql(
    `insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, sales_cents, status, period_from, period_to, cut_off_at, paid_at, created_at)
     select m, 'live', gen_random_uuid(), 'LIQ-2026-9000' || shop || n, date '2026-10-01' + n, n * 10000, n * 10000, 'paid', date '2026-10-01' + n, date '2026-10-01' + n,
       (date '2026-10-01' + n)::timestamp at time zone 'Europe/Madrid', (date '2026-10-01' + n) + time '07:00', now() from generate_series(1, 4) n, unnest($1::uuid[]) with ordinality as shops (m, shop)`,
    [[ids.merchantA1, ids.merchantB1]],
  )
})
afterAll(() => server.close())

const stored = () =>
  server.ownerSql<Stored>(
    `select id, reference, value_on::text, net_cents from settlements where merchant_id = $1 and reference like 'LIQ-2026-9%' order by value_on`,
    [ids.merchantA1],
  )
const row = ({ reference, value_on: on }: Stored, euros: string) =>
  `${on.split('-').toReversed().join('/')};TRANSFERENCIA ${reference} marca-secreta;${euros}`
const reconcile = (statement: string, more: { key?: string; headers?: Record<string, string>; columns?: Record<string, number> } = {}) => {
  const { columns, ...rest } = more
  return shop('POST', '/settlements/reconcile', { body: { statement, ...(columns && { columns }) }, ...rest })
}

it('settlements are listed with the ids of the panel, and with their lines', async () => {
  const [first] = await stored()
  const { status, body } = await shop('GET', '/settlements?from=2026-10-02&to=2026-10-02')
  expect([status, body.paging.count]).toEqual([200, 1])
  expect(body.results).toMatchObject([
    { id: hexOf(first?.id ?? ''), reference: first?.reference, net_amount: 10_000, paid_at: '2026-10-02T07:00:00Z' },
  ])
  const lines = await shop('GET', `/settlements/${body.results[0].id}/lines`)
  expect([lines.status, lines.body.results, lines.body.cursor]).toEqual([200, [], { after: null, before: null }])
  const panel = await server.call('settlementDetail', {
    params: { merchantId: hexOf(ids.merchantA1), settlementId: body.results[0].id },
    as: 'ownerA',
  })
  expect(panel.body.reference).toBe(first?.reference)
})

it('reconciliation matches each payment of a bank statement to a settlement, or to none', async () => {
  const [first, second, third, fourth] = (await stored()) as [Stored, Stored, Stored, Stored] // as written
  const { status, body } = await reconcile(
    [
      row(first, '100,00'),
      row(second, '199,00'),
      `${third.value_on};SIN REFERENCIA;300.00`,
      '02/10/2026;ALQUILER;55,00',
      '02/10/2026;RECIBO;-9,00',
    ].join('\n'),
  )
  expect([status, body.format, body.unread]).toEqual([200, 'csv', 0])
  expect(
    body.settlements.map(({ reference, found, by, difference, credit }: Record<string, unknown>) => [
      reference,
      found,
      by,
      difference,
      credit,
    ]),
  ).toEqual([
    [second.reference, 'different', 'reference', -100, { place: 2, on: second.value_on, amount: 19_900 }],
    [first.reference, 'collected', 'reference', 0, { place: 1, on: first.value_on, amount: 10_000 }],
    [third.reference, 'collected', 'amount', 0, { place: 3, on: third.value_on, amount: 30_000 }],
  ])
  expect(body.unknown).toEqual([{ place: 4, on: '2026-10-02', amount: 5_500 }])
  expect(body.settlements[0].id).toBe(hexOf(second.id))
  // Nothing is expected outside the statement's period; another shop's key sees none of them.
  expect(body.settlements.map(({ reference }: Stored) => reference)).not.toContain(fourth.reference)
  const other = await reconcile(row(first, '100,00'), { key: keys.other.private })
  expect(other.body.settlements.map(({ id }: Stored) => id)).not.toContain(hexOf(first.id))
  // A payment that names another settlement is not matched by amount.
  expect(other.body.settlements).toMatchObject([{ found: 'missing' }])
  const nameless = await reconcile(row({ ...first, reference: '' }, '100,00'), { key: keys.other.private })
  expect(nameless.body.settlements).toMatchObject([{ found: 'collected', by: 'amount' }])
})

it('reconciliation stores nothing of a file, and returns none of its text', async () => {
  const [first] = (await stored()) as [Stored]
  const { raw } = await reconcile(row(first, '100,00'), { headers: { 'idempotency-key': 'cuadre-1' } })
  expect(raw).not.toContain('marca-secreta')
  const lines = await server.ownerSql(`select from audit_entries where call = 'settlementReconcile'`)
  const keys = await server.ownerSql(`select from idempotency_keys where body like '%LIQ-2026-9%'`)
  expect([lines, keys]).toEqual([[], []])
  // A repetition under the same key is parsed again.
  expect((await reconcile(row(first, '90,00'), { headers: { 'idempotency-key': 'cuadre-1' } })).body.settlements).toMatchObject([
    { found: 'different' },
  ])
})

it("reconciliation reports missing payments in the file's period, and payments that do not count", async () => {
  const [first, second] = (await stored()) as [Stored, Stored]
  const entries = [
    { amount: '100.00', day: first.value_on, details: [{ amount: '60.00' }, { amount: '40.00', text: 'X' }] },
    { amount: '200.00', day: second.value_on, status: 'PDNG', details: [{ text: `${second.reference} 200,00` }] },
    { amount: '300.00', day: '2026-10-04', currency: 'USD' },
    { amount: '5.00', side: 'CRDT', day: '2026-10-04', ref: 'BANK-1' },
    { amount: '5.00', side: 'DBIT', day: '2026-10-04', ref: 'BANK-1', isReversal: true },
  ] as const
  const { body } = await reconcile(camtFile('camt.052', 13, entries, { to: '2026-10-04' }).replace('2026-11-19', '2026-10-01'))
  expect([body.format, body.unread, body.pending, body.other_currency, body.reversed]).toEqual(['camt052', 0, 1, 1, 1])
  expect(body.settlements.map(({ value_on: on, found }: Record<string, string>) => `${on} ${found}`)).toEqual([
    '2026-10-02 missing',
    '2026-10-04 missing',
    '2026-10-03 open',
  ])
  expect(body.unknown.map(({ amount }: { amount: number }) => amount)).toEqual([6_000, 4_000])
})

it('reconciliation asks for the columns when a CSV is ambiguous, and uses the answer', async () => {
  const [first] = (await stored()) as [Stored]
  const on = first.value_on
  const statement = `${on};${first.reference};;100,00\n${on};LUZ;50,00;`
  const why = async (columns: Record<string, number> | undefined) => (await reconcile(statement, columns && { columns })).body.error?.fields
  const fields = { columns: [text('errors.field.statement_columns')] }
  const unclear: (Record<string, number> | undefined)[] = [
    undefined,
    { date: 1 },
    { date: 1, debit: 3 },
    { date: 1, amount: 3, credit: 4 },
    { date: 1, debit: 3, credit: 4, mark: 2 },
  ]
  for (const columns of unclear) expect(await why(columns)).toEqual(fields)
  expect((await reconcile(statement, { columns: { date: 0, amount: 4 } })).status).toBe(400)
  const { body } = await reconcile(statement, { columns: { date: 1, debit: 3, credit: 4 } })
  expect(body.settlements).toMatchObject([{ reference: first.reference, found: 'collected', by: 'reference' }])
  expect([body.unread, body.unknown]).toEqual([0, []])
})

it('reconciliation refuses files that are not bank statements, too many payments, and a public key', async () => {
  const why = async (statement: string) => JSON.stringify((await reconcile(statement)).body.error.fields)
  expect(await why('Hola')).toContain(text('errors.field.statement'))
  expect(await why('01/10/2026;A;1,00\n'.repeat(1_001))).toContain(text('errors.field.statement_long'))
  expect((await reconcile('')).status).toBe(400)
  expect((await reconcile('01/10/2026;A;1,00', { key: keys.live.public })).status).toBe(403)
})
