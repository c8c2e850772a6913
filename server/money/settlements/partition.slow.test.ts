import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { addDays, localDate, madridDay, weekday } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { demoDatabase, seededAt } from '../../testing/demo/testSeed.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { readForecast } from './readForecast.ts'
import { settle } from './settle.ts'
import { readBalance } from './view.ts'
import { startSettlementFixture, type SettlementFixture, type TestLine } from '../../testing/settlements/settlementFixture.ts'

const byNight = process.env.NIGHTLY === undefined ? () => {} : it

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

const yearBegan = Date.UTC(2026, 0, 1)
const year = 365 * 86_400_000
let seed = 11
const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
const whole = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1))

/** Many lines are within two minutes of a midnight in UTC or in Madrid. */
function randomLine(): TestLine {
  const dayMs = yearBegan + Math.floor(chance() * 365) * 86_400_000
  const ms = chance() < 0.4 ? whole(22, 24) * 3_600_000 + whole(-120_000, 120_000) : whole(0, 86_399_999)
  const at = new Date(dayMs + ms)
  if (chance() < 0.75) return { at, grossCents: whole(1, 90_000), feeCents: whole(0, 900) }
  return { at, kind: chance() < 0.5 ? 'refund' : 'cancel', grossCents: -whole(1, 120_000), feeCents: -whole(0, 900) }
}

/** The expected payment day of a line, computed from the calendar only. */
function valueOf(at: Date, weekly: number | null): string {
  const day = madridDay(at)
  if (weekly === null) return nextTargetBusinessDay(day)
  // The first business day after one of its weekdays that follows this whole day.
  for (let requestedOn = addDays(day, -5); ; requestedOn = addDays(requestedOn, 1)) {
    const paid = nextTargetBusinessDay(requestedOn)
    if (weekday(requestedOn) === weekly && paid > day) return paid
  }
}

/** A shop's settlements from a value day on, as `forecastOf` foretells them. */
const madeSettlements = `select value_on::text as "valueOn", net_cents::int as "netCents", opening_cents::int as "openingCents", closing_cents::int as "closingCents",
    reserve_held_cents::int as "reserveHeldCents", reserve_released_cents::int as "releasedCents", minimum_fees_cents::int as "minimumFeesCents",
    (select sum(l.net_cents)::int from settlement_lines l where (l.merchant_id, l.mode, l.settlement_id) = (s.merchant_id, s.mode, s.id)) as "linesNetCents",
    (select count(*)::int from settlement_lines l where (l.merchant_id, l.mode, l.settlement_id) = (s.merchant_id, s.mode, s.id)) as "lineCount"
  from settlements s where merchant_id = $1 and mode = $2 and value_on >= $3 order by value_on`

/** The settlements that a shop's forecast expects until a day; the first is also what "Próximo pago" says. */
function forecastOf(database: Database, merchantId: string, mode: Mode, now: Date, until: string): Promise<unknown[]> {
  const scope = mintScope(merchantId, mode)
  return database.read(scope, async (db) => {
    const days = await readForecast(db, scope, now, localDate(until))
    const expected = days.flatMap(({ on, settlement }) => (settlement ? [{ on, ...settlement }] : []))
    const { next } = await readBalance(db, scope, now)
    const [first] = expected
    if (first || (next && next.valueOn <= until))
      expect(next).toEqual({
        valueOn: first?.on,
        netAmount: first?.netAmount,
        closingBalance: first?.closingBalance,
        lineCount: first?.lineCount,
      })
    return expected.map((settlement) => ({
      valueOn: settlement.on,
      netCents: settlement.netAmount,
      openingCents: settlement.openingBalance,
      closingCents: settlement.closingBalance,
      reserveHeldCents: settlement.reserveHeld,
      releasedCents: settlement.reserveReleased,
      minimumFeesCents: settlement.minimumFees,
      linesNetCents: settlement.lineCount === 0 ? null : settlement.lines,
      lineCount: settlement.lineCount,
    }))
  })
}

