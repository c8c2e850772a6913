import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { type CreditFixture, merchantId, startCreditFixture } from '../../testing/credits/creditFixture.ts'

let fixture: CreditFixture
beforeAll(async () => {
  fixture = await startCreditFixture()
  fixture.server.stopClock()
})
beforeEach(() => fixture.cards.answers(() => 'succeeded'))
afterAll(() => fixture.close())

const minute = 60_000
const provenBooks = async () => expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
const amounts = (rows: readonly { kind: string; state: string; amount: number }[]) =>
  rows.map(({ kind, state, amount }) => `${kind} ${state} ${amount}`).toSorted()
const letters = (operationId: string) =>
  fixture.server
    .ownerSql<{ purpose: string }>(
      `select d.purpose from deliveries d join customer_credits c on c.id = d.credit_id join operations o on o.id = c.operation_id
       where replace(o.id::text, '-', '') = $1 order by d.created_at, d.generation`,
      [operationId],
    )
    .then((rows) => rows.map(({ purpose }) => purpose))

it('gives a cancelled purchase back to the charges that paid it, newest first, each once', async () => {
  const operationId = await fixture.sold({ downpayment: 'equal' })
  await fixture.cancel(operationId)
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'refunding', amount: 4_500, paid: 0 })
  await provenBooks()
  await Promise.all([fixture.work(), fixture.work()])
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 4_500, under_way: 0, task_since: null })
  expect(amounts(await fixture.payments(operationId))).toEqual(Array.from({ length: 3 }, () => 'card succeeded 1500'))
  expect([fixture.cards.refundedCents(), fixture.cards.counts.asked, fixture.cards.counts.looked]).toEqual([4_500, 3, 0])
  expect(await letters(operationId)).toEqual(['credit_paid'])
  await provenBooks()
})

it('pays two credits of one operation with what is left of its charges', async () => {
  const operationId = await fixture.sold()
  // 20,00 € are still owed, so 5,00 € of the first refund are a credit.
  expect(await fixture.refund(operationId, 2_500)).toBe(201)
  expect(await fixture.refund(operationId, 3_000)).toBe(201)
  await fixture.work()
  const rows = await fixture.payments(operationId)
  expect(rows.reduce((sum, { amount, state }) => sum + (state === 'succeeded' ? amount : 0), 0)).toBe(3_500)
  for (const { charge_id: id } of rows) expect(fixture.cards.refundedCents(id ?? '')).toBeLessThanOrEqual(2_000)
  await provenBooks()
})

it('asks the partner by our id after a lost answer, and pays once', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  const before = fixture.cards.refundedCents()
  fixture.cards.answers(() => 'late')
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'refunding', paid: 0, under_way: 2_000 })
  expect(await letters(operationId)).toEqual([])
  await provenBooks()
  fixture.cards.answers(() => 'succeeded')
  const { asked: calls, looked } = fixture.cards.counts
  fixture.server.moveClock(2 * minute)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', paid: 2_000 })
  expect([fixture.cards.refundedCents() - before, fixture.cards.counts.asked - calls, fixture.cards.counts.looked - looked]).toEqual([
    2_000, 0, 1,
  ])
  expect(amounts(await fixture.payments(operationId))).toEqual(['card succeeded 2000'])
})

it('sends a refund again by the same id when the partner never received it', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'lost')
  await fixture.work()
  fixture.cards.answers(() => 'pending')
  fixture.server.moveClock(2 * minute)
  await fixture.work()
  const [payment, ...others] = await fixture.payments(operationId)
  expect([payment?.state, others.length, fixture.cards.refunds.get(payment?.id ?? '')?.received]).toEqual(['pending', 0, 1])
  expect(await letters(operationId)).toEqual([])
  fixture.cards.settle('succeeded')
  fixture.server.moveClock(40 * minute)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid' })
  expect(await letters(operationId)).toEqual(['credit_paid'])
})

