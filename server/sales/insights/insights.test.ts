import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSize } from '#contract/platform/page'
import type { InsightList } from '#contract/sales/insights'
import { addDays, localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { disputeFacts, eventsOfFact, requestFacts, saleFacts } from '#domain/sales/operations/facts'
import { type Channel, channels, products, stateOf } from '#domain/sales/operations/lifecycle'
import { testRuns } from '#domain/testing/testRuns'
import { uuidOf, hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { goTo, beginSale, sign, someone, type Stage } from '../../testing/checkout/testSale.ts'
import { runCampaign } from '../../testing/checkout/testCampaigns.ts'
import { disputeAtRandom } from '../../testing/disputes/disputeAtRandom.ts'
import { writeOperations, type TestOperation } from '../../testing/operations/testOperations.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { settle } from '../../money/settlements/settle.ts'
import { changeOperations } from '../lifecycle/changeOperation.ts'
import { foldChanges } from '../lifecycle/foldChanges.ts'

// Every figure is the total of the list that it opens. What history says is compared with the figures by `server.close()`, as after every suite.
const merchantId = hexOf(ids.merchantA1)
/** Late in the evening before the clocks go forward: work goes on after midnight. */
const began = new Date('2026-03-28T21:30:00Z')
const hourMs = 3_600_000

let server: TestServer
let campaign: string
let firstDisputed: LocalDate
beforeAll(async () => {
  server = await startTestServer({ now: new Date(began.getTime() - 4 * 24 * hourMs), refundHoldSeconds: 60 })
  server.stopClock()
  // First: writing operations completes the figures, and would mend what the calls below leave wrong.
  firstDisputed = madridDay(server.services.now())
  await disputeAtRandom(server, randomOf(20_260_401))
  server.moveClock(began.getTime() - server.services.now().getTime())
  campaign = await runCampaign(server)
  await sellAtRandom(20_260_328)
  server.moveClock(4 * 24 * hourMs)
  await settle(server.services)
})
afterAll(() => server.close())

/** The same numbers between 0 and 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Some days of a shop whose clock passes midnights and the hour that does not exist, by its own calls. */
async function sellAtRandom(seed: number): Promise<void> {
  const random = randomOf(seed)
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T // of a list that is not empty
  const waiting = await writeOperations(
    server.database.ownerUrl,
    Array.from({ length: 30 }, (_, nth): TestOperation => {
      // Some are captured by hand, and so in parts.
      const product = nth < 8 ? 'pay_later' : oneOf(products)
      return {
        channel: oneOf(channels),
        product,
        totalCents: 2_000 + Math.floor(random() * 180_000),
        createdAt: new Date(began.getTime() - 5 * 24 * hourMs),
        substatus: nth % 2 === 0 ? 'pending_merchant' : 'payment_process',
        confirmBy: new Date(began.getTime() + 400 * hourMs),
        captureBy: new Date(began.getTime() + 400 * hourMs),
        // Some customers buy again.
        ...(nth % 3 === 0 && { document: '12345678Z' }),
      }
    }),
  )
  const act = async (operationId: string) => {
    const at = { params: { merchantId, operationId }, as: 'ownerA' as const, key: randomUUID() }
    const { body } = await server.call('operationDetail', at)
    if (body.statusReason === 'confirmation_required')
      return random() < 0.8 ? server.call('operationConfirm', at) : server.call('operationCancel', { ...at, body: {} })
    if (body.statusReason === 'capture_required') {
      const part = { amount: Math.ceil(body.remainingCaptureAmount / 3) }
      const captured = await server.call('operationCapture', { ...at, body: random() < 0.3 ? {} : part })
      // The rest another day.
      server.moveClock(20 * hourMs)
      return captured.body.operation.remainingCaptureAmount > 0
        ? server.call('operationCapture', { ...at, key: randomUUID(), body: {} })
        : captured
    }
    if (body.remainingAmount === 0) return undefined
    if (random() < 0.3) return server.call('operationCancel', { ...at, body: { reason: 'out_of_stock' } })
    const amount = 1 + Math.floor(random() * body.remainingAmount)
    return server.call('operationRefund', { ...at, body: { amount, reason: oneOf(['product_returned', 'other'] as const) } })
  }
  for (const operationId of [...waiting.slice(0, 8), ...waiting.slice(0, 8)]) await act(operationId)
  for (let step = 0; step < 8; step += 1) {
    for (let nth = 0; nth < 4; nth += 1) await act(oneOf(waiting))
    const sale = await beginSale(server, {
      channel: oneOf(['in_store', 'online'] as const),
      totalCents: 5_000 + Math.floor(random() * 90_000),
    })
    await sale.call('checkoutView')
    const plan = { product: 'instalments' as const, numInstalments: oneOf([3, 6]) }
    if (random() < 0.5) await sign(sale, { who: someone(), plan })
    else await goTo(sale, oneOf(['plan', 'consent', 'identity', 'card'] as const satisfies readonly Stage[]), { who: someone(), plan })
    server.moveClock((1 + random() * 6) * hourMs)
    await server.runClock()
  }
}

const totals = async (query: InsightList) => {
  const { status, raw, body } = await server.call('operationTotals', { params: { merchantId }, query, as: 'ownerA' })
  expect(status, raw).toBe(200)
  return body
}
const insight = { params: { merchantId }, as: 'ownerA' as const }

const first = madridDay(began)
const anyQuery = fc
  .record({
    from: fc.integer({ min: -6, max: 3 }),
    days: fc.integer({ min: 0, max: 6 }),
    channel: fc.option(fc.constantFrom(...channels), { nil: undefined }),
    product: fc.option(fc.constantFrom(...products), { nil: undefined }),
    isCampaign: fc.boolean(),
  })
  .map(({ from, days, isCampaign, channel, product }) => ({
    from: addDays(first, from),
    to: addDays(first, from + days),
    ...(channel && { channel }),
    ...(product && { product }),
    ...(isCampaign && { campaign }),
  }))

describe('a figure', () => {
  it('of sales is the total of the list that it opens, also of each day', async () => {
    const seen = { sold: 0, refunded: 0 }
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { status, raw, body } = await server.call('insightSales', { ...insight, query })
        expect(status, raw).toBe(200)
        const { current, lists } = body
        expect((await totals(lists.operations)).count).toBe(current.operations)
        const listed = await server.call('operationList', { ...insight, query: lists.operations })
        expect(listed.body.results).toHaveLength(Math.min(current.operations, pageSize))
        expect((await totals(lists.sold)).fact?.amount).toBe(current.sold)
        expect((await totals(lists.refunds)).fact).toEqual(current.refunds)
        expect((await totals(lists.cancellations)).fact).toEqual(current.cancellations)
        expect(current.days.map(({ on }) => on)).toEqual(
          Array.from({ length: current.days.length }, (_, nth) => addDays(localDate(query.from), nth)),
        )
        for (const { on, operations, sold, refunded } of current.days.filter((day) => day.sold + day.refunded > 0)) {
          const day = { from: on, to: on }
          expect((await totals({ ...lists.operations, ...day })).count).toBe(operations)
          expect((await totals({ ...lists.sold, ...day })).fact?.amount).toBe(sold)
          expect((await totals({ ...lists.refunds, ...day })).fact?.amount).toBe(refunded)
        }
        seen.sold += current.sold
        seen.refunded += current.refunds.amount
      }),
      { numRuns: testRuns(60), seed: 7 },
    )
    expect(Math.min(seen.sold, seen.refunded)).toBeGreaterThan(0)
    const [parts] = await server.ownerSql<{ many: number }>(
      `select count(*)::integer as many from (select from captures where merchant_id = $1 group by operation_id having count(*) > 1) c`,
      [ids.merchantA1],
    )
    expect(parts?.many).toBeGreaterThan(0)
  })

  it('of a step, or of an end, of requests is the total of the list that it opens', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyQuery, async ({ from, to, channel }) => {
        const { body } = await server.call('insightFunnel', { ...insight, query: { from, to, ...(channel && { channel }) } })
        for (const { list, count, amount } of body.funnels.flatMap(({ steps, ends }) => [...steps, ...ends])) {
          if (count > 0) seen.add(list.fact)
          const { count: many, totalAmount } = await totals(list)
          expect({ list, count: many, amount: totalAmount }).toEqual({ list, count, amount })
        }
      }),
      { numRuns: testRuns(20), seed: 7 },
    )
    expect([...seen]).toEqual(expect.arrayContaining(['created', 'opened', 'consented', 'identified', 'decided', 'accepted', 'sold']))
  })

  it('of disputes is the total of the list that it opens', async () => {
    const read = async (query: { from: string; to: string; channel?: Channel }) => {
      const { disputes } = (await server.call('insightRefunds', { ...insight, query })).body
      expect(disputes.map(({ fact }) => fact)).toEqual(disputeFacts)
      for (const { list, count, amount } of disputes) expect((await totals(list)).fact).toEqual({ count, amount })
      return disputes
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 4 }), anyQuery, async (start, days, { channel }) => {
        const from = addDays(firstDisputed, start)
        await read({ from, to: addDays(from, days), ...(channel && { channel }) })
      }),
      { numRuns: testRuns(30), seed: 7 },
    )
    // All of them, by the disputes themselves: an inquiry that withdrew nothing is none.
    const [stored] = await server.ownerSql<Record<string, number>>(
      `select (sum(amount_cents) filter (where fee_cents > 0 or state = 'lost'))::int as disputed, (sum(amount_cents) filter (where state = 'won'))::int as dispute_won,
         (sum(amount_cents) filter (where state = 'lost'))::int as dispute_lost from card_disputes`,
    )
    const all = await read({ from: firstDisputed, to: addDays(firstDisputed, 30) })
    expect(Object.fromEntries(all.map(({ fact, amount }) => [fact, amount]))).toEqual(stored)
    expect(Math.min(...all.map(({ amount }) => amount))).toBeGreaterThan(0)
    const slices = await Promise.all(channels.map((channel) => read({ from: firstDisputed, to: addDays(firstDisputed, 30), channel })))
    expect(slices.flat().reduce((sum, { amount }) => sum + amount, 0)).toBe(all.reduce((sum, { amount }) => sum + amount, 0))
  })

  it('of payouts is that of the settlements that it opens, week by week', async () => {
    const days = { from: addDays(first, -10), to: addDays(first, 20) }
    const listed = async (query: { from: string; to: string }) => (await server.call('settlementList', { ...insight, query })).body.sums
    const { weeks } = (await server.call('insightMoney', { ...insight, query: days })).body
    expect([weeks[0]?.from, weeks.at(-1)?.to]).toEqual([days.from, days.to])
    for (const { from, to, settlements, paid, ...terms } of weeks) {
      expect(await listed({ from, to })).toEqual({ count: settlements, netAmount: paid })
      const { opening, sales, refunds, charges, reserveHeld, reserveReleased, repayments, disputes, closing } = terms
      expect(opening + sales + refunds + charges + reserveHeld + reserveReleased + repayments + disputes).toBe(paid + closing)
    }
    expect(weeks.reduce((all, { disputes }) => all + disputes, 0)).toBeLessThan(0)
    const whole = await listed(days)
    expect(whole.netAmount).toBeGreaterThan(0)
    const { current } = (await server.call('insightSales', { ...insight, query: days })).body
    expect([current.netPaid, current.days.reduce((all, { netPaid }) => all + (netPaid ?? 0), 0)]).toEqual([
      whole.netAmount,
      whole.netAmount,
    ])
  })

  it('is the sum of its slices: reasons and ages of refunds, customers, campaigns, people, shops', async () => {
    const query = { from: addDays(first, -6), to: addDays(first, 3) }
    const whole = (await server.call('insightSales', { ...insight, query })).body.current
    const goneBack = whole.refunds.amount + whole.cancellations.amount
    const sum = (slices: readonly { amount: number }[]) => slices.reduce((all, { amount }) => all + amount, 0)
    const refunds = (await server.call('insightRefunds', { ...insight, query })).body
    expect([sum(refunds.reasons), sum(refunds.ages)]).toEqual([goneBack, goneBack])
    const sold = await totals({ ...query, fact: 'sold' })
    const customers = (await server.call('insightCustomers', { ...insight, query })).body
    expect([customers.count, customers.amount]).toEqual([sold.count, sold.totalAmount])
    for (const slices of [customers.relations, customers.amounts, customers.instalments, customers.hours])
      expect(sum(slices)).toBe(customers.amount)
    expect(customers.relations.filter(({ count }) => count > 0).length).toBeGreaterThan(1)
    const { without, campaigns } = (await server.call('insightCampaigns', { ...insight, query })).body
    expect(campaigns.map(({ id }) => id)).toEqual([campaign])
    expect(without.sold + campaigns.reduce((all, one) => all + one.sold, 0)).toBe(whole.sold)
    const { people } = (await server.call('insightTeam', { ...insight, query })).body
    expect(sum(people.map(({ refunds: made }) => made))).toBe(goneBack)
    expect(sum(people.map(({ sales }) => sales))).toBe(customers.amount)
    const { shops } = (await server.call('insightShops', { ...insight, query })).body
    expect(shops.map(({ id }) => id).toSorted()).toEqual([ids.merchantA1, ids.merchantA2].map(hexOf).toSorted())
    expect(shops.find(({ id }) => id === merchantId)).toMatchObject({ operations: whole.operations, sold: whole.sold, refunded: goneBack })
  })

  it('stays what it is when the rows of past days are folded, also into rows that were folded before', async () => {
    const query = { from: addDays(first, -6), to: madridDay(server.services.now()) }
    const sell = async () => sign(await beginSale(server, { totalCents: 33_300 }), { who: someone() })
    const fold = () => foldChanges(server.services)
    const read = async () => [
      (await server.call('insightSales', { ...insight, query })).body.current,
      (await server.call('insightFunnel', { ...insight, query })).body,
      (await server.call('insightCustomers', { ...insight, query })).body,
    ]
    await sell()
    const before = await read()
    expect(await fold()).toBeGreaterThan(0)
    expect(await read()).toEqual(before)
    await sell()
    const later = await read()
    expect(await fold()).toBeGreaterThan(0)
    expect(await read()).toEqual(later)
    const [left] = await server.ownerSql<{ many: number }>('select count(*)::integer as many from operation_changes')
    expect(left?.many).toBe(0)
  })

  it('of test mode counts test operations only', async () => {
    const query = { from: addDays(first, -6), to: addDays(first, 3) }
    const { body } = await server.call('insightSales', { ...insight, query, mode: 'sandbox' })
    expect(body.current).toMatchObject({ operations: 0, sold: 0 })
  })
})

