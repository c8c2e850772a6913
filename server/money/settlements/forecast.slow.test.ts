import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, localDate, startOfMadridDay } from '#domain/platform/dates'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { settle } from './settle.ts'
import { writeSales, type TestSale } from '../../testing/settlements/testSales.ts'

let server: TestServer
// It is already the 19th in Madrid.
const start = new Date('2026-11-18T23:20:00Z')
const today = localDate('2026-11-19')
const shops: [string, string, Persona][] = [
  ['a daily one with a reserve, a minimum fee and refunds on hold', ids.merchantA1, 'ownerA'],
  ['a weekly one in debt', ids.merchantA2, 'ownerA'],
  ['one that sold again after a while', ids.merchantB1, 'ownerB'],
]

beforeAll(async () => {
  server = await startTestServer({ now: start, proved: false })
  const { ownerSql, database } = server
  await ownerSql(
    `update merchants set reserve_bps = 1000, reserve_days = 20, minimum_fee_cents = 20000, minimum_fee_from = '2026-10-01' where id = $1`,
    [ids.merchantA1],
  )
  await ownerSql(
    `update merchants set payment_frequency = 'weekly', live_on = '2025-01-10', minimum_fee_cents = 700, minimum_fee_from = '2026-11-01' where id = $1`,
    [ids.merchantA2],
  )
  await ownerSql(`update merchants set reserve_bps = 2000, reserve_days = 25 where id = $1`, [ids.merchantB1])
  // Changes that come within the forecast.
  await ownerSql(
    `insert into merchant_payout_terms (merchant_id, id, effective_on, payout_frequency, reserve_bps, reserve_days, minimum_fee_cents) values
      ($1, gen_random_uuid(), '2026-11-25', null, 500, 9, 21000), ($2, gen_random_uuid(), '2026-11-24', 'weekly', 200, 5, 900)`,
    [ids.merchantA1, ids.merchantA2],
  )
  const daily = Array.from({ length: 30 }, (_, nth) => ({
    at: new Date(Date.UTC(2026, 9, 20 + nth, 9)).toISOString(),
    totalCents: 15_000 + 137 * nth,
    ...(nth % 7 === 3 ? { refundCents: 4_321, refundAt: new Date(Date.UTC(2026, 9, 24 + nth, 9)).toISOString() } : {}),
  }))
  await writeSales(
    database.ownerUrl,
    [
      ...daily.filter(({ at }) => at < start.toISOString()),
      // After midnight in Madrid, not yet in London.
      { at: '2026-11-18T23:12:00Z', totalCents: 7_777 },
      { at: '2026-11-18T23:10:00Z', totalCents: 8_888, merchantId: ids.merchantB1 },
      { at: '2026-11-02T10:00:00Z', totalCents: 30_000, merchantId: ids.merchantA2, refundCents: 29_000, refundAt: '2026-11-10T10:00:00Z' },
      { at: '2026-11-16T10:00:00Z', totalCents: 12_000, merchantId: ids.merchantA2, refundCents: 12_000, refundAt: '2026-11-18T08:00:00Z' },
      { at: '2026-11-18T08:30:00Z', totalCents: 45_000, merchantId: ids.merchantA2 },
      { at: '2026-10-26T10:00:00Z', totalCents: 99_999, merchantId: ids.merchantB1 },
      { at: '2026-11-12T10:00:00Z', totalCents: 33_333, merchantId: ids.merchantB1 },
    ].map((sale: TestSale) => ((sale.refundAt ?? '') > start.toISOString() ? { at: sale.at, totalCents: sale.totalCents } : sale)),
  )
  await settle(server.services)
  await holdRefund('PED-20', [
    { amount: 3_000, releaseAt: '2026-11-19T20:00:00Z' },
    // On a day on which a reserve is due: too late for that day's settlement.
    { amount: 5_555, releaseAt: '2026-11-24T23:30:00Z' },
  ])
  await holdRefund('PED-30', [{ amount: 7_777, releaseAt: '2026-11-19T21:59:00Z', whole: true }])
  await ownerSql(
    `insert into operations (merchant_id, mode, id, mid, substatus, status_reason, channel, product, capture_mode, total_cents, voided_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents,
       vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, capture_by)
     select $1, 'live', gen_random_uuid(), 'CAP-' || n, 'pending_merchant', 'capture_required', 'online', 'pay_later', 'manual', 10000 + n, 100, 1, 0, 0, 250, 30, 2100, 0, 'Ana', 'Mora', 'ana@mora.test', 'ana', $2, $2::timestamptz + n * interval '9 hours'
     from generate_series(1, 100) n`,
    [ids.merchantA1, start],
  )
})
afterAll(() => server.close())

