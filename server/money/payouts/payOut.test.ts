import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import type { WebhookType } from '#domain/merchants/webhook'
import { cents } from '#domain/platform/money'
import { toCamel } from '../../platform/calls/wire.ts'
import { startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'
import { refusalReason } from '../../testing/refusalReason.ts'
import { sepaText } from '../payments/sepa.ts'
import { settle } from '../settlements/settle.ts'
import { payAgain } from './payAgain.ts'
import { painFile, payOut } from './payOut.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

type Standing = { status: string; state: string; reference: string; paid: string | null; attempts: number }
const standing = (merchantId: string) =>
  fixture.rows<Standing>(
    `select s.status, p.state, p.reference, s.paid_at::text as paid, p.attempts from settlements s join payouts p on p.settlement_id = s.id where s.merchant_id = $1 order by s.value_on`,
    [merchantId],
  )

it('a payout is booked at seven in the morning of its value date, once', async () => {
  fixture.setNow('2026-11-18T00:30:00Z')
  const shop = await fixture.shop()
  await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: 54_603 }])
  await settle(fixture.services)
  await payOut(fixture.services)
  expect(await standing(shop)).toMatchObject([{ status: 'closed', state: 'sent', paid: null, attempts: 1 }])
  fixture.setNow('2026-11-18T06:30:00Z')
  for (let round = 0; round < 3; round += 1) await payOut(fixture.services)
  const [paid] = await standing(shop)
  expect(paid).toMatchObject({ status: 'paid', state: 'confirmed', paid: '2026-11-18 06:00:00+00', attempts: 1 })
  expect(fixture.bank.entries()).toEqual([
    { endToEndId: paid?.reference, amountCents: 54_603, iban: 'ES7921000813610123456789', executeOn: '2026-11-18', received: 1 },
  ])
  expect(await fixture.broken()).toEqual([])
})

it('a returned payment is owed again, and sent again under a new id to the current account', async () => {
  const shop = await fixture.shop({ iban: 'ES3299900001300000000001' })
  await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: 12_345 }])
  await fixture.rows(
    `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'live', gen_random_uuid(), 'https://tienda.example/', '{settlement.paid,settlement.returned}', '', now())`,
    [shop],
  )
  fixture.setNow('2026-11-18T08:00:00Z')
  await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
  await settle(fixture.services)
  await payOut(fixture.services)
  expect(await standing(shop)).toMatchObject([{ status: 'paid', state: 'confirmed' }])
  // The shop had recorded it as collected.
  await fixture.rows(
    `with u as (insert into users (id, email, first_name, last_name) values (gen_random_uuid(), 'eva@tienda.test', 'Eva', 'Mora') returning id)
     update settlements set collected_on = '2026-11-18', collected_by = u.id from u where merchant_id = $1`,
    [shop],
  )
  fixture.setNow('2026-11-19T12:00:00Z')
  await payOut(fixture.services)
  expect(await fixture.rows('select collected_on, collected_by from settlements where merchant_id = $1', [shop])).toEqual([
    { collected_on: null, collected_by: null },
  ])
  expect(await standing(shop)).toMatchObject([{ status: 'returned', state: 'returned', paid: null }])
  expect(await fixture.rows('select return_code from payouts where merchant_id = $1', [shop])).toEqual([{ return_code: 'AC04' }])
  const waiting = () => fixture.rows('select kind, code from provider_tasks where merchant_id = $1', [shop])
  expect(await waiting()).toEqual([{ kind: 'payout_returned', code: 'AC04' }])
  expect(await fixture.broken()).toEqual([])

  const events = await fixture.rows<{ type: WebhookType; happened_at: Date; data: Record<string, unknown> }>(
    `select d.type, d.happened_at, d.data from outbox q join webhook_deliveries d on q.kind = 'webhook' and q.subject = d.id::text order by q.number`,
  )
  const about = { amount: 12_345, value_on: '2026-11-18', reference: expect.any(String), settlement_id: expect.any(String) }
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['settlement.paid', { ...about, return_code: null }],
    ['settlement.returned', { ...about, return_code: 'AC04' }],
  ])
  for (const { type, happened_at: at, data } of events)
    expect(webhookMessage(type).safeParse(toCamel({ type, timestamp: at.toISOString(), data })).success).toBe(true)

  const [before] = await standing(shop)
  const again = (reference = '') => refusalReason(fixture.services, (db, by) => payAgain(db, { merchantId: shop, reference }, by))
  await fixture.rows(`update bank_accounts set iban = 'ES7921000813610123456789' where iban like 'ES32%'`)
  // Not during the cooling-off period of a change requested from a new device.
  await fixture.rows(
    `insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, created_at, state, new_device, confirmed_at)
     select gen_random_uuid(), account_id, id, 'ES9121000418450200051332', 'Tienda', '2026-11-19T10:00:00Z', 'cooling', true, '2026-11-19T10:00:00Z' from merchants where id = $1`,
    [shop],
  )
  await expect(again(before?.reference)).resolves.toBe('shopPaused')
  await fixture.rows(`update bank_accounts set state = 'cancelled' where merchant_id = $1 and state = 'cooling'`, [shop])
  await expect(again(before?.reference)).resolves.toBeNull()
  expect(await waiting()).toEqual([])
  await expect(again(before?.reference)).resolves.toBe('standing')
  await expect(again('LIQ-2026-999999')).resolves.toBe('standing')
  const tried = await fixture.rows(
    `select outcome, entity from audit_entries where merchant_id = $1 and call = 'operator.pay-again' and role = 'operator' order by seq`,
    [shop],
  )
  expect(tried).toEqual(['refused', 'done', 'refused'].map((outcome) => ({ outcome, entity: 'settlement' })))
  await payOut(fixture.services)
  expect(await standing(shop)).toMatchObject([{ status: 'paid', state: 'confirmed', reference: `${before?.reference}-2` }])
  expect(
    fixture.bank
      .entries()
      .filter(({ endToEndId }) => endToEndId.startsWith(before?.reference ?? '?'))
      .map(({ amountCents, iban, executeOn }) => [amountCents, iban, executeOn]),
  ).toEqual([
    [12_345, 'ES3299900001300000000001', '2026-11-18'],
    [12_345, 'ES7921000813610123456789', '2026-11-19'],
  ])
  expect(await fixture.broken()).toEqual([])
})

