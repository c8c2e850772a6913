import { afterAll, beforeAll, expect, it } from 'vitest'
import { payOut } from '../payouts/payOut.ts'
import { settle } from './settle.ts'
import { startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'
import { addUpDays } from '../ledger/ledgerDays.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
  const shop = await fixture.shop({ reserveBps: 1000 })
  await fixture.lines(shop, [
    { at: '2026-06-15T10:00:00Z', grossCents: 100_000, feeCents: 2_500 },
    { at: '2026-06-16T10:00:00Z', grossCents: -150_000, kind: 'refund' },
    { at: '2026-06-17T10:00:00Z', grossCents: 20_000 },
    { at: '2026-11-17T10:00:00Z', grossCents: 90_000 },
    { at: '2026-11-22T10:00:00Z', grossCents: 1_000 },
  ])
  fixture.setNow('2026-11-20T12:00:00Z')
  await settle(fixture.services)
  await payOut(fixture.services)
})
afterAll(() => fixture.close())

it('reports nothing for correct settlements', async () => {
  expect(await fixture.broken()).toEqual([])
  // Each settlement with lines says their one tax; the one that only releases a reserve has none.
  expect(await fixture.rows('select only_vat_bps as rate, count(*)::int as many from settlements group by 1 order by 1')).toEqual([
    { rate: 2_100, many: 4 },
    { rate: null, many: 1 },
  ])
})

const first = `(select min(value_on) from settlements where net_cents > 0)`
/** Planted defects that lose or invent money. */
const plants: [string, string][] = [
  [
    'a line in two settlements',
    `update settlements set sales_cents = sales_cents + 1, closing_cents = closing_cents + 1 where value_on = ${first}`,
  ],
  ['a line that was left out', `update settlement_lines set settlement_id = null where value_on = ${first}`],
  [
    'a debt that was forgotten',
    `update settlements set opening_cents = opening_cents + 500, closing_cents = closing_cents + 500 where opening_cents < 0`,
  ],
  ['a line of the day after', `update settlement_lines set occurred_at = occurred_at + interval '1 day' where value_on = ${first}`],
  ['a reserve that was released twice', `update settlements set reserve_released_in = null where reserve_released_in is not null`],
  ['a settlement of one tax whose lines bear another', `update settlements set only_vat_bps = 700 where value_on = ${first}`],
  ['a payout of one cent more', `update payouts set amount_cents = amount_cents + 1 where value_on = ${first}`],
  ['a payout nobody was told of', `update settlements set status = 'closed', paid_at = null where value_on = ${first}`],
  [
    'a payout booked twice',
    `with again as (insert into ledger_journals (merchant_id, mode, id, kind, at) select merchant_id, mode, gen_random_uuid(), kind, at from ledger_journals where kind = 'payout' limit 1 returning *)
     insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents) select merchant_id, mode, id, account, amount from again, (values ('merchant_payable', 100), ('cash', -100)) a (account, amount)`,
  ],
]
/** Planted defects in what the provider lists and sums up over all merchants, each found by its own rule. */
const listed: [string, string][] = [
  ['the provider lists each settlement', `update listed_settlements set closing_cents = closing_cents + 1 where value_on = ${first}`],
  ['the provider lists each settlement', `update listed_settlements set payout_state = 'sent' where value_on = ${first}`],
  [
    'the days of the ledger',
    `update ledger_day_entries set amount_cents = amount_cents + 1 where id = (select min(id) from ledger_day_entries)`,
  ],
  ['the days of the ledger', `delete from ledger_day_entries where account = 'cash'`],
]

/** The rules that a planted defect breaks. */
async function brokenBy(plant: string): Promise<string[]> {
  await fixture.rows('begin')
  try {
    await fixture.rows(plant)
    return await fixture.broken()
  } finally {
    await fixture.rows('rollback')
  }
}

it.each(plants)('reports %s', async (_, plant) => {
  // Lists and sums over all merchants find some of them too.
  const broken = (await brokenBy(plant)).filter((rule) => listed.every(([start]) => !rule.startsWith(start)))
  expect(broken.length).toBeGreaterThan(0)
})

it.each(listed)('“%s” finds: %s', async (rule, plant) => {
  expect(await brokenBy(plant)).toEqual([expect.stringMatching(new RegExp(`^${rule}`))])
})

it('finds nothing once they are undone, nor after the days are added up', async () => {
  expect(await addUpDays(fixture.services)).toBeGreaterThan(0)
  expect([await fixture.broken(), await fixture.rows('select from ledger_day_entries')]).toEqual([[], []])
})