it('many shops over twelve months: every line is in exactly one settlement, and every settlement equals its lines to the cent', async () => {
  const shops: { id: string; weekly: number | null; lines: TestLine[] }[] = []
  for (let nth = 0; nth < testRuns(50); nth += 1) {
    const isWeekly = nth % 5 === 4
    const liveOn = `2025-01-${String(6 + (nth % 7)).padStart(2, '0')}`
    const id = await fixture.shop({ weekly: isWeekly, liveOn, ...(nth % 10 === 3 && { reserveBps: 1000 }) })
    const lines = Array.from({ length: whole(20, 110) }, randomLine)
    await fixture.lines(id, lines)
    shops.push({ id, weekly: isWeekly ? weekday(madridDay(new Date(`${liveOn}T12:00:00Z`))) : null, lines })
  }
  // All lines are there before the first settlement: the forecast knows the whole year.
  const foretold = new Map(
    await Promise.all(
      shops.map(
        async ({ id }) => [id, await forecastOf(fixture.services.database, id, 'live', new Date(yearBegan), '2027-01-10')] as const,
      ),
    ),
  )
  const moments = Array.from({ length: 9 }, () => yearBegan + chance() * year).toSorted((a, b) => a - b)
  for (const at of [...moments, yearBegan + year + 9 * 86_400_000]) {
    fixture.setNow(new Date(at))
    // Without statistics PostgreSQL scans tables that grew within seconds: analyze.
    await fixture.rows('analyze operations, settlement_lines, settlements, settlement_runs, ledger_journals, ledger_lines, payout_queue')
    const runs = await Promise.all([settle(fixture.services), settle(fixture.services)])
    expect(runs.map(({ failed }) => failed)).toEqual([0, 0])
  }
  expect(await fixture.broken()).toEqual([])

  const [loose] = await fixture.rows<{ many: number; wrong: number }>(
    `select count(*) filter (where l.settlement_id is null)::int as many, count(*) filter (where s.value_on is distinct from l.value_on)::int as wrong
     from settlement_lines l left join settlements s on (s.merchant_id, s.mode, s.id) = (l.merchant_id, l.mode, l.settlement_id)`,
  )
  expect(loose).toEqual({ many: 0, wrong: 0 })
  for (const { id, weekly, lines } of shops) {
    const settled = await fixture.rows(madeSettlements, [id, 'live', '2025-01-01'])
    expect(foretold.get(id)).toEqual(settled)
    const expected = new Map<string, { net: number; many: number }>()
    for (const { at, grossCents, feeCents = 0 } of lines) {
      const valueOn = valueOf(new Date(at), weekly)
      const known = expected.get(valueOn) ?? { net: 0, many: 0 }
      expected.set(valueOn, { net: known.net + grossCents - feeCents, many: known.many + 1 })
    }
    const stored = await fixture.rows<{ value_on: string; net: number; many: number; books: number }>(
      `select s.value_on::text, sum(l.net_cents)::int as net, count(*)::int as many,
         (select -sum(b.amount_cents)::int from ledger_journals j join ledger_lines b on b.journal_id = j.id and b.account = 'merchant_payable'
            where j.merchant_id = s.merchant_id and j.operation_id = any(array_agg(l.operation_id))) as books
       from settlements s join settlement_lines l on (l.merchant_id, l.mode, l.settlement_id) = (s.merchant_id, s.mode, s.id)
       -- Lines of chance have no VAT; what that lacks may look like a rounding.
       where s.merchant_id = $1 and l.kind <> 'vat_rounding' group by s.merchant_id, s.id, s.value_on order by 1`,
      [id],
    )
    expect(Object.fromEntries(stored.map(({ value_on, net, many }) => [value_on, { net, many }]))).toEqual(
      Object.fromEntries([...expected].toSorted()),
    )
    // Each settlement's lines equal their journals.
    expect(stored.filter(({ net, books }) => net !== books)).toEqual([])
  }
  const [{ many = 0 } = {}] = await fixture.rows<{ many: number }>('select count(*)::int as many from settlements')
  expect(many).toBeGreaterThan(testRuns(2_000))
})

// Seeding the demo costs more than the rest of this file; by day the forecast of such lines equals their settlement in forecast.slow.test.ts, and the journeys read the demo's.
byNight(
  'demo data is settled already: a run at its own time changes nothing, one a month later settles the rest as the forecast said',
  async () => {
    const place = await demoDatabase()
    const database = openDatabase({ url: place.appUrl, connections: 6 })
    const all = () =>
      withClient(place.ownerUrl, async (client) => {
        const hashes: Record<string, unknown> = {}
        for (const table of ['settlements', 'settlement_lines', 'payouts', 'payout_queue', 'operations', 'ledger_lines'])
          hashes[table] = (
            await client.query(`select count(*), md5(string_agg(t::text, '' order by t::text)) as hash from ${table} t`)
          ).rows[0]
        return hashes
      })
    try {
      const before = await all()
      expect(await settle({ database, now: () => seededAt, log: () => {} })).toEqual({ settlements: 0, lines: 0, failed: 0 })
      expect(await all()).toEqual(before)
      // The run below releases no refund on hold.
      const rows = await withClient(place.ownerUrl, async (client) => {
        await client.query(`delete from deadlines where kind = 'refund_release'`)
        return (await client.query<{ id: string; mode: Mode }>('select merchant_id as id, mode from settlement_runs order by 1, 2')).rows
      })
      const foretold: unknown[] = []
      for (const { id, mode } of rows) foretold.push(await forecastOf(database, id, mode, seededAt, '2026-04-30'))
      const run = await settle({ database, now: () => new Date('2026-04-30T16:20:00Z'), log: () => {} })
      const settled: unknown[][] = []
      await withClient(place.ownerUrl, async (client) => {
        for (const { id, mode } of rows) settled.push((await client.query(madeSettlements, [id, mode, '2026-03-31'])).rows)
      })
      expect(foretold).toEqual(settled)
      expect(settled.filter((some) => some.length > 0).length).toBeGreaterThan(5)
      expect([run.failed, run.lines > 0]).toEqual([0, true])
      const left = await withClient(
        place.ownerUrl,
        async (client) => (await client.query('select from settlement_lines where settlement_id is null')).rowCount,
      )
      expect(left).toBe(0)
    } finally {
      await database.close()
      await place.drop()
    }
  },
)