describe('the day of a fact', () => {
  /** Around midnight in Madrid in winter and in summer, and on the days of 23 and of 25 hours. */
  const instants = [
    ['2026-01-14T22:59:59.999Z', '2026-01-14', '23'],
    ['2026-01-14T23:00:00.000Z', '2026-01-15', '0'],
    ['2026-07-14T21:59:59.999Z', '2026-07-14', '23'],
    ['2026-07-14T22:00:00.000Z', '2026-07-15', '0'],
    ['2026-03-29T00:59:59.999Z', '2026-03-29', '1'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29', '3'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29', '23'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25', '2'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25', '2'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25', '23'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26', '0'],
  ] as const

  it('is that of Madrid, and its hour too', async () => {
    const other = mintScope(ids.merchantA2, 'live')
    const written = await writeOperations(
      server.database.ownerUrl,
      instants.map(() => ({
        merchantId: ids.merchantA2,
        substatus: 'pending_merchant' as const,
        createdAt: new Date('2025-12-01T12:00:00Z'),
      })),
    )
    const sales = instants.map(([at], nth) => ({ at: new Date(at), operationId: uuidOf(written[nth] ?? '') ?? '' }))
    for (const { at, operationId } of sales)
      await server.services.database.write(other, async (db) =>
        changeOperations(db, other, at, [
          {
            operationId,
            event: 'captured',
            actor: 'merchant',
            userId: null,
            before: stateOf('pending_merchant', 'capture_required'),
            after: stateOf('payment_process', null),
            amountCents: 1,
          },
        ]),
      )
    await foldChanges(server.services)
    const days = await server.ownerSql<{ day: string; sold: number }>(
      `select day::text, sum(sold)::integer as sold from daily_sales where merchant_id = $1 and day >= '2026-01-01' group by day order by day`,
      [ids.merchantA2],
    )
    const expected = (column: 1 | 2, of?: string) =>
      Object.entries(
        Object.groupBy(
          instants.filter(([, day]) => of === undefined || of === day),
          (row) => row[column],
        ),
      ).map(([value, rows]) => [value, rows?.length])
    expect(days.map(({ day, sold }) => [day, sold])).toEqual(expected(1).toSorted())
    const rows = await server.ownerSql<Record<string, number> & { day: string }>(
      `select day::text, ${Array.from({ length: 24 }, (_, hour) => `sum(hour_${hour})::integer as hour_${hour}`).join(', ')}
       from daily_buyers where merchant_id = $1 and day >= '2026-01-01' group by day`,
      [ids.merchantA2],
    )
    for (const { day, ...hours } of rows) {
      const nonEmpty = Object.entries(hours).flatMap(([name, many]) => (many > 0 ? [[name.replace('hour_', ''), many]] : []))
      expect(nonEmpty.toSorted()).toEqual(expected(2, day).toSorted())
    }
    // No money was captured: the books would not hold.
    await server.ownerSql(
      `with gone as (delete from operation_events where operation_id = any($1) and event = 'captured')
      update operations set substatus = 'pending_merchant', status_reason = 'confirmation_required' where id = any($1)`,
      [sales.map(({ operationId }) => operationId)],
    )
    await server.ownerSql(`delete from daily_sales where merchant_id = $1 and day >= '2026-01-01'`, [ids.merchantA2])
    for (const table of ['daily_buyers', 'daily_counts'])
      await server.ownerSql(`delete from ${table} where merchant_id = $1 and day >= '2026-01-01'`, [ids.merchantA2])
  })
})

