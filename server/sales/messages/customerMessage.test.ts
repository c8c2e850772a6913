import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messagePurposes } from '#contract/sales/customerMessages'
import { cents, formatEuros } from '#domain/platform/money'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { leasedEntry, sendEntry } from '../../testing/outbox/sendEntry.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { customerMessages } from './customerMessage.ts'
import { toGsm7 } from './gsm7.ts'
import type { Sms, SmsOutcome } from './smsProvider.ts'

let server: TestServer
let heard: Sms[]
let emails: { to: string; subject: string; text: string }[]
let answer: () => Promise<SmsOutcome>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  heard = []
  emails = []
  answer = () => Promise.resolve('sent')
})

/** Services with a mail sender that records messages. */
const services = () => ({
  ...server.services,
  sms: { send: (sms: Sms) => answer().then((outcome) => (outcome === 'sent' ? (heard.push(sms), outcome) : outcome)) },
  mail: async (email: (typeof emails)[number]) => void emails.push(email),
})
type Work = { merchantId: string; mode: Mode; deliveryId: string }
/** One attempt to send a message. */
const deliver = (mine: Services, { deliveryId, ...shop }: Work) =>
  sendEntry(mine, customerMessages(), leasedEntry({ id: deliveryId, kind: 'customer_message', ...shop, payload: { deliveryId } }))
const notDelivered = { failed: 'NotDeliveredYet' }
const params = { merchantId: hexOf(ids.merchantA1) }
let amount = 40_000
async function sent(channels: ('sms' | 'email')[], mode: 'live' | 'sandbox' = 'live') {
  amount += 1
  const { body } = await server.call('checkoutOfflineCreate', {
    params,
    as: 'editorA',
    mode,
    key: `deliver-${amount}`,
    body: {
      submitType: 'user',
      order: { totalAmount: amount, articles: [{ name: 'Silla', quantity: 1, price: amount, taxRate: 0 }] },
      customer: { firstName: 'Ana', phone: '612345678', email: 'ana@correo.test' },
      channels,
    },
  })
  const rows = await server.ownerSql<{ id: string }>('select id from deliveries where checkout_id = $1 order by channel', [uuidOf(body.checkoutId)])
  return { ...body, work: rows.map(({ id }): Work => ({ merchantId: ids.merchantA1, mode, deliveryId: id })) }
}
const stateOf = async (orderUuid: string) => (await server.call('checkoutOfflineCheck', { params: { ...params, orderUuid }, as: 'ownerA' })).body
const first = <T>(list: readonly T[]): T => {
  const [only] = list
  if (only === undefined) throw new Error('nothing there')
  return only
}

