import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, localDate, madridDay } from '#domain/platform/dates'
import { uuidOf } from '../../platform/calls/wire.ts'
import { beginSale, sign, someone } from '../../testing/checkout/testSale.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { closeFigureDays } from '../../sales/lifecycle/closeFigureDays.ts'
import { countArrears } from './countArrears.ts'

let server: TestServer
let support: TestStaff
const now = new Date('2026-11-22T12:00:00Z')
const query = { from: '2026-11-20', to: '2026-11-23' }
beforeAll(async () => {
  server = await startTestServer({ now, refundHoldSeconds: 0 })
  support = await addStaff(server, ['support'])
})
afterAll(() => server.close())

it('adds up all shops in live mode: volume, funnel, decisions, refunds, merchants', async () => {
  for (const [merchantId, mode, totalCents] of [
    [ids.merchantA1, 'live', 30_000],
    [ids.merchantB1, 'live', 50_000],
    [ids.merchantA1, 'sandbox', 70_000],
  ] as const)
    await sign(await beginSale(server, { merchantId, mode, totalCents }), { who: someone() })
  const [earlier = ''] = await writeOperations(server.database.ownerUrl, [
    {
      merchantId: ids.merchantA1,
      totalCents: 90_000,
      createdAt: new Date('2026-11-18T09:00:00Z'),
      capturedAt: new Date('2026-11-18T10:00:00Z'),
    },
  ])
  const refund = {
    params: { merchantId: ids.merchantA1.replaceAll('-', ''), operationId: earlier },
    body: { amount: 9_000, reason: 'other' as const },
  }
  expect((await server.call('operationRefund', { ...refund, as: 'ownerA' })).status).toBe(201)

  const { current, before } = (await callConsole(server, 'consoleFigures', { as: support, query })).body
  expect(current).toMatchObject({
    requests: 2,
    accepted: 2,
    operations: 2,
    sold: 80_000,
    refunds: { count: 1, amount: 9_000 },
    merchants: 2,
  })
  expect(current.days.map(({ on, sold }) => [on, sold])).toEqual([
    ['2026-11-20', 0],
    ['2026-11-21', 0],
    ['2026-11-22', 80_000],
    ['2026-11-23', 0],
  ])
  expect([before.from, before.to]).toEqual(['2026-11-13', '2026-11-16'])
  expect(before).toMatchObject({ requests: 0, operations: 0, merchants: 0 })
  // Seen from a week later, and from a year of weeks later.
  const later = async (days: number) => {
    const shifted = { from: addDays(localDate(query.from), days), to: addDays(localDate(query.to), days) }
    return (await callConsole(server, 'consoleFigures', { as: support, query: shifted })).body
  }
  expect((await later(7)).before).toEqual(current)
  expect((await later(364)).lastYear).toEqual(current)

  const { funnels } = (await callConsole(server, 'consoleFigureFunnel', { as: support, query })).body
  expect(funnels[0]?.steps).toEqual(
    ['created', 'opened', 'consented', 'identified', 'decided', 'accepted', 'sold'].map((step) => {
      // The test's customers choose their plan without opening the link first.
      const opened = step === 'opened'
      return { step, count: opened ? expect.any(Number) : 2, amount: opened ? expect.any(Number) : 80_000 }
    }),
  )

  const decisions = (await callConsole(server, 'consoleFigureDecisions', { as: support, query })).body
  expect(decisions).toMatchObject({ rules: [{ outcome: 'accept', rule: 'none', count: 2, amount: 80_000 }], acceptance: 10_000 })

  const refunds = (await callConsole(server, 'consoleFigureRefunds', { as: support, query })).body
  expect(refunds.refunds).toEqual({ count: 1, amount: 9_000 })
  expect(refunds.reasons).toEqual([{ value: 'other', count: 1, amount: 9_000 }])
  expect(refunds.ages.find(({ value }) => value === '1_7')).toEqual({ value: '1_7', count: 1, amount: 9_000 })

  const merchants = (await callConsole(server, 'consoleFigureMerchants', { as: support, query: { from: '2026-11-22', to: '2026-11-24' } }))
    .body
  expect(merchants.top.map(({ sold, soldBefore }) => [sold, soldBefore])).toEqual([
    [50_000, 0],
    [30_000, 0],
  ])
  const fell = (await callConsole(server, 'consoleFigureMerchants', { as: support, query: { from: '2026-11-25', to: '2026-11-26' } })).body
  expect(fell.falling.map(({ sold, soldBefore }) => [sold, soldBefore])).toEqual([[0, 90_000]])
})

