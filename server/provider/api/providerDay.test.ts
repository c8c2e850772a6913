import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerDay } from '../../../client/example/providerDay.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { settle } from '../../money/settlements/settle.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { addProviderKey } from '../../testing/provider/testProviderKey.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { assertBooks } from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'

// The example of a provider's day, against the server: real HTTP in both directions.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T09:00:00Z') })
  server.services.payments.cards = testCards().cards
  server.stopClock()
})
afterAll(() => server.close())

it('goes from a new merchant to a paid settlement and a refund by the API alone', async () => {
  const { token, keyId } = await addProviderKey(server)
  const day = await providerDay({
    baseUrl: server.url,
    providerKey: token,
    pay: (url) => payAs(server, url),
    async nextMorning() {
      server.moveClock(24 * 3_600_000)
      await server.runClock()
      await settle(server.services)
    },
    now: () => server.services.now(),
  })
  expect(day.account).toMatchObject({ external_id: 'CRM-4711', application: 'in_progress', papers_elsewhere: true })
  expect(day.operation).toMatchObject({ category: 'accepted', captured: 60_000, refunded: 0 })
  expect(day.settlement).toMatchObject({ status: 'closed', net_amount: day.payout.amount })
  expect(day.payout).toMatchObject({ state: 'confirmed', iban: 'ES9121000418450200051332' })
  expect(day.refunded).toMatchObject({ refunded: 20_000 })
  expect(day.compensated).toMatchObject({ status: 'compensated', refunds: -20_000 })
  // The bank that is asked meanwhile pays nothing twice.
  await payOut(server.services)
  const journals = await server.ownerSql<{ n: number }>("select count(*)::integer as n from ledger_journals where kind = 'payout'")
  expect(journals).toEqual([{ n: 1 }])
  expect(day.ledger.map(({ kind }) => kind).toSorted()).toContain('payout')
  for (const { lines } of day.ledger) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  await assertBooks(server.database.ownerUrl)
  const acts = await server.ownerSql<{ call: string }>('select distinct call from audit_entries where key_id = $1 order by 1', [keyId])
  expect(acts.map(({ call }) => call)).toEqual([
    'operator.approve-merchant',
    'operator.invite-owner',
    'providerAccountCreate',
    'providerMerchantApprove',
    'providerMerchantCreate',
    'providerMerchantKeyIssue',
    'providerPayoutExecuted',
    'providerPayoutList',
  ])
})