describe('a link', () => {
  it('is sent with its address through both channels, and the till sees it', async () => {
    const order = await sent(['sms', 'email'])
    for (const work of order.work) await deliver(services(), work)
    expect(heard.map((one) => [one.to, one.text.endsWith(order.checkoutUrl)])).toEqual([['612345678', true]])
    expect(first(emails)).toMatchObject({ to: 'ana@correo.test' })
    expect(first(emails).text).toContain(`\n${order.checkoutUrl}\n`)
    const seen = await stateOf(order.orderUuid)
    expect(seen).toMatchObject({ progress: 'sent', version: 3 })
    expect(seen.deliveries.map((one) => [one.channel, one.state, one.problem]).toSorted()).toEqual([
      ['email', 'sent', null],
      ['sms', 'sent', null],
    ])
  })

  it("is written in the language of the customer's checkout", async () => {
    const order = await sent(['sms', 'email'])
    await server.ownerSql("update checkouts set language = 'ca' where id = $1", [uuidOf(order.checkoutId)])
    for (const work of order.work) await deliver(services(), work)
    const values = { shop: 'Tienda Gran Vía', amount: formatEuros(cents(amount)), link: order.checkoutUrl }
    const inCatalan = (key: string) => withLanguage('ca', () => text(key, values))
    expect(first(emails).subject).toBe(inCatalan('checkout.message.mail.link.subject'))
    expect(first(heard).text).toBe(toGsm7(inCatalan('checkout.message.sms.link')))
  })

  it('is sent once by concurrent and repeated attempts', async () => {
    await server.ownerSql('truncate outbox')
    await sent(['sms'])
    await Promise.all(Array.from({ length: 8 }, () => sendOutbox(services(), 'customer_message')))
    await sendOutbox(services(), 'customer_message')
    expect(heard).toHaveLength(1)
  })

  it('is not sent when a newer one replaced it, or the sale has ended', async () => {
    const order = await sent(['sms'])
    server.moveClock(61_000)
    await server.call('checkoutOfflineResend', { params: { ...params, orderUuid: order.orderUuid }, body: {}, as: 'editorA' })
    await deliver(services(), first(order.work))
    expect(heard).toEqual([])
    const seen = await stateOf(order.orderUuid)
    expect(seen.deliveries.map((one) => one.state)).toEqual(['queued', 'not_sent'])
    const ended = await sent(['sms'])
    await server.call('operationCancel', { params: { ...params, operationId: ended.operationId }, as: 'editorA' })
    await deliver(services(), first(ended.work))
    expect(heard).toEqual([])
  })

  it('rejected permanently is not retried; after a connection failure it is, and the till sees that meanwhile', async () => {
    const refused = await sent(['sms'])
    answer = () => Promise.resolve('rejected')
    await deliver(services(), first(refused.work))
    answer = () => Promise.resolve('sent')
    await deliver(services(), first(refused.work))
    expect(heard).toEqual([])
    expect(first((await stateOf(refused.orderUuid)).deliveries)).toMatchObject({ state: 'failed', problem: 'rejected' })
    const late = await sent(['sms'])
    answer = () => Promise.resolve('unreachable')
    expect(await deliver(services(), first(late.work))).toEqual(notDelivered)
    expect(first((await stateOf(late.orderUuid)).deliveries)).toMatchObject({ state: 'failed', problem: 'unreachable' })
    answer = () => Promise.resolve('sent')
    await deliver(services(), first(late.work))
    expect(first((await stateOf(late.orderUuid)).deliveries)).toMatchObject({ state: 'sent', problem: null })
    expect(heard).toHaveLength(1)
  })

  it('in sandbox is not sent', async () => {
    const order = await sent(['sms', 'email'], 'sandbox')
    for (const work of order.work) await deliver(services(), work)
    expect([heard, emails]).toEqual([[], []])
  })

  it('rejected by the mail server is distinguished from a connection failure', async () => {
    const order = await sent(['email'])
    const refusing = (responseCode: number) => ({
      ...services(),
      mail: () => Promise.reject(new Error('no', { cause: Object.assign(new Error('no'), { responseCode }) })),
    })
    expect(await deliver(refusing(0), first(order.work))).toEqual(notDelivered)
    await deliver(refusing(550), first(order.work))
    expect(first((await stateOf(order.orderUuid)).deliveries)).toMatchObject({ state: 'failed', problem: 'rejected' })
  })
})

