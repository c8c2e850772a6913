import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readLayout } from '../../platform/emails/layout.ts'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { payOut } from '../payouts/payOut.ts'
import { settle } from './settle.ts'
import { type OutboxTestServices, sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { killedAt, startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'

let fixture: SettlementFixture
const closedAccount = 'ES3299900001300000000001'
let letters: OutgoingEmail[] = []
/** How many times sending fails before it succeeds. */
let failures = 0
const writing = (): OutboxTestServices => ({
  ...fixture.services,
  config: {
    publicUrl: 'https://panel.test',
    brand: { name: 'Ñandú', supportEmail: 'ayuda@nandu.test', colours: {} },
    mailLayout: readLayout(null),
  },
  mail: async (letter) => {
    failures -= 1
    if (failures >= 0) throw new Error('no line')
    letters.push(letter)
  },
})

beforeAll(async () => {
  fixture = await startSettlementFixture()
  const { rows } = fixture
  for (const [name, role, disabled] of [
    ['rosa', 'owner', false],
    ['blas', 'owner', false],
    ['gone', 'owner', true],
    ['eva', 'editor', false],
  ])
    await rows(
      `with person as (insert into users (id, email, first_name, last_name) values ($1, $2 || '@tienda.test', initcap($2), 'Mora'))
       insert into memberships (account_id, user_id, role, joined_at, disabled_at) select id, $1::uuid, $3, now(), case when $4 then now() end from accounts`,
      [randomUUID(), name, role, disabled],
    )
})
afterAll(() => fixture.close())
beforeEach(() => {
  letters = []
  failures = 0
})

type Notice = { type: string; level: string; values: { key: string; value: string }[]; url: string; roles: string[] }
const noticesOf = async (merchantId: string) =>
  (
    await fixture.rows<Notice>(
      `select type, level, values, action_url as url, roles from notifications where merchant_id = $1 order by created_at, id`,
      [merchantId],
    )
  ).map(({ values, ...notice }) => ({ ...notice, ...Object.fromEntries(values.map(({ key, value }) => [key, value])) }))

it('a payment is notified once when the bank has booked it', async () => {
  fixture.setNow('2026-11-18T00:30:00Z')
  const shop = await fixture.shop()
  await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: 154_603 }])
  await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: -9_000, kind: 'refund' }], 'sandbox')
  await settle(fixture.services)
  await payOut(fixture.services)
  expect(await noticesOf(shop)).toEqual([])
  fixture.setNow('2026-11-18T06:30:00Z')
  for (let round = 0; round < 3; round += 1) await Promise.all([payOut(fixture.services), payOut(fixture.services)])
  // A day later the bank is queried for a return.
  fixture.setNow('2026-11-19T06:45:00Z')
  await payOut(fixture.services)
  const [{ id, reference } = { id: '', reference: '' }] = await fixture.rows<{ id: string; reference: string }>(
    `select id, reference from settlements where merchant_id = $1 and mode = 'live'`,
    [shop],
  )
  expect(await noticesOf(shop)).toEqual([
    {
      type: 'settlement_paid',
      level: 'success',
      url: `/merchants/${shop.replaceAll('-', '')}/settlements/${id.replaceAll('-', '')}`,
      roles: ['owner', 'admin', 'editor'],
      reference,
      amount: '1.546,03\u00a0€',
      date: '18.11.2026',
    },
  ])
})

it('a negative balance is notified with each settlement that carries it, with a crash at any step', async () => {
  fixture.setNow('2026-11-19T08:00:00Z')
  for (let step = 0, ended = false; !ended; step += 1) {
    await fixture.rows(`update settlement_runs set settled_until = '2026-12-31'`)
    const shop = await fixture.shop()
    await fixture.lines(shop, [
      { at: '2026-11-16T10:00:00Z', grossCents: -30_000, kind: 'refund' },
      { at: '2026-11-17T10:00:00Z', grossCents: 12_000 },
      { at: '2026-11-18T10:00:00Z', grossCents: 18_099 },
    ])
    const database = killedAt(fixture.services.database, step)
    await Promise.allSettled([settle({ ...fixture.services, database }), settle(fixture.services)])
    await settle(fixture.services)
    ended = step > 3 && database.steps() < step
    expect(
      (await noticesOf(shop)).map((notice) => [notice.type, 'amount' in notice && notice.amount]).toSorted(),
      `killed at step ${step}`,
    ).toEqual([
      ['settlement_negative', '180,00\u00a0€'],
      ['settlement_negative', '300,00\u00a0€'],
    ])
  }
})

it('a returned payment is notified once, and by e-mail to every current owner, also after failures of the mail server', async () => {
  const shop = await fixture.shop({ iban: closedAccount })
  await fixture.lines(shop, [{ at: '2026-11-17T10:00:00Z', grossCents: 12_345 }])
  fixture.setNow('2026-11-18T08:00:00Z')
  await fixture.rows(`update settlement_runs set settled_until = '-infinity'`)
  await settle(fixture.services)
  await payOut(fixture.services)
  fixture.setNow('2026-11-19T12:00:00Z')
  await Promise.all([payOut(fixture.services), payOut(fixture.services)])
  await payOut(fixture.services)
  const notices = (await noticesOf(shop)).filter(({ type }) => type === 'settlement_returned')
  expect(notices).toMatchObject([{ level: 'error', amount: '123,45\u00a0€' }])

  failures = 1
  const services = writing()
  await Promise.all([sendOutbox(services, 'payout_email'), sendOutbox(services, 'payout_email')])
  expect(letters).toHaveLength(1)
  fixture.setNow('2026-11-19T12:10:00Z')
  await Promise.all([sendOutbox(services, 'payout_email'), sendOutbox(services, 'payout_email')])
  await sendOutbox(services, 'payout_email')
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['blas@tienda.test', 'rosa@tienda.test'])
  const [{ reference } = { reference: '' }] = await fixture.rows<{ reference: string }>(
    'select reference from settlements where merchant_id = $1',
    [shop],
  )
  for (const { subject, text } of letters) {
    expect(subject).toContain(reference)
    expect(text).toContain('123,45')
    expect(text).toContain('terminada en 0001')
    expect(text).not.toContain(closedAccount)
    expect(text).toMatch(/https:\/\/panel\.test\/merchants\/[0-9a-f]{32}\/settlements\/[0-9a-f]{32}\n/)
    expect(text).not.toMatch(/[{}]/)
  }
  expect(await fixture.rows(`select from outbox where kind = 'payout_email' and state <> 'sent'`)).toEqual([])
})
