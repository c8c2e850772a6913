import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatDate, localDate, startOfMadridDay } from '#domain/platform/dates'
import { see } from '../../testing/clock/clockFixture.ts'
import { beginSale, brokenBooks, goodCard, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql(`update merchant_terms set instalments_allowed = array[3], max_cents = 300000 where product = 'pay_in_4'`)
})
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([])
  await server.close()
})

const plan = { product: 'pay_in_4' as const, numInstalments: 3 }
const expected = { expectedFirstPayment: 3_248, expectedTotalPrice: 12_990 }
const card = (outcome: string) => `sim_${outcome}_visa_3184_a1b2c3d4`

/** A sale before its signature, with a card of that outcome. */
async function ready(outcome: string): Promise<TestSale> {
  const sale = await beginSale(server, { totalCents: 12_990 })
  await goTo(sale, 'summary', { who: someone(), plan, card: card(outcome) })
  return sale
}
const confirm = (sale: TestSale) => sale.call('checkoutConfirm', expected)
const view = async (sale: TestSale) => (await sale.call('checkoutView')).body
const charges = async (sale: TestSale) =>
  (
    await server.ownerSql<{ what: string }>(
      `select concat_ws(' ', coalesce(instalment, 0), state, waits_for, decline_code) as what from charges where operation_id = $1 order by created_at, attempt`,
      [sale.operationId],
    )
  ).map(({ what }) => what)