describe('a code', () => {
  const queue = (checkoutId: string, purpose: string, channel: string, generation: number) =>
    server.ownerSql<{ id: string }>(
      `insert into deliveries (merchant_id, mode, id, checkout_id, channel, purpose, recipient, generation, created_at)
       values ($1, 'live', gen_random_uuid(), $2, $3, $4, 'x', $5, now()) returning id`,
      [ids.merchantA1, uuidOf(checkoutId), channel, purpose, generation],
    )

  it('is the current one; an older one is not sent', async () => {
    const order = await sent([])
    await server.ownerSql('update checkouts set codes_sent = 2 where id = $1', [uuidOf(order.checkoutId)])
    for (const generation of [1, 2]) {
      const [row] = await queue(order.checkoutId, 'code', 'sms', generation)
      await deliver(services(), { merchantId: ids.merchantA1, mode: 'live', deliveryId: row?.id ?? '' })
    }
    expect(heard).toHaveLength(1)
    const code = server.services.tokens.codeOf(uuidOf(order.checkoutId) ?? '', 2)
    expect(first(heard).text).toContain(`${code} es tu codigo`)
    expect(first(heard).text.split('\n')[1]).toBe(`@127.0.0.1 #${code}`)
    expect((await stateOf(order.orderUuid)).progress).toBe('created')
  })

  it('is still sent after signing, for the contract on another device, and not after a refusal', async () => {
    const order = await sent([])
    await server.ownerSql('update checkouts set codes_sent = 1 where id = $1', [uuidOf(order.checkoutId)])
    for (const [substatus, reason] of [
      ['rejected', 'ko_generic'],
      ['payment_process', null],
    ]) {
      await server.ownerSql('update operations set substatus = $2, status_reason = $3 where id = $1', [uuidOf(order.operationId), substatus, reason])
      const [row] = await queue(order.checkoutId, 'code', 'sms', 1)
      await deliver(services(), { merchantId: ids.merchantA1, mode: 'live', deliveryId: row?.id ?? '' })
      expect(heard).toHaveLength(substatus === 'rejected' ? 0 : 1)
    }
  })

  it("for a purchase's outcome is absent: that message contains the plan and the withdrawal deadline", async () => {
    const order = await sent([])
    const operationId = uuidOf(order.operationId)
    await server.ownerSql(
      `update operations set substatus = 'payment_process', status_reason = null, confirmed_at = '2026-11-22T10:00:00Z', downpayment_cents = 1500 where id = $1`,
      [operationId],
    )
    await server.ownerSql(
      `insert into instalments (merchant_id, mode, operation_id, number, due_on, amount_cents, original_cents, principal_cents, interest_cents, state)
       values ($1, 'live', $2, 1, '2026-12-22', 12345, 12345, 12345, 0, 'pending'), ($1, 'live', $2, 2, '2027-01-22', 12346, 12346, 12346, 0, 'pending')`,
      [ids.merchantA1, operationId],
    )
    const [row] = await queue(order.checkoutId, 'outcome', 'email', 1)
    await deliver(services(), { merchantId: ids.merchantA1, mode: 'live', deliveryId: row?.id ?? '' })
    const text = first(emails).text.replaceAll('\u00a0', ' ')
    for (const words of ['Hola, Ana:', 'Hoy, 22.11.2026: 15,00 €', '22.12.2026: 123,45 €', '22.01.2027: 123,46 €', 'hasta el 06.12.2026', order.checkoutUrl])
      expect(text).toContain(words)
  })
})

it('a message stays inside its shop and mode', async () => {
  const order = await sent(['sms'])
  const [work] = order.work
  if (!work) throw new Error('nothing queued')
  await deliver(services(), { ...work, merchantId: ids.merchantA2 })
  await deliver(services(), { ...work, mode: 'sandbox' })
  expect(heard).toEqual([])
  expect(first((await stateOf(order.orderUuid)).deliveries).state).toBe('queued')
})

it('a message is shown in the demo outbox, and logged without address or text', async () => {
  const order = await sent(['sms'])
  const logged: string[] = []
  await deliver({ ...server.services, log: (level, event, facts) => void logged.push(JSON.stringify([level, event, facts])) }, first(order.work))
  const letters = await storedMail(server.services.config)
  expect(first(letters)).toMatchObject({ way: 'sms', to: '612345678' })
  expect(first(letters).text).toContain(order.checkoutUrl)
  expect(logged.join()).not.toMatch(/612345678|checkout\//)
  expect(personas.editorA.email).not.toBe(first(letters).to)
})

it('a message is queued when the sale commits, and not when it was refused', async () => {
  const before = (await storedMail(server.services.config, 200)).length
  const order = await sent(['sms', 'email'])
  const body = {
    submitType: 'user' as const,
    order: { totalAmount: 100, articles: [{ name: 'Silla', quantity: 1, price: 100, taxRate: 0 }] },
    customer: { phone: '612345678' },
    channels: ['sms' as const],
  }
  expect((await server.call('checkoutOfflineCreate', { params, as: 'editorA', body })).status).toBe(400)
  await server.runClock()
  const letters = await storedMail(server.services.config, 200)
  expect(letters.filter((one) => one.text.includes(order.checkoutUrl)).map((one) => one.way).toSorted()).toEqual(['email', 'sms'])
  // Earlier tests left some in the queue: no replaced or ended one is sent, and none twice.
  await server.runClock()
  expect(await storedMail(server.services.config, 200)).toHaveLength(letters.length)
  expect(letters.length).toBeGreaterThan(before)
  expect((await stateOf(order.orderUuid)).deliveries.map((one) => one.state)).toEqual(['sent', 'sent'])
})

it('has a name for each purpose that the database keeps', async () => {
  const [row] = await server.ownerSql<{ check: string }>(
    `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'deliveries_purpose_check'`,
  )
  const purposes = [...(row?.check ?? '').matchAll(/'(\w+)'::text/g)].map(([, purpose]) => purpose ?? '')
  expect([...new Set(purposes)].toSorted()).toEqual(messagePurposes.toSorted())
})