it('makes a refund that its card leaves pending for three working days a task for staff, until it is answered', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'pending')
  await fixture.work()
  expect((await fixture.credit(operationId)).task_since).toBeNull()
  fixture.server.moveClock(7 * 24 * 60 * minute)
  await fixture.work()
  expect((await fixture.credit(operationId)).task_since).not.toBeNull()
  fixture.cards.settle('succeeded')
  fixture.server.moveClock(60 * minute)
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid', task_since: null })
})

it('tries what a charge does not take on the older ones, and asks the customer for an account for the rest', async () => {
  const operationId = await fixture.sold()
  await fixture.cancel(operationId)
  let calls = 0
  fixture.cards.answers(() => (calls++ === 0 ? 'never' : 'succeeded'))
  await fixture.work()
  expect(amounts(await fixture.payments(operationId))).toEqual(['card declined 2000', 'card succeeded 2000'])
  expect(await fixture.credit(operationId)).toMatchObject({
    state: 'needs_account',
    amount: 4_000,
    paid: 2_000,
    under_way: 0,
    link_generation: 1,
  })
  expect(await letters(operationId)).toEqual(['credit_account'])
  await provenBooks()
})

it('asks a card that says "later" three times more, and then the customer', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'later')
  for (const hours of [0, 1, 24, 24]) {
    fixture.server.moveClock(hours * 60 * minute + minute)
    expect(await fixture.credit(operationId)).toMatchObject({ state: 'refunding' })
    await fixture.work()
  }
  expect(amounts(await fixture.payments(operationId))).toEqual(Array.from({ length: 4 }, () => 'card declined 2000'))
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'needs_account' })
  await provenBooks()
})

it('reminds the customer twice, and then gives the provider’s staff a task; later credits do not wait for it', async () => {
  const [operationId, other] = [await fixture.sold({ paid: 1 }), await fixture.sold({ paid: 1 })]
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ reminders: 0, task_since: null })
  for (let day = 0; day < 8; day += 1) {
    fixture.server.moveClock(24 * 60 * minute)
    await fixture.work()
  }
  expect(await letters(operationId)).toEqual(['credit_account', 'credit_account', 'credit_account'])
  expect(await fixture.credit(operationId)).toMatchObject({
    state: 'needs_account',
    reminders: 2,
    due_at: null,
    task_since: expect.any(Date),
  })
  fixture.cards.answers(() => 'succeeded')
  await fixture.cancel(other)
  await fixture.work()
  expect(await fixture.credit(other)).toMatchObject({ state: 'paid' })
})

it('gives staff a task at once when the customer has neither e-mail nor phone', async () => {
  const operationId = await fixture.sold({ paid: 1, email: '', phone: null })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'needs_account', task_since: expect.any(Date) })
  expect(await letters(operationId)).toEqual([])
})

it('in test mode a card is refunded too, and nobody is written to', async () => {
  const operationId = await fixture.sold({ mode: 'sandbox', paid: 1 })
  await fixture.server.call('operationCancel', { params: { merchantId, operationId }, as: 'ownerA', mode: 'sandbox' })
  await fixture.work()
  expect(await fixture.credit(operationId)).toMatchObject({ state: 'paid' })
  const sent = await fixture.server.ownerSql(`select from outbox where kind = 'credit_message' and mode = 'sandbox'`)
  expect(sent).toEqual([])
})

it('the database refuses to give back more than a charge took, and to pay more than is owed', async () => {
  const operationId = await fixture.sold({ paid: 1 })
  await fixture.cancel(operationId)
  const { id } = await fixture.credit(operationId)
  const more = (statement: string) => fixture.server.ownerSql(statement, [id])
  await expect(
    more(
      'update charges set refunded_cents = amount_cents + 1 where operation_id = (select operation_id from customer_credits where id = $1)',
    ),
  ).rejects.toThrow('charges_refunded')
  await expect(more('update customer_credits set under_way_cents = amount_cents + 1 where id = $1')).rejects.toThrow(
    'customer_credits_once',
  )
  await fixture.work()
})