/** What the customer answers on the challenge page at this address; returns where they are sent. */
async function answerBank(url: string | null | undefined, answer: 'approved' | 'refused') {
  const path = new URL(url ?? '').pathname
  expect(await server.send('GET', path)).toMatchObject({ status: 200, raw: expect.stringContaining('Autorizar') })
  const sent = await server.send('POST', path, {
    body: `answer=${answer}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(sent.status).toBe(303)
  return sent.headers.get('location')
}
const later = async (ms: number) => {
  server.moveClock(ms)
  await server.runClock()
}
const minute = 60_000

describe('a first payment that the bank asks the customer to authenticate', () => {
  it('is held once they approve it and come back, or whenever the clock asks', async () => {
    for (const isReturning of [true, false]) {
      const sale = await ready('authenticate')
      const answer = await confirm(sale)
      expect(answer.body).toMatchObject({ status: 'open', step: 'summary', payment: { waitsFor: 'customer' } })
      expect((await confirm(sale)).body.payment).toEqual(answer.body.payment)
      expect(await answerBank(answer.body.payment?.url, 'approved')).toMatch(/\/checkout\/[0-9a-f]{32}\?returned$/)
      if (isReturning) expect((await confirm(sale)).body.status).toBe('approved')
      else await later(31 * minute)
      expect([(await view(sale)).status, await charges(sale)]).toEqual(['approved', ['0 captured']])
    }
  })

  it('is declined when they refuse, or do not come back in time', async () => {
    const refusing = await ready('authenticate')
    await answerBank((await confirm(refusing)).body.payment?.url, 'refused')
    expect((await confirm(refusing)).error.type).toBe('CardDeclined')
    const leaving = await ready('authenticate')
    await confirm(leaving)
    await later(10 * minute)
    expect(await charges(leaving)).toEqual(['0 authorised customer'])
    await later(21 * minute)
    for (const sale of [refusing, leaving]) {
      expect(await charges(sale)).toEqual(['0 declined authentication_failed'])
      expect(await view(sale)).toMatchObject({ status: 'open', step: 'card', card: null, payment: null })
      await sale.call('checkoutCard', { token: goodCard })
      expect((await confirm(sale)).body.status).toBe('approved')
    }
  })

  it('is given up when the plan changes, and cannot be approved any more', async () => {
    const sale = await ready('authenticate')
    const { payment } = (await confirm(sale)).body
    await sale.call('checkoutCard', { token: goodCard })
    await answerBank(payment?.url, 'approved')
    expect((await confirm(sale)).body.status).toBe('approved')
    expect(await charges(sale)).toEqual(['0 released', '0 captured'])
  })
})

it('a first payment that the provider decides later is approved when it has decided', async () => {
  const sale = await ready('pending')
  expect((await confirm(sale)).body).toMatchObject({ status: 'open', payment: { waitsFor: 'provider', url: null } })
  await later(minute)
  expect([(await view(sale)).status, await charges(sale)]).toEqual(['approved', ['0 captured']])
})

/** An approved sale whose first instalment could not be collected from a card of that outcome. */
async function overdue(outcome: string): Promise<TestSale> {
  const sale = await ready('accepted')
  await confirm(sale)
  await server.ownerSql('update payment_methods set token = $2 where operation_id = $1', [sale.operationId, card(outcome)])
  const { next_due_on: due } = await see(server, sale.operationId.replaceAll('-', ''))
  await later(startOfMadridDay(localDate(due ?? '')).getTime() - server.services.now().getTime())
  return sale
}
/** How many e-mails with these words the customer has got. */
async function mails(sale: TestSale, words: string): Promise<number> {
  const [row] = await server.ownerSql<{ email: string }>('select email from operations where id = $1', [sale.operationId])
  const sent = await storedMail(server.services.config, 200)
  return sent.filter(({ to, subject }) => to === row?.email && subject.includes(words)).length
}

describe('an instalment that only the customer can get paid', () => {
  it('is authenticated by them on the page of a link that is sent to them', async () => {
    const sale = await overdue('authenticate')
    expect(await charges(sale)).toEqual(['0 captured', '1 declined authentication_required'])
    expect((await see(server, sale.operationId.replaceAll('-', ''))).events.at(-1)).toBe('authentication_required')
    expect(await mails(sale, 'autorices una cuota')).toBe(1)
    expect(await view(sale)).toMatchObject({ status: 'approved', instalmentDue: { amount: 3_248, payment: null } })
    const payment = (await sale.call('checkoutPay', {})).body.instalmentDue?.payment
    await answerBank(payment?.url, 'approved')
    expect((await sale.call('checkoutPay', {})).body.instalmentDue).toBeNull()
    expect((await sale.call('checkoutPay', {})).body.instalmentDue).toBeNull()
    expect(await charges(sale)).toEqual(['0 captured', '1 declined authentication_required', '1 captured'])
    expect(await see(server, sale.operationId.replaceAll('-', ''))).toMatchObject({
      states: ['paid', 'pending', 'pending'],
      paid_instalments: 1,
    })
  })

  it('is booked once although they closed the page after approving it', async () => {
    const sale = await overdue('authenticate')
    await answerBank((await sale.call('checkoutPay', {})).body.instalmentDue?.payment?.url, 'approved')
    await Promise.all([later(31 * minute), sale.call('checkoutPay', {}), sale.call('checkoutPay', {})])
    expect((await see(server, sale.operationId.replaceAll('-', ''))).paid_instalments).toBe(1)
  })

  it('is paid with another card when theirs must not be charged again', async () => {
    const sale = await overdue('stolen')
    expect([await charges(sale), await mails(sale, 'ya no sirve')]).toEqual([['0 captured', '1 declined stolen_card'], 1])
    await later(
      startOfMadridDay(addDays(localDate((await view(sale)).instalmentDue?.dueOn ?? ''), 3)).getTime() - server.services.now().getTime(),
    )
    expect([await charges(sale), (await see(server, sale.operationId.replaceAll('-', ''))).events.at(-1)]).toEqual([
      ['0 captured', '1 declined stolen_card'],
      'card_missing',
    ])
    expect((await sale.call('checkoutPay', {})).error.type).toBe('CardDeclined')
    expect((await sale.call('checkoutPay', { token: goodCard })).body.instalmentDue).toBeNull()
    expect(await see(server, sale.operationId.replaceAll('-', ''))).toMatchObject({
      states: ['paid', 'pending', 'pending'],
      collect_at: null,
    })
  })
})

it('a customer whose card expires before the next instalment is asked for another once, with the day and the amount', async () => {
  const sales = [await ready('accepted'), await ready('accepted'), await ready('accepted')] as const
  for (const sale of sales) await confirm(sale)
  const [expiring, lasting, renewed] = sales
  const due = localDate((await see(server, expiring.operationId.replaceAll('-', ''))).next_due_on ?? '')
  for (const [{ operationId }, days] of [
    [expiring, 10],
    [lasting, 40],
    // Its bank goes on paying: it expired before the instalment.
    [renewed, -10],
  ] as const)
    await server.ownerSql('update payment_methods set expires_on = $2 where operation_id = $1', [operationId, addDays(due, days)])
  await later(startOfMadridDay(due).getTime() - server.services.now().getTime())
  for (const sale of sales) expect(await charges(sale)).toEqual(['0 captured', '1 captured'])
  expect(await Promise.all(sales.map((sale) => mails(sale, 'caduca antes')))).toEqual([1, 0, 0])
  const [mail] = (await storedMail(server.services.config, 200)).filter(({ subject }) => subject.includes('caduca antes'))
  expect(mail?.text).toContain(`caduca el ${formatDate(addDays(due, 10))}, y la próxima cuota, de 32,48`)
  await later(86_400_000)
  const rows = await server.ownerSql(
    `select c.operation_id from deliveries d join checkouts c on c.id = d.checkout_id where d.purpose = 'card_expiring'`,
  )
  expect(rows).toEqual([{ operation_id: expiring.operationId }])
})
