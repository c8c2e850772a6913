import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CreditFixture, merchantId, startCreditFixture } from '../../testing/credits/creditFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { madridDay } from '#domain/platform/dates'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { ids } from '../../testing/testFixture.ts'
import { addProviderKey, callProvider } from '../../testing/provider/testProviderKey.ts'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'

let fixture: CreditFixture
beforeAll(async () => {
  fixture = await startCreditFixture()
})
afterAll(() => fixture.close())

const day = 86_400_000

/** A credit of 20,00 € that no card takes, as many days later as given. */
async function refused(days = 0): Promise<{ operationId: string; creditId: string }> {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  for (let passed = 0; passed < days; passed += 1) {
    fixture.server.moveClock(day)
    await fixture.work()
  }
  fixture.cards.answers(() => 'succeeded')
  return { operationId, creditId: (await fixture.credit(operationId)).id.replaceAll('-', '') }
}

it('staff see what customers are owed, have cards asked again and send another link', async () => {
  const ana = await addStaff(fixture.server, ['finance'])
  const { operationId, creditId } = await refused()
  const params = { creditId }
  const { body } = await callConsole(fixture.server, 'consoleCreditList', { as: ana })
  expect(body).toMatchObject({
    open: 1,
    left: 2_000,
    tasks: 0,
    credits: [{ id: creditId, operationId, state: 'needs_account', left: 2_000 }],
  })
  expect((await callConsole(fixture.server, 'consoleCreditAskAccount', { as: ana, params })).status).toBe(204)
  expect((await fixture.credit(operationId)).link_generation).toBe(2)
  expect((await callConsole(fixture.server, 'consoleCreditRetry', { as: ana, params })).status).toBe(204)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 2_000 })
  const again = await callConsole(fixture.server, 'consoleCreditRetry', { as: ana, params })
  expect([again.status, again.error.type]).toEqual([409, 'ProviderActionNotAllowed'])
  const paid = await callConsole(fixture.server, 'consoleCreditList', { as: ana, query: { list: 'paid' } })
  expect(paid.body.credits).toMatchObject([{ id: creditId, left: 0 }])
})

it('a credit that nobody could pay is a task, and settled by hand by two people', async () => {
  const { operationId, creditId } = await refused(8)
  const [ana, berta] = [await addStaff(fixture.server, ['finance']), await addStaff(fixture.server, ['finance'])]
  const queue = await callConsole(fixture.server, 'consoleWork', { as: ana, query: { kind: 'credit_unpaid' } })
  expect(queue.body.items).toMatchObject([{ kind: 'credit_unpaid', id: creditId, facts: { amount: 2_000 } }])

  const answer = await callConsole(fixture.server, 'consoleCreditSettle', {
    as: ana,
    params: { creditId },
    body: { reason: 'Cheque entregado' },
  })
  expect(answer.status).toBe(202)
  expect((await fixture.credit(operationId)).state).toBe('needs_account')
  const { body } = await callConsole(fixture.server, 'staffConfirmationList', { as: berta })
  const [confirmation] = body.pending
  expect(confirmation).toMatchObject({ after: { leftCents: 0, howPaid: 'Cheque entregado' } })
  const confirmed = await callConsole(fixture.server, 'staffConfirmationConfirm', {
    as: berta,
    params: { confirmationId: confirmation?.id ?? '' },
  })
  expect(confirmed.status).toBeLessThan(300)
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 2_000, task_since: null })
  const [, byHand] = await fixture.payments(operationId)
  expect(byHand).toMatchObject({ kind: 'manual', state: 'succeeded', amount: 2_000, reason: 'Cheque entregado' })
  expect((await callConsole(fixture.server, 'consoleWork', { as: ana, query: { kind: 'credit_unpaid' } })).body.items).toEqual([])
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})