/** Held refunds, of an operation with one capture and three future instalments. */
async function holdRefund(mid: string, refunds: { amount: number; releaseAt: string; whole?: boolean }[]): Promise<void> {
  const { ownerSql } = server
  const [operation] = await ownerSql<{ id: string; total: string }>(
    `select id, total_cents::text as total from operations where merchant_id = $1 and mode = 'live' and mid = $2`,
    [ids.merchantA1, mid],
  )
  const { id, total } = operation ?? { id: '', total: '0' }
  const capture = randomUUID()
  await ownerSql(
    `insert into captures (merchant_id, mode, id, operation_id, amount_cents, captured_at) select merchant_id, mode, $2, id, captured_cents, created_at from operations where id = $1`,
    [id, capture],
  )
  const third = Math.floor(Number(total) / 3)
  for (const [number, principal] of [third, third, Number(total) - 2 * third].entries())
    await ownerSql(
      `insert into instalments (merchant_id, mode, operation_id, number, due_on, amount_cents, original_cents, principal_cents, interest_cents, state)
       values ($1, 'live', $2, $3, date '2027-02-01' + $3::int, $4, $4, $4, 0, 'pending')`,
      [ids.merchantA1, id, number + 1, principal],
    )
  for (const { amount, releaseAt, whole } of refunds) {
    const refund = randomUUID()
    await ownerSql(
      `insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, release_at, created_at) values ($1, 'live', $2, $3, $4, $5, 'held', $6, $7)`,
      [ids.merchantA1, refund, id, whole ? 'cancel' : 'refund', amount, releaseAt, start],
    )
    await ownerSql(`insert into refund_captures (merchant_id, mode, refund_id, capture_id, amount_cents) values ($1, 'live', $2, $3, $4)`, [
      ids.merchantA1,
      refund,
      capture,
      amount,
    ])
    await ownerSql(`update operations set refunded_cents = refunded_cents + $2, held_cents = held_cents + $2 where id = $1`, [id, amount])
    await ownerSql(`update captures set refunded_cents = refunded_cents + $2 where id = $1`, [capture, amount])
    await ownerSql(`insert into deadlines (merchant_id, mode, object_id, kind, due_at) values ($1, 'live', $2, 'refund_release', $3)`, [
      ids.merchantA1,
      refund,
      releaseAt,
    ])
  }
}

const forecastOf = async (merchantId: string, as: Persona) =>
  (await server.call('settlementForecast', { params: { merchantId: hexOf(merchantId) }, as })).body

it('is denied to guests and other companies', async () => {
  const ask = (as: Persona) => server.call('settlementForecast', { params: { merchantId: hexOf(ids.merchantA1) }, as })
  expect((await ask('guestA')).error.type).toBe('PermissionDenied')
  expect((await ask('ownerB')).error.type).toBe('ObjectNotFoundException')
})

