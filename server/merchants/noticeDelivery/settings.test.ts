import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isMailed } from '#domain/merchants/notices'
import { cents, formatEuros } from '#domain/platform/money'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { notify } from '../notices/notify.ts'
import { queueDigests } from './digest.ts'
import { queueWeeklyEmails } from './weeklyEmail.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'

// Nine in the morning in Madrid: the digest is due.
const morning = new Date('2026-11-23T08:00:00Z')
let server: TestServer
let emails: OutgoingEmail[] = []
beforeAll(async () => {
  server = await startTestServer({ now: morning })
})
afterAll(() => server.close())
beforeEach(async () => {
  emails = []
  await server.ownerSql('truncate notification_choices, notification_settings, outbox')
  await server.ownerSql(`update operations set substatus = 'payment_completed', status_reason = null`)
})

const services = (now = morning, mail = async (message: OutgoingEmail) => void emails.push(message)) => ({
  ...server.services,
  now: () => now,
  mail,
})
const change = (as: Persona, body: object) => server.call('noticeSettingsUpdate', { as, body })
const shown = (type: string, { mode = 'live' as Mode, merchantId = ids.merchantA1 as string } = {}) =>
  server.services.database.write(mintScope(merchantId, mode), async (db) =>
    notify(db, {
      about: { merchantId },
      type,
      level: 'info',
      values: [
        { key: 'reference', value: 'LIQ-1' },
        { key: 'amount', value: '12,00 €' },
        { key: 'report', value: 'Operaciones' },
        { key: 'iban', value: 'ES91' },
      ],
      actionUrl: '/merchants/x/settlements/y',
      roles: ['owner', 'admin', 'editor'],
      now: morning,
    }),
  )
const seen = async (as: Persona) =>
  (await server.call('notificationList', { as })).body.results.filter(({ created }) => created === morning.toISOString())
const waits = (merchantId: string = ids.merchantA1, mode: Mode = 'live') =>
  server.ownerSql(
    `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents, vat_bps,
      reference_tin_bps, first_name, last_name, email, search_text, created_at, confirmed_at, capture_by)
    values ($1, $2, gen_random_uuid(), 'pending_merchant', 'capture_required', 'online', 'pay_later', 'manual', 15900, 1, 0, 0, 290, 30, 2100, 1999, 'Ana', 'Mora', 'a@b.test', 'ana', $3, $3,
      $3::timestamptz + interval '3 hours')`,
    [merchantId, mode, morning],
  )

it('the panel shows everything by default, and afterwards what each person chose', async () => {
  const first = (await server.call('noticeSettingsView', { as: 'editorA' })).body
  expect([
    first.digest,
    first.quiet,
    first.choices.every(({ type, panel, email }) => panel === (type !== 'link_signed') && email === isMailed(type)),
  ]).toEqual([true, null, true])
  const { body } = await change('editorA', {
    choices: [{ type: 'settlement_paid', panel: false, email: true }],
    quiet: { from: 22, to: 8 },
  })
  expect([body.choices.find(({ type }) => type === 'settlement_paid'), body.quiet, body.digest]).toEqual([
    { type: 'settlement_paid', panel: false, email: true, push: true },
    { from: 22, to: 8 },
    true,
  ])
  expect((await change('editorA', { digest: false, quiet: null })).body).toMatchObject({ digest: false, quiet: null })
  expect((await server.call('noticeSettingsView', { as: 'adminA' })).body).toEqual(first)
})

it.each(['iban_requested', 'key_renewed', 'access_until'])('%s cannot be switched off', async (type) => {
  expect((await change('ownerA', { choices: [{ type, panel: false, email: false }] })).status).toBe(400)
})

it('a switched-off notice is hidden for that person only, and never a security notice, even when stored by hand', async () => {
  await change('editorA', { choices: [{ type: 'settlement_paid', panel: false, email: false }] })
  await shown('settlement_paid')
  await shown('iban_requested')
  expect([(await seen('editorA')).map(({ type }) => type), (await seen('adminA')).map(({ type }) => type).toSorted()]).toEqual([
    ['iban_requested'],
    ['iban_requested', 'settlement_paid'],
  ])
})

