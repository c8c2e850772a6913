import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madridDay } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { disputeFixture } from '../../testing/disputes/disputeFixture.ts'
import { syncDispute } from '../../money/disputes/syncDispute.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { see } from '../../testing/clock/clockFixture.ts'
import { testCards, type TestCards } from '../../testing/clock/testCards.ts'
import { beginSale, brokenBooks, goodCard, goTo, someone, type Caller, type TestSale } from '../../testing/checkout/testSale.ts'
import { cutServices } from '../../testing/credits/cutServices.ts'
import { ids } from '../../testing/testFixture.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { repayEarly } from './repayEarly.ts'

let server: TestServer
let cards: TestCards
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 20 })
  server.stopClock()
  cards = testCards(server.services.payments.cards)
  server.services.payments = { ...server.services.payments, cards }
})
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([])
  await server.close()
})

const plan = { product: 'instalments' as const, numInstalments: 6 }
const expected = { expectedFirstPayment: 0, expectedTotalPrice: 63_546 }

/** 600.00 € in 6 at 19.99 %, signed now. */
async function bought(): Promise<TestSale> {
  cards.answers(() => 'captured')
  const sale = await beginSale(server, { totalCents: 60_000 })
  await goTo(sale, 'summary', { who: someone(), plan })
  const { body } = await sale.call('checkoutConfirm', expected)
  expect(body.status).toBe('approved')
  return sale
}
const days = async (count: number) => {
  server.moveClock(count * 86_400_000)
  await server.runClock()
}
const repayment = async (sale: TestSale) => {
  const { repayment: seen } = (await sale.call('checkoutView')).body
  if (seen === null) throw new Error('no plan')
  return seen
}
/** What is offered now, as it is asked for. */
async function offer(sale: TestSale, all: boolean) {
  const { early } = await repayment(sale)
  const amount = (all ? early?.all : early?.next)?.amount
  return { number: early?.number ?? 0, all, expectedAmount: amount ?? 0 }
}
const pay = async (sale: TestSale, all: boolean) => sale.call('checkoutPayEarly', await offer(sale, all))
const facts = async (sale: TestSale) => {
  const { events, states, substatus, next_due_on, paid_instalments } = await see(server, hexOf(sale.operationId))
  return { last: events.at(-1), states, substatus, next: next_due_on, paid: paid_instalments }
}
const taken = () => [...cards.taken.values()].reduce((sum, amount) => sum + amount, 0)
/** What the customer's receivable and the interest are in the ledger of this sale. */
const ledger = async (sale: TestSale) => {
  const rows = await server.ownerSql<{ account: string; cents: string }>(
    `select l.account, sum(l.amount_cents)::text as cents from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode
       and l.journal_id = j.id where j.operation_id = $1 and l.account in ('consumer_receivable', 'interest_income', 'cash') group by 1`,
    [sale.operationId],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
}

/** The e-mails about early repayments that the customer of a sale has got, newest first, as plain text. */
async function letters(sale: TestSale): Promise<{ subject: string; text: string }[]> {
  await sendOutbox(server.services, 'customer_message')
  const [row] = await server.ownerSql<{ email: string }>('select email from operations where id = $1', [sale.operationId])
  const ownLetters = (await storedMail(server.services.config, 200)).filter(({ to }) => to === row?.email)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  return ownLetters
    .map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }))
    .filter(({ subject }) => /por adelantado|has terminado de pagar/.test(subject))
}

