import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerDay } from '../../../client/example/providerDay.ts'
import { payCredits } from '../../money/credits/payCredits.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { settle } from '../../money/settlements/settle.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { addProviderKey, callProvider } from '../../testing/provider/testProviderKey.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { assertBooks } from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'

// The example of a provider's day, against the server of an empty installation: real HTTP in both directions.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ fixture: false, now: new Date('2026-11-18T09:00:00Z'), refundHoldSeconds: 0 })
  server.services.payments.cards = testCards().cards
  server.stopClock()
})
afterAll(() => server.close())

it('goes from an empty installation to a paid settlement, a refund and what its customer is owed, by the API alone', async () => {
  const key = await addProviderKey(server)
  const day = await providerDay({
    baseUrl: server.url,
    providerKey: key.token,
    pay: (url) => payAs(server, url, 'pay_in_4'),
    async nextMorning() {
      server.moveClock(24 * 3_600_000)
      await server.runClock()
      await settle(server.services)
      await payCredits(server.services)
    },
    now: () => server.services.now(),
  })
  expect(day.account).toMatchObject({ external_id: 'CRM-4711', application: 'in_progress', papers_elsewhere: true })
  expect(day.operation).toMatchObject({ category: 'accepted', captured: 60_000, refunded: 0 })
  expect(day.settlement).toMatchObject({ status: 'closed', net_amount: day.payout.amount })
  expect(day.payout).toMatchObject({ state: 'confirmed', iban: 'ES9121000418450200051332' })
  expect(day.refunded).toMatchObject({ refunded: 20_000 })
  expect(day.compensated).toMatchObject({ status: 'compensated', refunds: -20_000 })
  // The first of four payments, by the card that made it.
  expect(day.credit).toMatchObject({ amount: 15_000, state: 'paid', payments: [{ kind: 'card', amount: 15_000, state: 'succeeded' }] })
  const { reference } = day.payout
  const marked = { params: { reference }, body: { at: server.services.now().toISOString() } }
  const again = await callProvider(server, key, 'providerPayoutExecuted', marked)
  expect([again.status, again.error.type]).toEqual([409, 'ProviderActionNotAllowed'])
  const early = { params: { reference }, body: { at: '2030-01-01T00:00:00Z', code: 'AC04' } }
  expect((await callProvider(server, key, 'providerPayoutReturned', early)).error.fields).toHaveProperty('at')
  // The bank that is asked meanwhile pays nothing twice.
  await payOut(server.services)
  const journals = await server.ownerSql<{ n: number }>("select count(*)::integer as n from ledger_journals where kind = 'payout'")
  expect(journals).toEqual([{ n: 1 }])
  expect(day.ledger.map(({ kind }) => kind).toSorted()).toContain('payout')
  for (const { lines } of day.ledger) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  await assertBooks(server.database.ownerUrl)
  const returned = { ...marked, body: { ...marked.body, code: 'AC04' } }
  const back = await callProvider(server, key, 'providerPayoutReturned', returned)
  expect(back.body).toMatchObject({ state: 'returned', returnCode: 'AC04' })
  expect((await callProvider(server, key, 'providerPayoutReturned', returned)).status).toBe(409)
  expect(await server.ownerSql('select kind, code from provider_tasks')).toEqual([{ kind: 'payout_returned', code: 'AC04' }])
  await assertBooks(server.database.ownerUrl)
  const acts = await server.ownerSql<{ call: string }>('select distinct call from audit_entries where key_id = $1 order by 1', [key.keyId])
  expect(acts.map(({ call }) => call)).toEqual([
    'operator.approve-merchant',
    'operator.invite-owner',
    'providerAccountCreate',
    'providerMerchantApprove',
    'providerMerchantCreate',
    'providerMerchantKeyIssue',
    'providerPayoutExecuted',
    'providerPayoutList',
    'providerPayoutReturned',
  ])
})
