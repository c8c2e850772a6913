import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { payOut } from '../payouts/payOut.ts'
import { settle } from './settle.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'

let server: TestServer
const merchantId = hexOf(ids.merchantA1)
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES7921000813610123456789', 'Comercial Núñez', now())`,
    [ids.accountA],
  )
  await server.ownerSql(`update merchants set bank_account_id = (select id from bank_accounts limit 1) where id = any($1)`, [
    [ids.merchantA1, ids.merchantA2],
  ])
  await writeSales(server.database.ownerUrl, [
    ...[5, 6, 7, 8, 9].map((day) => ({ at: `2026-10-0${day}T10:00:00Z`, totalCents: 10_000 + day })),
    // Nothing is paid for the day on which everything was refunded.
    { at: '2026-10-12T10:00:00Z', totalCents: 9_000, refundCents: 9_000 },
    { at: '2026-10-05T10:00:00Z', totalCents: 33_300, mode: 'sandbox' },
    { at: '2026-10-05T10:00:00Z', totalCents: 44_400, merchantId: ids.merchantA2 },
  ])
  await settle(server.services)
  await payOut(server.services)
})
afterAll(() => server.close())

type CollectedDay = { id: string; collectedOn: string }
const list = async (query: { collected?: 'no' } = {}, mode: 'live' | 'sandbox' = 'live') =>
  (await server.call('settlementList', { params: { merchantId }, query, as: 'ownerA', mode })).body
const collect = (settlements: CollectedDay[], as: Persona = 'editorA') =>
  server.call('settlementCollect', { params: { merchantId }, body: { settlements }, as })
const undo = (settlementId: string, as: Persona = 'adminA') =>
  server.call('settlementCollectUndo', { params: { merchantId, settlementId }, as })
const view = async (settlementId: string) =>
  (await server.call('settlementDetail', { params: { merchantId, settlementId }, as: 'ownerA' })).body
const paidOnes = async () => (await list()).results.filter(({ status }) => status === 'paid')

it('is recorded for one or many, shown with day and user, and filters the list to those not collected', async () => {
  const [first, second, third] = await paidOnes()
  if (!first || !second || !third) throw new Error('three paid settlements')
  const { status, body } = await collect([
    { id: first.id, collectedOn: '2026-10-13' },
    { id: second.id, collectedOn: '2026-10-12' },
  ])
  expect(status).toBe(200)
  expect(new Map(body.results.map(({ id, collectedOn }) => [id, collectedOn]))).toEqual(
    new Map([
      [first.id, '2026-10-13'],
      [second.id, '2026-10-12'],
    ]),
  )
  expect(await view(first.id)).toMatchObject({ collectedOn: '2026-10-13', collectedBy: 'Edurne Sáez' })
  expect(await view(third.id)).toMatchObject({ collectedOn: null, collectedBy: null })

  const [all, open] = [await list(), await list({ collected: 'no' })]
  expect(open.results.map(({ id }) => id)).toEqual(
    all.results.filter(({ id, netAmount }) => netAmount > 0 && id !== first.id && id !== second.id).map(({ id }) => id),
  )
  expect(open.sums).toEqual({ count: 3, netAmount: open.results.reduce((sum, { netAmount }) => sum + netAmount, 0) })

  // The first record stays, whoever records another day.
  const again = await collect([{ id: first.id, collectedOn: '2026-10-01' }], 'ownerA')
  expect(again.body.results).toMatchObject([{ collectedOn: '2026-10-13' }])
  expect(await view(first.id)).toMatchObject({ collectedOn: '2026-10-13', collectedBy: 'Edurne Sáez' })
})

it('can be undone, also twice, and is audited', async () => {
  const [first] = await paidOnes()
  if (!first) throw new Error('a paid settlement')
  await collect([{ id: first.id, collectedOn: '2026-10-13' }])
  for (const round of [1, 2]) {
    const { status, body } = await undo(first.id)
    expect([status, body.collectedOn], `round ${round}`).toEqual([200, null])
  }
  expect(await view(first.id)).toMatchObject({ collectedOn: null, collectedBy: null })
  const trail = await server.ownerSql<{ call: string; entity: string; before: unknown; after: unknown }>(
    `select call, entity, before, after from audit_entries where call like 'settlementCollect%' and outcome = 'done' and entity_id = $1 order by at`,
    [first.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
  )
  expect(trail.at(-2)).toMatchObject({ call: 'settlementCollectUndo', before: { collectedOn: '2026-10-13' }, after: { collectedOn: null } })
})

it('is refused for unpaid settlements, future days and other shops, and then records none of them', async () => {
  const { results } = await list()
  const [open] = (await list({ collected: 'no' })).results
  const unpaid = results.find(({ status }) => status === 'compensated')
  const [test] = (await list({}, 'sandbox')).results
  const other = (await server.call('settlementList', { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' })).body.results[0]
  if (!open || !unpaid || !test || !other) throw new Error('one of each')
  const good = { id: open.id, collectedOn: '2026-11-18' }
  const say = async (more: CollectedDay, as?: Persona) => (await collect([good, more], as)).error?.type
  expect(await say({ id: unpaid.id, collectedOn: '2026-11-01' })).toBe('CollectNotAllowed')
  expect(await say({ id: test.id, collectedOn: '2026-11-01' })).toBe('ObjectNotFoundException')
  expect(await say({ id: other.id, collectedOn: '2026-11-01' })).toBe('ObjectNotFoundException')
  expect((await collect([{ ...good, collectedOn: '2026-11-19' }])).error?.type).toBe('ApiValidationException')
  expect((await collect([{ ...good, collectedOn: '2026-02-30' }])).error?.type).toBe('ApiValidationException')
  expect((await collect([good, good])).error?.type).toBe('ApiValidationException')
  expect((await collect([])).error?.type).toBe('ApiValidationException')
  expect((await collect([good], 'guestA')).error?.type).toBe('PermissionDenied')
  expect((await collect([good], 'ownerB')).error?.type).toBe('ObjectNotFoundException')
  expect((await undo(open.id, 'guestA')).error?.type).toBe('PermissionDenied')
  expect((await undo(test.id)).error?.type).toBe('ObjectNotFoundException')
  expect(await view(open.id)).toMatchObject({ collectedOn: null })
  // Today is not in the future.
  expect((await collect([good])).status).toBe(200)
})