it('a notice is mailed once to those who chose it and may enter the shop', async () => {
  for (const as of ['editorA', 'limitedA', 'guestA', 'ownerB'] as const)
    await change(as, { choices: [{ type: 'settlement_paid', panel: true, email: true }] })
  await shown('settlement_paid')
  expect([await sendOutbox(services(), 'notice_email'), await sendOutbox(services(), 'notice_email')]).toEqual([1, 0])
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ['editor@a.test', 'Tienda Gran Vía: Te hemos ingresado la liquidación LIQ-1: 12,00 €.'],
  ])
  expect(emails[0]?.text).toContain('http://127.0.0.1/merchants/x/settlements/y')
})

it('a notice is mailed to everybody who has not switched it off when it answers an application', async () => {
  await change('adminA', { choices: [{ type: 'merchant_approved', panel: true, email: false }] })
  await shown('merchant_approved')
  await sendOutbox(services(), 'notice_email')
  expect(emails.map(({ to }) => to).toSorted()).toEqual(['editor@a.test', 'owner@a.test'])
})

it('an e-mail waits for the end of quiet hours, and is marked as a test', async () => {
  await change('editorA', { choices: [{ type: 'report_failed', panel: true, email: true }], quiet: { from: 8, to: 10 } })
  await shown('report_failed', { mode: 'sandbox' })
  expect(await sendOutbox(services(), 'notice_email')).toBe(0)
  expect(await sendOutbox(services(new Date('2026-11-23T08:59:59Z')), 'notice_email')).toBe(0)
  expect(await sendOutbox(services(new Date('2026-11-23T09:00:00Z')), 'notice_email')).toBe(1)
  expect(emails[0]?.subject).toMatch(/: Prueba: /)
  expect((await seen('editorA')).find(({ type }) => type === 'report_failed')?.sandbox).toBe(true)
})

/** Queues and sends what is due. */
async function sendDigests(ownServices: ReturnType<typeof services>): Promise<number> {
  await queueDigests(ownServices)
  return sendOutbox(ownServices, 'digest_email')
}

it('the daily digest is sent to each person with open items, and to nobody else', async () => {
  await waits()
  await waits()
  await waits(ids.merchantB1, 'sandbox')
  await change('adminA', { digest: false })
  expect([await sendDigests(services()), await sendDigests(services(new Date('2026-11-23T10:30:00Z')))]).toEqual([2, 0])
  expect(emails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    'editor@a.test Hoy: 2 tareas por hacer',
    'owner@a.test Hoy: 2 tareas por hacer',
  ])
  expect(emails[0]?.text).toContain('• 2 capturas caducan hoy (318,00\u00a0€)\n  http://127.0.0.1/merchants/')
  expect(await sendDigests(services(new Date('2026-11-24T06:00:00Z')))).toBe(0)
})

it('the digest is sent once with any number of workers', async () => {
  await waits()
  await Promise.all([sendDigests(services()), sendDigests(services()), sendDigests(services())])
  expect(await sendDigests(services())).toBe(0)
  expect(emails.map(({ to }) => to).toSorted()).toEqual(['admin@a.test', 'editor@a.test', 'owner@a.test'])
})

it('the digest is retried when the mail service fails', async () => {
  await waits()
  const broken = services(morning, () => Promise.reject(new Error('no post')))
  expect(await sendDigests(broken)).toBe(0)
  expect(await sendDigests(services(new Date(morning.getTime() + 121_000)))).toBe(3)
})

