import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate, startOfMadridDay } from '#domain/platform/dates'
import { cardsByMode } from '../../money/payments/cardsByMode.ts'
import { simulatedCards } from '../../money/payments/simulatedCards.ts'
import { stripeCards } from '../../money/payments/stripe/stripeCards.ts'
import { see } from '../../testing/clock/clockFixture.ts'
import { beginSale, brokenBooks, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'
import { type FakeStripe, startFakeStripe } from '../../testing/payments/fakeStripe.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { applyNotifications } from './applyNotifications.ts'

let server: TestServer
let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer()
  server.stopClock()
  server.services.payments.cards = cardsByMode(stripeCards({ ...stripe, apiUrl: stripe.url }), simulatedCards())
  await server.ownerSql(`update merchant_terms set instalments_allowed = array[3], max_cents = 300000 where product = 'pay_in_4'`)
})
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([])
  await server.close()
  await stripe.close()
})

const expected = { expectedFirstPayment: 3_248, expectedTotalPrice: 12_990 }
const challenge = '4000002760003184'
const confirm = (sale: TestSale) => sale.call('checkoutConfirm', expected)
const view = async (sale: TestSale) => (await sale.call('checkoutView')).body
/** A sale before its signature, with a card given on Stripe's page. */
async function ready(number: string): Promise<TestSale> {
  const sale = await beginSale(server, { totalCents: 12_990 })
  await goTo(sale, 'card', { who: someone(), plan: { product: 'pay_in_4', numInstalments: 3 } })
  const { cardPageUrl, cardFieldUrl } = (await sale.call('checkoutCard', {})).body
  expect([cardFieldUrl, (await sale.call('checkoutCard', {})).body.cardPageUrl]).toEqual([null, cardPageUrl])
  stripe.giveCard(cardPageUrl ?? '', number)
  expect((await sale.call('checkoutCard', {})).body).toMatchObject({
    step: 'summary',
    cardPageUrl: null,
    card: { last4: number.slice(-4) },
  })
  return sale
}
type Charge = { id: string; what: string; reference: string }
const charges = (sale: TestSale) =>
  server.ownerSql<Charge>(
    `select id, concat_ws(' ', coalesce(instalment, 0), state, waits_for, decline_code) as what, provider_reference as reference
     from charges where operation_id = $1 order by created_at, attempt`,
    [sale.operationId],
  )
const whats = async (sale: TestSale) => (await charges(sale)).map(({ what }) => what)
/** Cents that left the customer's card, by Stripe's own books. */
const taken = async (sale: TestSale) => (await charges(sale)).reduce((sum, { id }) => sum + stripe.takenCents(id), 0)
const receive = ({ body, headers }: ReturnType<FakeStripe['notification']>) =>
  server.send('POST', '/partners/stripe/events', { body: body.toString(), headers: { ...headers, 'content-type': 'application/json' } })
const event = (type: string, objectId: string, id?: string) => stripe.notification(type, objectId, server.services.now(), id)
const stored = (id: string) => server.ownerSql('select attempts, due_at, problem from partner_notifications where object_id = $1', [id])

describe('a sale by Stripe', () => {
  it('holds, captures and collects, and asks a customer who is away by e-mail', async () => {
    const sale = await ready('4242424242424242')
    expect((await confirm(sale)).body.status).toBe('approved')
    expect([await whats(sale), await taken(sale)]).toEqual([['0 captured'], 3_248])
    const { next_due_on: due } = await see(server, sale.operationId.replaceAll('-', ''))
    // The bank wants this one authenticated.
    const other = await ready(challenge)
    const [token] = await server.ownerSql<{ token: string }>('select token from payment_methods where operation_id = $1', [
      other.operationId,
    ])
    await server.ownerSql('update payment_methods set token = $2 where operation_id = $1', [sale.operationId, token?.token])
    server.moveClock(startOfMadridDay(localDate(due ?? '')).getTime() - server.services.now().getTime())
    await server.runClock()
    expect(await whats(sale)).toEqual(['0 captured', '1 declined authentication_required'])
    const { instalmentDue } = (await sale.call('checkoutPay', {})).body
    stripe.authenticate(instalmentDue?.payment?.url ?? '', 'approved')
    expect((await sale.call('checkoutPay', {})).body.instalmentDue).toBeNull()
    expect([await whats(sale), await taken(sale)]).toEqual([['0 captured', '1 declined authentication_required', '1 captured'], 6_496])
  })

  it('is charged once although Stripe’s answers are lost', async () => {
    const sale = await ready('4242424242424242')
    stripe.fail('after', 'after', 'after')
    expect((await confirm(sale)).status).toBe(429)
    stripe.fail(429, 'before', 'before')
    expect((await confirm(sale)).status).toBe(429)
    stripe.forgetKeys()
    stripe.index()
    expect((await confirm(sale)).body.status).toBe('approved')
    expect([await whats(sale), await taken(sale)]).toEqual([['0 captured'], 3_248])
  })
})