it('the provider’s own systems read refunds, credits and the day’s figures, as each of them changes', async () => {
  const key = await addProviderKey(fixture.server)
  const before = new Date(fixture.server.services.now().getTime() - 1).toISOString()
  const { operationId, creditId } = await refused()
  const refunds = await callProvider(fixture.server, key, 'providerRefundList', { query: { changedSince: '2020-01-01T00:00:00Z' } })
  expect(refunds.body.results.at(-1)).toMatchObject({
    id: creditId,
    operationId,
    mode: 'live',
    kind: 'cancel',
    state: 'completed',
    amount: 6_000,
    creditToCustomer: 2_000,
  })
  const creditAnswer = () => callProvider(fixture.server, key, 'providerCredit', { params: { creditId } })
  expect((await creditAnswer()).body).toMatchObject({
    operationId,
    amount: 2_000,
    paid: 0,
    state: 'needs_account',
    payments: [{ kind: 'card', state: 'declined' }],
  })
  const list = async () => (await callProvider(fixture.server, key, 'providerCreditList')).body.results
  const changedAt = (await list()).at(-1)?.changedAt ?? ''
  const ana = await addStaff(fixture.server, ['finance'])
  expect((await callConsole(fixture.server, 'consoleCreditRetry', { as: ana, params: { creditId } })).status).toBe(204)
  await fixture.work()
  await expect.poll(async () => (await list()).at(-1)).toMatchObject({ id: creditId, state: 'paid', paid: 2_000, underWay: 0 })
  expect(((await list()).at(-1)?.changedAt ?? '') > changedAt).toBe(true)
  expect((await callProvider(fixture.server, key, 'providerRefund', { params: { refundId: 'f'.repeat(32) } })).status).toBe(404)

  const day = madridDay(new Date(before))
  const figures = await callProvider(fixture.server, key, 'providerFigures', { params: { day } })
  const [shop] = figures.body.results
  expect(shop).toMatchObject({ on: day, cancelled: { count: expect.any(Number), amount: expect.any(Number) } })
  const own = await callProvider(fixture.server, key, 'providerMerchantFigures', {
    params: { merchantId: shop?.merchantId ?? '' },
    query: { from: day, to: day },
  })
  expect(own.body.results).toEqual([shop])
  expect((await callProvider(fixture.server, key, 'providerFigures', { params: { day: '2026-02-30' } })).status).toBe(400)
})

it('a payment outside the card is paid back by transfer, and the books tell it from a card payment', async () => {
  const { server } = fixture
  const operationId = await fixture.sold({ paid: 1 })
  const [ana, berta] = [await addStaff(server, ['finance']), await addStaff(server, ['finance'])]
  const params = { accountId: hexOf(ids.accountA), merchantId, operationId }
  const receivedOn = madridDay(server.services.now())
  const { body: payable } = await callConsole(server, 'consoleOperationPayable', { as: ana, params, query: { receivedOn } })
  const body = { instalment: payable.instalment, amount: payable.amount, way: 'cash', receivedOn, reason: 'Recibo 31' } as const
  const answer = await callConsole(server, 'consoleOperationNotePayment', { as: ana, params, body })
  const confirmation = { confirmationId: (JSON.parse(answer.raw) as { confirmation: { id: string } }).confirmation.id }
  expect((await callConsole(server, 'staffConfirmationConfirm', { as: berta, params: confirmation })).status).toBeLessThan(300)
  await fixture.cancel(operationId)
  await fixture.work()
  // 20,00 € were paid by card, and as much in cash.
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'needs_account', amount: 4_000, paid: 2_000 })
  expect(await fixture.payments(operationId)).toMatchObject([{ kind: 'card', amount: 2_000, state: 'succeeded' }])
  expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
  // A payment that was noted and never booked, or taken by a card as well, does not stay hidden.
  const change = (cents: number) =>
    server.ownerSql('update noted_payments set amount_cents = amount_cents + $2 where operation_id = $1', [uuidOf(operationId), cents])
  await change(100)
  expect((await brokenBooks(server.database.ownerUrl)).map((rule) => rule.split(':')[0])).toEqual([
    expect.stringContaining('one payment noted by hand'),
    'what the books had in cash outside the card is what was noted by hand',
  ])
  await change(-100)
})