it('the digest and notices are of test mode only for sandbox-only members, also for notices queued before', async () => {
  const limit = (on: boolean) => server.ownerSql('update memberships set sandbox_only = $2 where user_id = $1', [personas.limitedA.id, on])
  const merchantId = ids.merchantA2
  const types = ['settlement_paid', 'report_failed', 'iban_requested']
  for (const as of ['limitedA', 'editorA'] as const)
    await change(as, { choices: types.slice(0, 2).map((type) => ({ type, panel: true, email: true })) })
  await shown('settlement_paid', { merchantId })
  await limit(true)
  try {
    await shown('report_failed', { merchantId })
    await shown('report_failed', { merchantId, mode: 'sandbox' })
    const queued = await server.ownerSql(`select from outbox where kind = 'notice_email' and user_id = $1`, [personas.limitedA.id])
    expect(queued).toHaveLength(2)
    await sendOutbox(services(), 'notice_email')
    expect(emails.map(({ to, subject }) => `${to} ${subject.includes('Prueba')}`).toSorted()).toEqual([
      'editor@a.test false',
      'editor@a.test false',
      'editor@a.test true',
      'limited@a.test true',
    ])
    const session = await server.signIn('limitedA')
    const { results } = (await server.call('notificationList', { as: session })).body
    expect(results.map(({ sandbox }) => sandbox)).not.toContain(false)
    const [real] = await server.ownerSql<{ id: string }>(`select id from notifications where merchant_id = $1 and mode = 'live' limit 1`, [
      merchantId,
    ])
    const read = (as: Persona | typeof session) =>
      server.call('notificationRead', { params: { notificationId: real?.id.replaceAll('-', '') ?? '' }, as })
    expect([(await read(session)).status, (await read('editorA')).status]).toEqual([404, 204])
    await waits(merchantId)
    emails = []
    expect(await sendDigests(services())).toBe(3)
    expect(emails.map(({ to }) => to)).not.toContain('limited@a.test')
  } finally {
    await limit(false)
  }
})

/** Two weeks of the shop before the Monday of this morning: sales by day and a payout in each. */
async function twoWeeks(): Promise<void> {
  await server.ownerSql(
    `insert into daily_sales (merchant_id, mode, day, channel, product, campaign_id, slot, sold, sold_cents, captured, captured_cents, refunded, refunded_cents, cancelled, cancelled_cents)
     select $1, 'live', date '2026-11-09' + n, 'online', 'instalments', '00000000-0000-0000-0000-000000000000', 0, 1 + n, 9000 * n, 1 + n, 9000 * n, n % 2, 500 * (n % 2), n % 3, 300 * (n % 3)
     from generate_series(0, 13) n`,
    [ids.merchantA1],
  )
  await server.ownerSql(
    `insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, sales_cents, status, period_from, period_to, cut_off_at, paid_at, created_at)
     select $1, 'live', gen_random_uuid(), 'LIQ-2026-8000' || n, date '2026-11-11' + 7 * n, 70000 + n * 12345, 70000 + n * 12345, 'paid', '2026-11-09', '2026-11-09', '2026-11-10', '2026-11-11', now()
     from generate_series(0, 1) n`,
    [ids.merchantA1],
  )
}
const noWeeks = () => server.ownerSql('truncate daily_sales, settlements cascade')
const weeklies = async (ownServices: ReturnType<typeof services>) => {
  await queueWeeklyEmails(ownServices)
  return sendOutbox(ownServices, 'weekly_email')
}

