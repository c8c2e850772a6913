import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, localDate } from '#domain/platform/dates'
import { DEBT_CLAIM_DAYS } from '#domain/money/debt'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { oldDebts } from './readShop.ts'
import { readDebt } from '../ledger/readDebt.ts'
import { settle } from './settle.ts'
import { startSettlementFixture, type SettlementFixture, type TestLine } from '../../testing/settlements/settlementFixture.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

const sale = (day: string, grossCents: number): TestLine => ({ at: `2026-${day}T10:00:00Z`, grossCents })
const refund = (day: string, grossCents: number): TestLine => ({ ...sale(day, -grossCents), kind: 'refund' })
const debtOf = (merchantId: string, mode: Mode = 'live') => {
  const scope = mintScope(merchantId, mode)
  return fixture.services.database.read(scope, (db) => readDebt(db, scope))
}

it('a debt starts with the first settlement that leaves one, ends when one leaves none, and can start again', async () => {
  const [owing, repaid, again, test] = [await fixture.shop(), await fixture.shop(), await fixture.shop(), await fixture.shop()]
  // Each settlement but the first repays a part, and the debt continues.
  await fixture.lines(owing, [refund('10-05', 10_000), sale('10-12', 2_000), sale('10-19', 3_000)])
  await fixture.lines(repaid, [refund('10-05', 10_000), sale('10-12', 10_000)])
  await fixture.lines(again, [refund('09-01', 500), sale('09-08', 5_000), refund('10-20', 700)])
  await fixture.lines(test, [refund('10-05', 10_000)], 'sandbox')
  await settle(fixture.services)
  expect(await debtOf(owing)).toEqual({ amountCents: 5_000, since: '2026-10-06' })
  expect(await debtOf(repaid)).toBeNull()
  expect(await debtOf(again)).toEqual({ amountCents: 700, since: '2026-10-21' })
  expect([await debtOf(test), (await debtOf(test, 'sandbox'))?.amountCents]).toEqual([null, 10_000])

  // Claimed from the thirtieth day, oldest first, and never in test mode.
  const first = addDays(localDate('2026-10-06'), DEBT_CLAIM_DAYS)
  const claimedOn = async (day: string) => (await oldDebts(fixture.services.database, localDate(day))).map(({ merchantId }) => merchantId)
  expect(await claimedOn(addDays(first, -1))).toEqual([])
  expect(await claimedOn(first)).toEqual([owing])
  expect(await claimedOn('2026-12-31')).toEqual([owing, again])
  expect(await fixture.broken()).toEqual([])
})