it('shows each day’s expiring captures and released refunds', async () => {
  const { from, until, days } = await forecastOf(ids.merchantA1, 'ownerA')
  expect([from, until]).toEqual(['2026-11-19', '2026-12-19'])
  const lapses = new Map<string, { count: number; amount: number }>()
  for (let n = 1; n <= 100; n += 1) {
    const on = new Date(start.getTime() + n * 9 * 3_600_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
    const { count, amount } = lapses.get(on) ?? { count: 0, amount: 0 }
    if (on <= until) lapses.set(on, { count: count + 1, amount: amount + 10_000 + n - 100 })
  }
  expect(new Map(days.filter(({ captures }) => captures.count > 0).map(({ on, captures }) => [on, captures]))).toEqual(lapses)
  expect(lapses.size).toBe(31)
  expect(days.filter(({ refunds }) => refunds.count > 0).map(({ on, refunds }) => [on, refunds.count, refunds.amount])).toEqual([
    ['2026-11-19', 2, 10_777],
    ['2026-11-25', 1, 5_555],
  ])
  expect(days.map(({ on }) => on)).toEqual(days.map(({ on }) => on).toSorted())
})

it('is the calendar’s, beside the settlements there are and the operations behind a day', async () => {
  await announceDebit()
  const params = { merchantId: hexOf(ids.merchantA1) }
  const { until, days } = await forecastOf(ids.merchantA1, 'ownerA')
  const ask = (range: { from: string; to: string }) => server.call('moneyCalendar', { params, query: range, as: 'ownerA' })
  const calendar = (await ask({ from: '2026-11-01', to: until })).body
  expect(calendar.today).toBe(today)
  const known = calendar.days.filter(({ on }) => on >= today)
  const nothing = { count: 0, amount: 0, operations: [] }
  for (const { on, settlement, captures, refunds } of days) {
    const day = known.find((one) => one.on === on)
    expect([day?.expected, day?.captures.count, day?.captures.amount, day?.refunds.count, day?.refunds.amount], on).toEqual([
      settlement,
      captures.count,
      captures.amount,
      refunds.count,
      refunds.amount,
    ])
    for (const figure of day ? [day.captures, day.refunds] : [])
      expect(figure.operations.reduce((sum, { amount }) => sum + amount, 0)).toBe(figure.amount)
  }
  const expected = known.filter((day) => day.expected !== null || day.captures.count > 0 || day.refunds.count > 0)
  expect(expected.map(({ on }) => on)).toEqual(days.map(({ on }) => on))
  expect(known.find(({ on }) => on === '2026-11-24')?.debits).toMatchObject([{ reference: 'A-CAL', state: 'notified', amount: 5_000 }])

  // What there is equals the list, day by day.
  const listed = (await server.call('settlementList', { params, query: { from: '2026-11-01', to: until, page: 1 }, as: 'ownerA' })).body
  const forecast = calendar.days.flatMap(({ on, settlements }) => settlements.map(({ id, netAmount }) => [id, on, netAmount]))
  expect(forecast).toEqual(listed.results.map(({ id, valueOn, netAmount }) => [id, valueOn, netAmount]).toReversed())
  expect(forecast.length).toBeGreaterThan(5)

  // Nothing is expected of the past, and no other day than those asked for is answered.
  const past = (await ask({ from: '2026-11-02', to: '2026-11-10' })).body
  expect(past.days.every((day) => day.expected === null && day.on >= '2026-11-02' && day.on <= '2026-11-10')).toBe(true)
  expect(past.days.map(({ captures }) => captures)).toEqual(past.days.map(() => nothing))
  const later = (await ask({ from: '2026-12-01', to: '2026-12-05' })).body
  expect(later.days).toEqual(calendar.days.filter(({ on }) => on >= '2026-12-01' && on <= '2026-12-05'))
  expect((await ask({ from: '2026-12-05', to: '2026-12-01' })).error.type).toBe('ApiValidationException')
  await server.ownerSql('delete from debits')
})

/** A mandate and a direct debit that was announced for the 24th. */
const announceDebit = () =>
  server.ownerSql(
    `with account as (insert into bank_accounts (id, account_id, iban, holder_name, created_at)
       select gen_random_uuid(), m.account_id, 'ES7921000813610123456789', 'Comercial', now() from merchants m where m.id = $1 returning id, iban, holder_name),
     signed as (insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signer_name)
       select $1, 'live', gen_random_uuid(), 'M-CAL', b.id, b.iban, b.holder_name, 'ES00', 'Pago', 'Calle 1', 'Madrid', 'Texto', $2::timestamptz, 'Ana'
         from account b returning id)
     insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, due_on, announced_at)
     select $1, 'live', gen_random_uuid(), 'A-CAL', id, '2026-11-01', 5000, '2026-11-24', $2 from signed`,
    [ids.merchantA1, start],
  )

it('equals to the cent the settlements created on those days', async () => {
  const foretold = await Promise.all(
    shops.map(async ([name, merchantId, as]) => {
      const { days } = await forecastOf(merchantId, as)
      return { name, merchantId, settlements: days.flatMap(({ on, settlement }) => (settlement ? [{ on, ...settlement }] : [])) }
    }),
  )
  expect(foretold.map(({ settlements }) => settlements.length)).toEqual([expect.any(Number), 1, 4])
  expect(foretold[0]?.settlements.length).toBeGreaterThan(8)
  expect(foretold[0]?.settlements.filter(({ minimumFees }) => minimumFees < 0)).toHaveLength(1)
  expect(foretold[0]?.settlements.filter(({ reserveReleased }) => reserveReleased > 0).length).toBeGreaterThan(5)

  // Before and after each midnight, as the workers run; by day, after a week, only after it.
  const nextPayments = async () => {
    for (const [name, merchantId, as] of shops) {
      const { days } = await forecastOf(merchantId, as)
      const first = days.find(({ settlement }) => settlement !== null)
      const { next } = (await server.call('settlementBalance', { params: { merchantId: hexOf(merchantId) }, as })).body
      const { netAmount, closingBalance, lineCount } = first?.settlement ?? {}
      if (first || (next && next.valueOn <= addDays(today, 30)))
        expect(next, name).toEqual({ valueOn: first?.on, netAmount, closingBalance, lineCount })
    }
  }
  await nextPayments()
  for (let day = 0; day <= 30; day += 1)
    for (const hours of day < 7 || process.env.NIGHTLY !== undefined ? [0, 23] : [0]) {
      const at = startOfMadridDay(addDays(today, day)).getTime() + hours * 3_600_000 + 120_000
      if (at <= server.services.now().getTime()) continue
      server.moveClock(at - server.services.now().getTime())
      await server.runClock()
      expect((await settle(server.services)).failed).toBe(0)
      if (day < 7) await nextPayments()
    }
  for (const { name, merchantId, settlements } of foretold) {
    const settled = await server.ownerSql(
      `select value_on::text as on, net_cents::int as "netAmount", opening_cents::int as "openingBalance", minimum_fees_cents::int as "minimumFees", reserve_held_cents::int as "reserveHeld",
         reserve_released_cents::int as "reserveReleased", closing_cents::int as "closingBalance", order_count + refund_count + cancel_count + minimum_fee_count + vat_rounding_count as "lineCount",
         coalesce((select sum(l.net_cents)::int from settlement_lines l where l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id), 0) as lines
       from settlements s where merchant_id = $1 and mode = 'live' and value_on > $2 and value_on <= $2::date + 30 order by s.value_on`,
      [merchantId, today],
    )
    expect(settlements, name).toEqual(settled)
  }
  const [left] = await server.ownerSql<{ many: string }>(`select count(*) as many from refunds where state = 'held'`)
  expect(Number(left?.many)).toBe(0)
})

it('links each carried balance and released reserve to its settlement', async () => {
  let [carried, freed] = [0, 0]
  for (const [name, merchant, as] of shops) {
    const params = { merchantId: hexOf(merchant) }
    const rows = await server.ownerSql<{ id: string }>(
      `select replace(id::text, '-', '') as id from settlements where merchant_id = $1 and mode = 'live' order by value_on`,
      [merchant],
    )
    const all = await Promise.all(
      rows.map(async ({ id }) => (await server.call('settlementDetail', { params: { ...params, settlementId: id }, as })).body),
    )
    for (const [place, forecast] of all.entries()) {
      const { previous, following, reserveDueOn, reservesFreed } = forecast.carried
      expect([previous?.id, following?.id], name).toEqual([all[place - 1]?.id, all[place + 1]?.id])
      expect(all[place - 1]?.closingBalance ?? 0).toBe(forecast.openingBalance)
      if (forecast.openingBalance !== 0) carried += 1
      expect(reservesFreed.reduce((sum, { amount }) => sum + amount, 0)).toBe(forecast.reserveReleased)
      expect(reserveDueOn !== null).toBe(forecast.reserveHeld < 0)
      for (const { id, amount } of reservesFreed) {
        freed += 1
        const held = all.find((other) => other.id === id)
        expect([held?.reserveHeld, held?.carried.reserveFreedIn?.id]).toEqual([-amount, forecast.id])
        expect(held?.carried.reserveDueOn && held.carried.reserveDueOn <= forecast.valueOn).toBe(true)
      }
    }
  }
  expect([carried, freed].every((count) => count > 1)).toBe(true)
})

it('groups the lines of a settlement by kind, with the sums of each over all pages', async () => {
  const [params, sumNames] = [
    { merchantId: hexOf(ids.merchantA1) },
    ['grossAmount', 'feeAmount', 'vatAmount', 'subsidyAmount', 'netAmount'] as const,
  ]
  const { results } = (await server.call('settlementList', { params, query: { page: 1 }, as: 'ownerA' })).body
  const kinds = new Set<string>()
  for (const { id: settlementId } of results) {
    const read = async (query: { grouped?: 'yes' }) =>
      (await server.call('settlementLines', { params: { ...params, settlementId }, query, as: 'ownerA' })).body
    const [plain, grouped] = [await read({}), await read({ grouped: 'yes' })]
    const subtotals = grouped.subtotals ?? []
    const linesOf = (kind: string) => plain.results.filter((line) => line.kind === kind)
    expect(plain.subtotals).toBeNull()
    expect(grouped.results).toEqual(subtotals.flatMap(({ kind }) => linesOf(kind)))
    for (const { kind, count, ...sums } of subtotals) {
      kinds.add(kind)
      expect(count).toBe(linesOf(kind).length)
      expect(sums).toEqual(Object.fromEntries(sumNames.map((name) => [name, linesOf(kind).reduce((all, line) => all + line[name], 0)])))
    }
  }
  expect([...kinds].toSorted()).toEqual(['cancel', 'fee_minimum', 'order', 'refund', 'vat_rounding'])
})