describe('Stripe’s notifications', () => {
  it('approve a sale whose customer did not return, in any order and however often they come', async () => {
    const sale = await ready(challenge)
    const { payment } = (await confirm(sale)).body
    const [hold] = await charges(sale)
    const reference = hold?.reference ?? ''
    const early = event('payment_intent.requires_action', reference)
    stripe.authenticate(payment?.url ?? '', 'approved')
    const news = [event('payment_intent.amount_capturable_updated', reference), event('payment_intent.created', reference), early]
    for (const one of [...news, ...news]) expect((await receive(one)).status).toBe(204)
    await Promise.all([applyNotifications(server.services), applyNotifications(server.services), confirm(sale)])
    expect([(await view(sale)).status, await whats(sale), await taken(sale)]).toEqual(['approved', ['0 captured'], 3_248])
    expect(await stored(reference)).toEqual(news.map(() => ({ attempts: 1, due_at: null, problem: null })))
    for (const one of news) await receive(one)
    expect(await applyNotifications(server.services)).toBe(0)
    expect((await see(server, sale.operationId.replaceAll('-', ''))).events.filter((one) => one === 'credit_accepted')).toHaveLength(1)
  })

  it('book an instalment once beside the customer’s own page', async () => {
    const sale = await ready('4242424242424242')
    await confirm(sale)
    const other = await ready(challenge)
    const [token] = await server.ownerSql<{ token: string }>('select token from payment_methods where operation_id = $1', [
      other.operationId,
    ])
    await server.ownerSql('update payment_methods set token = $2 where operation_id = $1', [sale.operationId, token?.token])
    const { next_due_on: due } = await see(server, sale.operationId.replaceAll('-', ''))
    server.moveClock(startOfMadridDay(localDate(due ?? '')).getTime() - server.services.now().getTime())
    await server.runClock()
    stripe.authenticate((await sale.call('checkoutPay', {})).body.instalmentDue?.payment?.url ?? '', 'approved')
    const reference = (await charges(sale)).at(-1)?.reference ?? ''
    for (const type of ['payment_intent.succeeded', 'payment_intent.processing']) await receive(event(type, reference))
    await Promise.all([applyNotifications(server.services), sale.call('checkoutPay', {}), applyNotifications(server.services)])
    const { paid_instalments: paid } = await see(server, sale.operationId.replaceAll('-', ''))
    expect([paid, await taken(sale)]).toEqual([1, 6_496])
  })

  it('are tried again while Stripe cannot be reached, given up after that, and taken up again when they are sent again', async () => {
    const sale = await ready('4242424242424242')
    await confirm(sale)
    const [{ reference } = { reference: '' }] = await charges(sale)
    const again = () => receive(event('payment_intent.succeeded', reference, 'evt_again'))
    await again()
    const quiet = { ...server.services, log: () => {} }
    stripe.fail(...Array.from({ length: 6 }, () => 429 as const))
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await applyNotifications(quiet)).toBe(1)
      server.moveClock(3_600_000)
    }
    expect(await stored(reference)).toEqual([{ attempts: 6, due_at: null, problem: 'ProviderUnreachable' }])
    for (const taken of [1, 0]) {
      expect((await again()).status).toBe(204)
      expect(await applyNotifications(quiet)).toBe(taken)
    }
    expect(await stored(reference)).toEqual([{ attempts: 1, due_at: null, problem: null }])
  })

  it('that Stripe did not sign, or of another provider, are refused', async () => {
    const { body, headers } = event('payment_intent.succeeded', 'pi_1')
    expect((await receive({ body, headers: { ...headers, 'stripe-signature': 't=1,v1=00' } })).status).toBe(400)
    expect((await receive({ body: Buffer.from(body.toString().replace('pi_1', 'pi_2')), headers })).status).toBe(400)
    expect((await server.send('POST', '/partners/adyen/events', { body: '{}' })).status).toBe(404)
    expect(await stored('pi_1')).toEqual([])
  })
})