describe('repaying early', () => {
  it('the next instalment costs its interest until today, and leaves the others as they are', async () => {
    const sale = await bought()
    const before = taken()
    await days(15)
    const { early } = await repayment(sale)
    expect(early).toEqual({ number: 1, next: { amount: 10_591 - 80, saved: 80 }, all: { amount: 60_500, saved: 63_546 - 60_500 } })
    const { body } = await pay(sale, false)
    expect(body.repayment).toMatchObject({ paidAmount: 10_511, leftAmount: 63_546 - 10_591, payment: null, canChangeCard: true })
    expect(body.repayment?.payments.slice(0, 2)).toMatchObject([
      { number: 1, amount: 10_511, state: 'paid', paidOn: madridDay(server.services.now()) },
      { number: 2, amount: 10_591, state: 'pending', paidOn: null },
    ])
    expect(await facts(sale)).toEqual({
      last: 'paid_early',
      states: ['paid', ...Array.from({ length: 5 }, () => 'pending')],
      substatus: 'payment_process',
      next: body.repayment?.payments[1]?.dueOn,
      paid: 1,
    })
    expect(taken() - before).toBe(10_511)
    expect(await ledger(sale)).toEqual({ consumer_receivable: 60_000 - 9_592, interest_income: -919, cash: 10_511 })
    // Its own day collects nothing more, the next one's does.
    await days(17)
    expect(taken() - before).toBe(10_511)
    await days(31)
    expect([taken() - before, (await facts(sale)).paid]).toEqual([10_511 + 10_591, 2])
  })

  it('all that is left ends the plan, and a refund later gives back no more than was paid', async () => {
    const sale = await bought()
    await pay(sale, false)
    const before = taken()
    const { body } = await pay(sale, true)
    // On the day of the signature nothing has accrued: what the first instalment contained too much is given back.
    expect(body.repayment).toMatchObject({ paidAmount: 59_999, leftAmount: 0, early: null, canChangeCard: false })
    expect(await facts(sale)).toEqual({
      last: 'repaid_early',
      states: ['paid', 'paid', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
      substatus: 'payment_completed',
      next: null,
      paid: 2,
    })
    expect(taken() - before).toBe(59_999 - (10_591 - 160))
    expect(await ledger(sale)).toEqual({ consumer_receivable: 0, interest_income: 1, cash: 59_999 })
    const params = { merchantId: hexOf(ids.merchantA1), operationId: hexOf(sale.operationId) }
    const body60 = { amount: 60_000, expectedRemaining: 60_000 }
    expect((await server.call('operationRefund', { params, as: 'ownerA', body: body60 })).status).toBeLessThan(300)
    await days(1)
    const [credit] = await server.ownerSql<{ cents: string }>(
      'select amount_cents::text as cents from customer_credits where operation_id = $1',
      [sale.operationId],
    )
    expect(Number(credit?.cents)).toBe(59_999)
  })

  it('is asked of the card once, however often and from wherever it is pressed', async () => {
    const sale = await bought()
    const before = cards.requests.length
    const offered = await offer(sale, true)
    const answers = await Promise.all([1, 2, 3].map(() => sale.call('checkoutPayEarly', offered)))
    const again = await sale.call('checkoutPayEarly', offered)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(again.error.type).toBe('StepNotAllowed')
    expect(new Set(cards.requests.slice(before).map(({ id }) => id)).size).toBe(1)
    expect((await facts(sale)).paid).toBe(1)
  })

  it('with a declined card changes nothing, and is collected on its day', async () => {
    const sale = await bought()
    cards.answers(() => 'declined')
    expect((await pay(sale, false)).error.type).toBe('CardDeclined')
    expect((await pay(sale, true)).error.type).toBe('CardDeclined')
    expect(await facts(sale)).toMatchObject({ last: 'confirmed', paid: 0, states: Array.from({ length: 6 }, () => 'pending') })
    cards.answers(() => 'captured')
    await days(31)
    expect(await facts(sale)).toMatchObject({ last: 'instalment_collected', paid: 1 })
  })

  it('that the bank asks the customer about waits, and ends when they do not come back', async () => {
    const sale = await bought()
    cards.answers(() => 'needs_action')
    const { body } = await pay(sale, true)
    expect(body.repayment).toMatchObject({
      early: null,
      canChangeCard: false,
      payment: { waitsFor: 'customer', all: true, number: 1, amount: 60_000 },
    })
    expect((await sale.call('checkoutNewCard', { token: goodCard })).error.type).toBe('StepNotAllowed')
    expect((await sale.call('checkoutPayEarly', { number: 1, all: false, expectedAmount: 10_431 })).error.type).toBe('StepNotAllowed')
    server.moveClock(31 * 60_000)
    await server.runClock()
    expect((await repayment(sale)).payment).toBeNull()
    expect((await facts(sale)).paid).toBe(0)
  })

  it('is given back when the plan changed while the card was asked', async () => {
    const sale = await bought()
    const released = cards.released.length
    cards.meanwhile(async () => {
      await server.ownerSql(
        'update instalments set amount_cents = amount_cents - 100, principal_cents = principal_cents - 100 where operation_id = $1 and number = 6',
        [sale.operationId],
      )
    })
    await pay(sale, true)
    cards.meanwhile(async () => {})
    await server.ownerSql(
      'update instalments set amount_cents = amount_cents + 100, principal_cents = principal_cents + 100 where operation_id = $1 and number = 6',
      [sale.operationId],
    )
    expect([cards.released.length - released, (await facts(sale)).paid, (await repayment(sale)).early?.all.amount]).toEqual([1, 0, 60_000])
  })

  it('needs the amount that was seen, the right instalment and a browser that entered the code', async () => {
    const sale = await bought()
    const offered = await offer(sale, false)
    expect((await sale.call('checkoutPayEarly', { ...offered, expectedAmount: offered.expectedAmount - 1 })).error.type).toBe('StaleAmount')
    expect((await sale.call('checkoutPayEarly', { ...offered, number: 2 })).error.type).toBe('StaleAmount')
    const other: Caller = sale.browser()
    expect((await other('checkoutView')).body).toMatchObject({ status: 'approved', repayment: null, owedToCustomer: null })
    for (const refused of [await other('checkoutPayEarly', offered), await other('checkoutNewCard', { token: goodCard })])
      expect(refused.error).toMatchObject({ type: 'StepNotAllowed', message: expect.stringContaining('código') })
    server.moveClock(5 * 60_000)
    await other('checkoutCodeSend')
    await other('checkoutCode', { code: await sale.code() })
    expect((await other('checkoutPayEarly', offered)).body.repayment).toMatchObject({ paidAmount: offered.expectedAmount })
    expect((await other('checkoutNewCard', { token: 'sim_accepted_mastercard_4444_a1b2c3d4' })).body.card).toEqual({
      brand: 'mastercard',
      last4: '4444',
    })
  })

  it('waits until what is due has been paid', async () => {
    const sale = await bought()
    cards.answers(() => 'declined')
    await days(31)
    expect((await repayment(sale)).early).toBeNull()
    expect((await sale.call('checkoutPayEarly', { number: 2, all: true, expectedAmount: 50_000 })).error.type).toBe('StepNotAllowed')
  })

  it('is told by e-mail, once each: what was paid and what is left, or that nothing is', async () => {
    const sale = await bought()
    await days(15)
    const paid = formatEuros(cents((await offer(sale, false)).expectedAmount)).replaceAll('\u00a0', ' ')
    await pay(sale, false)
    const [part, ...others] = await letters(sale)
    expect([part?.subject, others]).toEqual([expect.stringContaining(`has pagado ${paid} por adelantado`), []])
    const left = formatEuros(cents((await repayment(sale)).payments[1]?.amount ?? 0)).replaceAll('\u00a0', ' ')
    for (const wording of [`los ${paid} que has pagado por adelantado de tu compra de 600,00 €`, left, 'va adjunto en PDF', '/checkout/'])
      expect(part?.text).toContain(wording)
    await pay(sale, true)
    const [whole, ...before] = await letters(sale)
    expect([whole?.subject, before]).toEqual([expect.stringContaining('has terminado de pagar'), [part]])
    expect(whole?.text).toContain('no debes nada y no se cobrará ninguna cuota más')
    // A card that says no is told on the page.
    const refused = await bought()
    const offered = await offer(refused, true)
    cards.answers(() => 'declined')
    await refused.call('checkoutPayEarly', offered)
    expect(await letters(refused)).toEqual([])
  })

  it('is not offered while the customer’s bank has what it disputes, and the page says that nothing is collected', async () => {
    const sale = await bought()
    await pay(sale, false)
    const fixture = disputeFixture(server)
    const reference = await fixture.dispute(hexOf(sale.operationId))
    await syncDispute(server.services, reference, 'live')
    expect(await repayment(sale)).toMatchObject({ stopped: 'disputed', early: null, canChangeCard: false })
    const records = server.services.payments.simulatedDisputes
    const withdrawnCents = (await records.read(reference))?.amountCents ?? 0
    await records.change(reference, { state: 'lost', withdrawnCents })
    await syncDispute(server.services, reference, 'live')
    expect(await repayment(sale)).toMatchObject({ stopped: 'dispute_lost', early: null })
  })
})

it('killed at any step, is charged once or not at all, and is then what the ledger says', async () => {
  cards.answers(() => 'captured')
  const repaymentOf = (sale: TestSale, expectedCents: number) => ({
    operationId: sale.operationId,
    number: 1,
    all: true,
    expectedCents,
    returnUrl: 'https://shop.test/checkout',
  })
  // By day one step of each kind: nothing recorded, recorded, asked, booked.
  for (const killedAt of process.env.NIGHTLY === undefined ? [0, 2, 3, 4] : [0, 1, 2, 3, 4, 5, 6]) {
    const sale = await bought()
    const [calls, before] = [cards.requests.length, taken()]
    const cut = cutServices(server.services, killedAt)
    await repayEarly(cut.services, sale.scope, repaymentOf(sale, 60_000)).catch(() => {})
    await server.runClock()
    server.moveClock(60_000)
    await server.runClock()
    const charged = new Set(cards.requests.slice(calls).map(({ id }) => id)).size
    const isRepaid = (await facts(sale)).last === 'repaid_early'
    expect([charged, taken() - before]).toEqual(isRepaid ? [1, 60_000] : [0, 0])
    // Only what was killed before the charge was recorded is not done.
    expect(isRepaid).toBe(killedAt > 0)
    expect((await ledger(sale)).consumer_receivable).toBe(isRepaid ? 0 : 60_000)
  }
})

/** The id of a call that waits for a second person. */
const requested = (raw: string) => (JSON.parse(raw) as { confirmation: { id: string } }).confirmation.id

describe('an instalment paid outside the card', () => {
  type Body = { instalment: number; amount: number; way: 'transfer' | 'cash'; receivedOn: string; reason: string }
  /** A session of 15 idle minutes does not outlive the days that pass here. */
  const finance = () => addStaff(server, ['finance'])
  const today = () => madridDay(server.services.now())
  const placeOf = ({ operationId }: TestSale) => ({
    accountId: hexOf(ids.accountA),
    merchantId: hexOf(ids.merchantA1),
    operationId: hexOf(operationId),
  })
  const payable = async (sale: TestSale, receivedOn: string = today()) =>
    callConsole(server, 'consoleOperationPayable', { as: await finance(), params: placeOf(sale), query: { receivedOn } })
  const ask = async (sale: TestSale, body: Body, as?: TestStaff) =>
    callConsole(server, 'consoleOperationNotePayment', { as: as ?? (await finance()), params: placeOf(sale), body })
  const confirm = async ({ raw }: { raw: string }) =>
    callConsole(server, 'staffConfirmationConfirm', { as: await finance(), params: { confirmationId: requested(raw) } })
  /** What the server says that it pays, asked by one member of staff and confirmed by another. */
  async function note(sale: TestSale, way: Body['way'] = 'transfer'): Promise<Body> {
    const { instalment, amount } = (await payable(sale)).body
    const body = { instalment, amount, way, receivedOn: today(), reason: 'TRF-20261127-8841' }
    const answer = await ask(sale, body)
    expect([answer.status, answer.raw]).toEqual([202, expect.any(String)])
    const waiting = (await callConsole(server, 'staffConfirmationList', { as: await finance() })).body.pending
    expect(waiting.at(-1)).toMatchObject({
      before: { order: expect.any(String), leftCents: amount },
      after: { instalment, leftCents: 0, proof: body.reason },
    })
    expect((await confirm(answer)).status).toBeLessThan(300)
    return body
  }

  it('is noted by two people, leaves the card alone, tells the customer, and is shown', async () => {
    const sale = await bought()
    cards.answers(() => 'declined')
    await days(32)
    expect((await facts(sale)).states[0]).toBe('overdue')
    const wrong = await ask(sale, { instalment: 1, amount: 10_590, way: 'cash', receivedOn: today(), reason: 'x' })
    expect([wrong.status, wrong.error.message]).toEqual([409, expect.stringContaining('su importe es otro')])
    const body = await note(sale)
    expect(body).toMatchObject({ instalment: 1, amount: 10_591 })
    expect(await facts(sale)).toMatchObject({ last: 'paid_by_transfer', substatus: 'payment_process', paid: 1 })
    expect((await facts(sale)).states.slice(0, 2)).toEqual(['paid', 'pending'])
    expect((await ask(sale, body)).status).toBe(409)
    expect(await ledger(sale)).toEqual({ consumer_receivable: 60_000 - 9_592, interest_income: -999, cash: 10_591 })
    const letters = await server.ownerSql(`select purpose, channel from deliveries where purpose = 'payment_noted' and checkout_id = $1`, [
      sale.checkoutId,
    ])
    expect(letters).toEqual([{ purpose: 'payment_noted', channel: 'email' }])
    const seen = (await callConsole(server, 'consoleOperation', { as: await finance(), params: placeOf(sale) })).body
    expect(seen.notedPayments).toMatchObject([{ ...body, by: expect.stringContaining('Pilar') }])
    expect((await repayment(sale)).paidAmount).toBe(10_591)
    // The card is charged for the next one, and for nothing else.
    cards.answers(() => 'captured')
    await days(31)
    const charged = await server.ownerSql(
      `select instalment, amount_cents::int as cents from charges where operation_id = $1 and state = 'captured'`,
      [sale.operationId],
    )
    expect(charged).toEqual([{ instalment: 2, cents: 10_591 }])
  })

  it('received before it is due costs the interest until that day, whenever it is noted', async () => {
    const sale = await bought()
    await days(15)
    const received = today()
    await days(5)
    const { body } = await payable(sale, received)
    expect(body).toMatchObject({ instalment: 1, amount: 10_591 - 80, savedAmount: 80 })
    const answer = await ask(sale, { instalment: 1, amount: body.amount, way: 'cash', receivedOn: received, reason: 'Recibo 12' })
    await confirm(answer)
    expect(await facts(sale)).toMatchObject({ last: 'paid_in_cash', paid: 1 })
    expect(await ledger(sale)).toEqual({ consumer_receivable: 60_000 - 9_592, interest_income: -919, cash: 10_511 })
  })

  it('ends a plan in default once all of it is paid', async () => {
    const sale = await bought()
    cards.answers(() => 'declined')
    for (let month = 0; month < 7; month += 1) await days(31)
    const { suspension_reason: reason } = await see(server, hexOf(sale.operationId))
    expect(reason).toBe('default')
    for (let number = 1; number <= 6; number += 1) expect((await note(sale, 'cash')).instalment).toBe(number)
    const { substatus, events } = await see(server, hexOf(sale.operationId))
    expect([substatus, events.slice(-3)]).toEqual(['payment_completed', ['paid_in_cash', 'hold_lifted', 'last_instalment_collected']])
    expect((await payable(sale)).error.message).toBe('Esta operación no tiene ninguna cuota que el cliente pueda pagar ahora.')
    cards.answers(() => 'captured')
  })

  it('is refused to who may not, for a day that cannot be, and while the card is being charged', async () => {
    const sale = await bought()
    const support = await addStaff(server, ['support'])
    const body = { instalment: 1, amount: 10_591, way: 'cash', receivedOn: today(), reason: 'x' } as const
    expect((await ask(sale, body, support)).status).toBe(403)
    for (const day of ['2020-01-01', '2099-01-01']) expect((await payable(sale, day)).status).toBeGreaterThanOrEqual(400)
    cards.answers(() => 'pending')
    await days(32)
    const charging = await payable(sale)
    expect([charging.status, charging.error.message]).toEqual([409, expect.stringContaining('se está cobrando una cuota en la tarjeta')])
    expect((await ask(sale, body)).status).toBe(409)
  })
})