it('a delayed file requests execution on the day it is sent in Madrid, or the next TARGET day, never a past one', async () => {
  const shop = await fixture.shop()
  await fixture.lines(shop, [{ at: '2026-11-19T10:00:00Z', grossCents: 4_321 }])
  fixture.setNow('2026-11-20T08:00:00Z')
  await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
  await settle(fixture.services)
  // Saturday in Madrid, still Friday in UTC.
  fixture.setNow('2026-11-20T23:30:00Z')
  await payOut(fixture.services)
  const [sent] = await standing(shop)
  expect(sent?.state).toBe('sent')
  expect(fixture.bank.entries().find(({ endToEndId }) => endToEndId === sent?.reference)?.executeOn).toBe('2026-11-23')
})

it('a file of transfers has the character set and sums that banks require', () => {
  const transfer = (endToEndId: string, amount: number, executeOn: string) => ({
    endToEndId,
    amountCents: cents(amount),
    iban: 'ES7921000813610123456789',
    holderName: 'Peña & Hijos «S.L.» <x>',
    executeOn,
  })
  const xml = painFile({
    messageId: 'T1',
    createdAt: new Date('2026-11-18T01:00:00Z'),
    payer: { name: 'Crédito', iban: 'ES9121000418450200051332' },
    transfers: [
      transfer('LIQ-2026-100002', 7, '2026-11-19'),
      transfer('LIQ-2026-100001', 123_456, '2026-11-18'),
      transfer('LIQ-2026-100003', 1_000, '2026-11-18'),
    ],
  })
  expect(xml).toContain(
    '<GrpHdr><MsgId>T1</MsgId><CreDtTm>2026-11-18T01:00:00.000Z</CreDtTm><NbOfTxs>3</NbOfTxs><CtrlSum>1244.63</CtrlSum>',
  )
  expect([...xml.matchAll(/<PmtInfId>(.*?)<.*?<NbOfTxs>(\d+)<.*?<CtrlSum>([\d.]+)<.*?<Dt>(.*?)</gs)].map(([, ...of]) => of)).toEqual([
    ['T1-1', '2', '1244.56', '2026-11-18'],
    ['T1-2', '1', '0.07', '2026-11-19'],
  ])
  expect(xml).toContain('<InstdAmt Ccy="EUR">0.07</InstdAmt></Amt><Cdtr><Nm>Pena + Hijos .S.L.. .x.</Nm></Cdtr>')
  expect(sepaText('Ł'.repeat(100))).toHaveLength(70)
})

it('a payout is not made under a reference that the bank knows from another shop', async () => {
  const shops = [await fixture.shop(), await fixture.shop()]
  for (const shop of shops) {
    fixture.setNow('2026-11-18T00:30:00Z')
    await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: 10_000 }])
    // As after a restore to a time before the numbers were given.
    await fixture.rows(`select setval('settlement_numbers', 900, false)`)
    await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
    const run = await settle(fixture.services)
    expect([run.failed, (await standing(shop)).length]).toEqual(shop === shops[0] ? [0, 1] : [1, 0])
  }
  // The next number is free.
  expect((await settle(fixture.services)).failed).toBe(0)
  expect(await standing(shops[1] ?? '')).toMatchObject([{ state: 'queued', reference: expect.stringMatching(/-000901$/) }])
  expect(await fixture.broken()).toEqual([])
})