describe('a range', () => {
  it.each([
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-03-01'],
  ])('from %s to %s is refused', async (from, to) => {
    const { status, error } = await server.call('insightSales', { ...insight, query: { from, to } })
    expect([status, error.fields?.[0]?.code]).toEqual([400, 'period'])
  })

  it('is compared with the same weekdays before and of last year', async () => {
    const query = { from: '2026-03-02', to: '2026-03-31' }
    const { before, lastYear } = (await server.call('insightSales', { ...insight, query })).body
    expect([before.from, before.to, lastYear.from, lastYear.to]).toEqual(['2026-01-26', '2026-02-24', '2025-03-03', '2025-04-01'])
  })
})

it('names every fact in one table of figures', () => {
  expect(new Set([...requestFacts, ...saleFacts]).size).toBe(requestFacts.length + saleFacts.length)
})

it('the index of the disputes of a year has the entries of every fact of a dispute', async () => {
  const [index] = await server.ownerSql<{ text: string }>(
    `select indexdef as text from pg_indexes where indexname = 'operation_events_disputes'`,
  )
  const entries = [...(index?.text ?? '').matchAll(/'(\w+)'/g)].map(([, event]) => event)
  expect(entries.toSorted()).toEqual(disputeFacts.flatMap((fact) => [...eventsOfFact[fact]]).toSorted())
})
