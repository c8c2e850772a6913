import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { settle } from '../settlements/settle.ts'
import { payOut } from './payOut.ts'

// A returned payment: the reason, and sending it again once.
let server: TestServer
let settlementId: string
const merchantId = hexOf(ids.merchantA1)
const [present, another] = ['ES7921000813610123456789', 'ES9121000418450200051332']
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, $2, 'Comercial Núñez', now())`,
    [ids.accountA, present],
  )
  await server.ownerSql(`update merchants set bank_account_id = (select id from bank_accounts limit 1) where id = $1`, [ids.merchantA1])
  await writeSales(server.database.ownerUrl, [{ at: '2026-11-16T10:00:00Z', totalCents: 60_000 }])
  await settle(server.services)
  await payOut(server.services)
  settlementId = (await list())[0]?.id ?? ''
})
afterAll(() => server.close())
beforeEach(() => returnPayment('AC04'))

/** `sentAt`: when it was last sent; by default the day before. */
async function returnPayment(code: string | null, sentAt = '2026-11-17T08:00:00Z'): Promise<void> {
  await server.ownerSql('delete from payout_queue')
  await server.ownerSql(`update bank_accounts set iban = $1 where state = 'active'`, [present])
  await server.ownerSql(`update payouts set state = 'returned', iban = $1, return_code = $2, sent_at = $3`, [present, code, sentAt])
  await server.ownerSql(`update settlements set status = 'returned', paid_at = null`)
}
const moves = () => server.ownerSql(`update bank_accounts set iban = $1 where state = 'active'`, [another])
const list = async () => (await server.call('settlementList', { params: { merchantId }, as: 'ownerA' })).body.results
const shown = async () => (await list())[0]?.returned
const again = (as: Persona = 'ownerA', mode: 'live' | 'sandbox' = 'live') =>
  server.call('settlementPayAgain', { params: { merchantId, settlementId }, as, mode })
const queued = () =>
  server.ownerSql<{ reference: string; iban: string; state: string }>(
    `select p.reference, p.iban, p.state from payout_queue q join payouts p using (reference)`,
  )
const sentMessages = async () =>
  (
    await server.ownerSql<{ payout_state: string; status: string; changed_in: string }>(
      `select l.payout_state, l.status, c.changed_in::text from listed_settlements l join provider_changes c on c.kind = 'settlement' and c.id = l.id`,
    )
  )[0]
const why = ({ error }: { error: { message: string } }) => error.message

it('shows the reason of the return, and is not sent again to an account that the bank refused', async () => {
  expect(await shown()).toEqual({ why: 'closed', next: 'account', ibanLast4: '6789' })
  const refused = await again()
  expect([refused.status, why(refused)]).toEqual([409, text('errors.PayAgainNotAllowed.account')])
  expect(await queued()).toEqual([])
})

it('is sent once to the current account, under a new suffix, also with concurrent requests', async () => {
  await moves()
  expect(await shown()).toEqual({ why: 'closed', next: 'again', ibanLast4: '1332' })
  const before = await sentMessages()
  const answers = await Promise.all([again(), again()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'closed', ibanLast4: '1332', returned: null })
  expect(answers.filter(({ status }) => status === 409).map(why)).toEqual([text('errors.PayAgainNotAllowed.standing')])
  const [first, ...more] = await queued()
  expect([first?.reference.replace(/^LIQ-\d{4}-\d+/, ''), first?.iban, first?.state, more]).toEqual(['-2', another, 'queued', []])
  expect(await server.ownerSql(`select after from audit_entries where call = 'settlementPayAgain' and outcome = 'done'`)).toEqual([
    { after: { ibanLast4: '1332' } },
  ])
  // The provider's list shows it, and its own systems find it among what changed.
  const after = await sentMessages()
  expect([after?.payout_state, after?.status, after?.changed_in === before?.changed_in]).toEqual(['queued', 'closed', false])
})

it('is sent to the same account if the reason is temporary', async () => {
  await returnPayment('MS03')
  expect(await shown()).toEqual({ why: 'passing', next: 'again', ibanLast4: '6789' })
  expect((await again()).status).toBe(200)
})

it('is sent only by the provider if it was recalled or the reason is unknown, whatever the current account', async () => {
  for (const code of ['FOCR', 'DUPL', 'FRAD', 'TECH', 'CUST', 'RR04', 'MD07', 'MS02', null]) {
    await returnPayment(code)
    expect(await shown(), `${code}`).toEqual({ why: 'other', next: 'provider', ibanLast4: '6789' })
    const refused = await again()
    expect([refused.status, why(refused)], `${code}`).toEqual([409, text('errors.PayAgainNotAllowed.provider')])
  }
  expect(await queued()).toEqual([])
  await moves()
  expect((await again()).status).toBe(409)
  expect(await queued()).toEqual([])
})

it('is sent to the same account once a day in Madrid; to another one at once', async () => {
  // A quarter past midnight in Madrid of the current day.
  await returnPayment('MS03', '2026-11-17T23:15:00Z')
  const refused = await again()
  expect([refused.status, why(refused), await queued()]).toEqual([409, text('errors.PayAgainNotAllowed.today'), []])
  await moves()
  expect((await again()).status).toBe(200)
  await returnPayment('MS03', '2026-11-17T22:45:00Z')
  expect((await again()).status).toBe(200)
})

it('waits while payments are paused', async () => {
  await moves()
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, created_at, state, new_device, confirmed_at)
     values (gen_random_uuid(), $1, $2, 'ES3299900001300000000001', 'Tienda', now(), 'cooling', true, now())`,
    [ids.accountA, ids.merchantA1],
  )
  const refused = await again()
  await server.ownerSql(`update bank_accounts set state = 'cancelled' where state = 'cooling'`)
  expect([why(refused), await queued()]).toEqual([text('errors.PayAgainNotAllowed.paused'), []])
})

it('is allowed to owners only, for returned live payments', async () => {
  await moves()
  for (const persona of ['adminA', 'editorA', 'guestA', 'ownerB'] as const) expect((await again(persona)).status, persona).not.toBe(200)
  expect((await again('ownerA', 'sandbox')).status).toBe(404)
  await server.ownerSql(`update settlements set status = 'paid'`)
  expect(why(await again())).toBe(text('errors.PayAgainNotAllowed.standing'))
  expect(await queued()).toEqual([])
})
