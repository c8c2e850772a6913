import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import type { Database } from '../../platform/database/database.ts'
import { startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'
import { type BankTrouble, simulatedBank } from '../payments/simulatedBank.ts'
import { settle } from '../settlements/settle.ts'
import { payOut } from './payOut.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture(12)
})
afterAll(() => fixture.close())

it('each payout is paid once with an unreliable bank and a database that loses writes', async () => {
  fixture.setNow('2026-01-02T08:00:00Z')
  const shops: string[] = []
  for (let nth = 0; nth < testRuns(50, 4); nth += 1) shops.push(await fixture.shop())
  const days = 20
  let seed = 20_261_122
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  for (const [nth, shop] of shops.entries())
    await fixture.lines(
      shop,
      Array.from({ length: days }, (_, day) => ({
        at: new Date(Date.UTC(2026, 0, 5 + day + 2 * Math.floor(day / 5), 10)),
        grossCents: 5_000 + nth * 100 + day,
      })),
    )
  const lies = new Map<BankTrouble, number>()
  const troubles: BankTrouble[] = ['none', 'lost', 'late', 'twice']
  const bank = simulatedBank(() => {
    const trouble = troubles[Math.floor(chance() * troubles.length)] ?? 'none'
    lies.set(trouble, (lies.get(trouble) ?? 0) + 1)
    return trouble
  })
  let lost = 0
  const services = { ...fixture.services, payments: { transfers: bank }, database: losing(fixture.services.database, () => lost, chance) }
  await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
  const openPayouts = async () =>
    (await fixture.rows<{ many: number }>(`select count(*)::int as many from payouts where state <> 'confirmed'`))[0]?.many ?? 0
  // One file a day, each with its own failures; then until all is booked, on a Monday, because TARGET is closed on weekends.
  const lastDay = 85
  for (let round = 0; round < 400; round += 1) {
    fixture.setNow(new Date(Date.UTC(2026, 0, 6, 8) + Math.min(round, lastDay) * 0.4 * 86_400_000 + round * 61_000))
    lost = 0
    await settle(fixture.services)
    // Marking a whole file as sent must sometimes succeed.
    lost = round % 2 === 0 ? 0.002 : 0.05
    await Promise.allSettled([payOut(services), payOut(services)])
    if (round > lastDay && (await openPayouts()) === 0) break
  }
  const payouts = await fixture.rows<{ reference: string; amount: number }>(
    `select reference, amount_cents::int as amount from payouts where merchant_id = any($1)`,
    [shops],
  )
  const atBank = new Map(bank.entries().map((entry) => [entry.endToEndId, entry.amountCents]))
  const report = {
    match: payouts.filter(({ reference, amount }) => atBank.get(reference) === amount).length,
    missing: payouts.filter(({ reference }) => !atBank.has(reference)).length,
    duplicate: bank.entries().length - payouts.length,
  }
  expect(report).toEqual({ match: days * shops.length, missing: 0, duplicate: 0 })
  for (const trouble of troubles) expect(lies.get(trouble), trouble).toBeGreaterThan(10)
  const [books] = await fixture.rows(
    `select count(*)::int as many, sum(l.amount_cents)::int as paid from ledger_journals j join ledger_lines l on l.journal_id = j.id and l.account = 'merchant_payable'
     where j.kind = 'payout' and j.merchant_id = any($1)`,
    [shops],
  )
  expect(books).toEqual({ many: days * shops.length, paid: payouts.reduce((all, { amount }) => all + amount, 0) })
  expect(await fixture.broken()).toEqual([])
})

/** A share of all writes is rolled back after their work; as many are committed without an acknowledgement. */
function losing(database: Database, share: () => number, chance: () => number): Database {
  return {
    ...database,
    write: async (scope, work) => {
      const fate = chance()
      const result = await database.write(scope, async (db) => {
        const done = await work(db)
        if (fate < share()) throw new Error('rolled back')
        return done
      })
      if (fate > 1 - share()) throw new Error('not acknowledged')
      return result
    },
  }
}