it('the weekly e-mail is sent once for each shop with figures to those who chose it, on Monday at half past eight', async () => {
  await twoWeeks()
  try {
    expect(await weeklies(services())).toBe(0)
    const first = (await server.call('noticeSettingsView', { as: 'ownerA' })).body
    expect(first.weekly).toBe(false)
    expect((await change('ownerA', { weekly: true })).body).toEqual({ ...first, weekly: true })
    for (const as of ['guestA', 'ownerB', 'editorA'] as const) await change(as, { weekly: true })
    expect((await change('editorA', { weekly: false })).body.weekly).toBe(false)
    for (const early of ['2026-11-22T12:00:00Z', '2026-11-23T07:29:59.999Z', '2026-11-24T08:00:00Z'])
      expect(await queueWeeklyEmails(services(new Date(early)))).toBe(0)
    const atHalfPast = services(new Date('2026-11-23T07:30:00Z'))
    await Promise.all([weeklies(atHalfPast), weeklies(atHalfPast), weeklies(atHalfPast)])
    expect(await weeklies(services())).toBe(0)
    // The guest sees no figures; the owner's other shop and the other company had two quiet weeks.
    expect(emails.map(({ to }) => to)).toEqual(['owner@a.test'])
    const states = await server.ownerSql<{ state: string; many: number }>(
      `select state, count(*)::int as many from outbox where kind = 'weekly_email' group by state order by state`,
    )
    expect(states[0]).toEqual({ state: 'sent', many: 1 })
    expect(states[1]?.state).toBe('withheld')
  } finally {
    await noWeeks()
  }
})

it('the weekly e-mail says the figures of the page of that week, each with its link, and no payouts to whom may not see them', async () => {
  await twoWeeks()
  const withhold = (rights: string) =>
    server.ownerSql('update memberships set withheld = $2::text[] where user_id = $1', [personas.adminA.id, rights])
  try {
    await withhold('{settlements}')
    for (const as of ['ownerA', 'adminA'] as const) await change(as, { weekly: true })
    await weeklies(services())
    const query = { from: '2026-11-16', to: '2026-11-22' }
    const params = { merchantId: hexOf(ids.merchantA1) }
    const { current, before } = (await server.call('insightSales', { params, query, as: 'ownerA' })).body
    const [own, other] = ['owner@a.test', 'admin@a.test'].map((to) => emails.find((email) => email.to === to))
    const link = `http://127.0.0.1/merchants/${params.merchantId}/insights?from=2026-11-16&to=2026-11-22`
    const euros = (amount: number | null) => formatEuros(cents(amount ?? 0))
    expect(own?.subject).toBe(`Tienda Gran Vía: ${euros(current.sold)} en ${current.operations} ventas la semana pasada`)
    for (const line of [
      `Vendido: ${euros(current.sold)}, +233\u00a0% que la semana anterior (${euros(before.sold)})\n  ${link}`,
      `Operaciones: ${current.operations}, +175\u00a0% que la semana anterior (${before.operations})\n  ${link}`,
      `Devuelto: 0,65\u00a0% de lo vendido (antes, 1,75\u00a0%)\n  ${link}`,
      `Pagado a tu cuenta: ${euros(current.netPaid)}, +18\u00a0% que la semana anterior (${euros(before.netPaid)})\n  ${link}`,
      `domingo: ${euros(117_000)} (antes, ${euros(54_000)})`,
      'http://127.0.0.1/settings/notifications',
    ])
      expect(own?.text).toContain(line)
    expect(own?.html?.match(/class="bar"/g)).toHaveLength(11)
    expect(other?.text).toContain(euros(current.sold))
    expect(other?.text).not.toContain('Pagado a tu cuenta')
    expect(other?.text).not.toContain(euros(current.netPaid))
  } finally {
    await withhold('{}')
    await noWeeks()
  }
})

it('the weekly e-mail is withheld from who changed their mind, and in the next week', async () => {
  await twoWeeks()
  try {
    for (const as of ['ownerA', 'adminA'] as const) await change(as, { weekly: true })
    const broken = services(morning, () => Promise.reject(new Error('no post')))
    expect(await weeklies(broken)).toBe(0)
    await change('adminA', { weekly: false })
    expect(await sendOutbox(services(new Date('2026-11-29T12:00:00Z')), 'weekly_email')).toBe(1)
    expect(emails.map(({ to }) => to)).toEqual(['owner@a.test'])
    await server.ownerSql('truncate outbox')
    expect(await weeklies(broken)).toBe(0)
    expect(await sendOutbox(services(new Date('2026-11-30T09:00:00Z')), 'weekly_email')).toBe(0)
  } finally {
    await noWeeks()
  }
})