it('says the same whether days are summed over all shops or read of each, also of what happens afterwards', async () => {
  const shops = [ids.merchantA1, ids.merchantA2, ids.merchantB1]
  const random = (nth: number, most: number) => Number(BigInt.asUintN(24, BigInt(nth + 1) * 48_271n * 16_807n)) % most
  const sales = Array.from({ length: 60 }, (_, nth) => {
    const createdAt = new Date(Date.UTC(2026, 9, 1 + random(nth, 50), random(nth * 7, 24), 59))
    return {
      merchantId: shops[random(nth * 3, 3)] ?? ids.merchantA1,
      mode: random(nth * 5, 5) === 0 ? ('sandbox' as const) : ('live' as const),
      totalCents: 5_000 + random(nth * 11, 90_000),
      createdAt,
      ...(random(nth * 13, 4) > 0 && { capturedAt: new Date(createdAt.getTime() + 3_600_000) }),
    }
  })
  await writeOperations(server.database.ownerUrl, sales)
  const year = { from: '2026-09-15', to: '2026-11-30' }
  const calls = ['consoleFigures', 'consoleFigureFunnel', 'consoleFigureDecisions', 'consoleFigureRefunds'] as const
  // But for when they were read.
  const all = async () => {
    const answers = await Promise.all(calls.map((call) => callConsole(server, call, { as: support, query: year })))
    return answers.map(({ body }) => ({ ...body, asOf: undefined }))
  }
  const read = await all()
  await closeFigureDays(server.services)
  expect(await server.ownerSql('select day::text from provider_figures_until')).toEqual([{ day: '2026-11-20' }])
  expect(await server.ownerSql('select from provider_daily_sales')).not.toEqual([])
  expect(await all()).toEqual(read)
  // What is not summed yet counts with what is, and is summed once its day is over for long enough.
  await sign(await beginSale(server, { merchantId: ids.merchantB1, mode: 'live', totalCents: 12_300 }), { who: someone() })
  const after = await all()
  expect(after[0]).toMatchObject({ current: { sold: (read[0] as { current: { sold: number } }).current.sold + 12_300 } })
  const later = { ...server.services, now: () => new Date('2027-03-01T12:00:00Z') }
  await closeFigureDays(later)
  expect(await server.ownerSql('select day::text from provider_figures_until')).toEqual([{ day: '2027-02-27' }])
  expect(await all()).toEqual(after)
  await server.ownerSql('delete from provider_figures_until')
})

it('counts arrears once a day by the age of the oldest unpaid instalment', async () => {
  const [old = '', young = ''] = await writeOperations(
    server.database.ownerUrl,
    [200, 70].map((days) => ({ merchantId: ids.merchantB1, totalCents: 60_000, createdAt: new Date(now.getTime() - days * 86_400_000) })),
  )
  const today = madridDay(now)
  await server.ownerSql(
    `update instalments set state = 'overdue', due_on = $3::date - case when operation_id = $1 then 100 + number else 20 end
     where operation_id = $1 and number <= 2 or operation_id = $2 and number = 1`,
    [uuidOf(old), uuidOf(young), today],
  )
  const owed = await server.ownerSql<{ id: string; cents: number }>(
    `select operation_id as id, sum(amount_cents)::integer as cents from instalments where state = 'overdue' group by 1`,
  )
  const cents = (hex: string) => owed.find(({ id }) => id === uuidOf(hex))?.cents ?? 0
  expect(await countArrears(server.services)).toBeGreaterThan(0)
  expect(await countArrears(server.services)).toBe(0)
  const { body } = await callConsole(server, 'consoleFigureArrears', { as: support, query: { from: addDays(today, -3), to: today } })
  const ages = [
    { age: '1_30', operations: 1, amount: cents(young) },
    { age: '31_60', operations: 0, amount: 0 },
    { age: '61_90', operations: 0, amount: 0 },
    { age: '91', operations: 1, amount: cents(old) },
  ]
  expect(body).toMatchObject({ on: today, ages, days: [{ on: today, ages }] })
  expect(body.merchants.map(({ operations, amount }) => [operations, amount])).toEqual([[2, cents(young) + cents(old)]])
  await server.ownerSql(`update instalments set state = 'pending', due_on = $1::date + number where state = 'overdue'`, [today])
  await server.ownerSql(
    `update operations o set next_due_on = i.due_on, next_due_cents = i.amount_cents from instalments i where i.operation_id = o.id and i.number = 1
    and o.id = any($1)`,
    [[uuidOf(old), uuidOf(young)]],
  )
})

it('counts applications on the day they came and on the day they were decided', async () => {
  const [shop] = await server.ownerSql<{ id: string; account_id: string }>(`select id, account_id from merchants where id = $1`, [
    ids.merchantA2,
  ])
  await server.ownerSql(
    `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at, decided_at, outcome)
     values ($1, $2, '06', 'ES9121000418450200051332', 100, 100, '2026-11-20T23:30:00Z', '2026-11-22T09:30:00Z', 'approved')`,
    [shop?.id, shop?.account_id],
  )
  const { body } = await callConsole(server, 'consoleFigureApplications', { as: support, query })
  expect(body).toMatchObject({ submitted: 1, approved: 1, rejected: 0, medianHours: 34 })
  expect(body.days.map(({ submitted, approved }) => [submitted, approved])).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [0, 0],
  ])
})
