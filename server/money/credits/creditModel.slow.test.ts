import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spanishIban } from '#domain/money/iban'
import { testRuns } from '#domain/testing/testRuns'
import { uuidOf } from '../../platform/calls/wire.ts'
import { type CreditFixture, startCreditFixture } from '../../testing/credits/creditFixture.ts'
import { ids } from '../../testing/testFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { bookRefundNews } from './payCredits.ts'

// Refunds and cancellations between unreliable cards, an unreliable bank, workers of two processes and customers who answer or not: what was credited is
// always what went back to cards, what was transferred and what waits.
const runs = Number(process.env['MODEL_RUNS'] ?? testRuns(60, 20))
const minute = 60_000
const accounts = [spanishIban('2100', '0418', '0200051332'), 'PT42999004180200051332123']

let fixture: CreditFixture
beforeAll(async () => {
  fixture = await startCreditFixture()
  fixture.server.stopClock()
})
afterAll(() => fixture.close())

const outcomes = fc.array(fc.constantFrom('succeeded', 'succeeded', 'pending', 'never', 'later', 'lost', 'late' as const), {
  minLength: 1,
  maxLength: 6,
})
const trouble = fc.array(fc.constantFrom('none', 'none', 'lost', 'late', 'twice' as const), { minLength: 1, maxLength: 6 })
const act = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 4_000 }) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('work' as const), said: outcomes, trouble, processes: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('answer' as const), account: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('settle' as const), state: fc.constantFrom('succeeded', 'declined' as const) }),
  fc.record({ kind: fc.constant('bounce' as const) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 90, 1_500, 4_400) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const credits = (operationId: string) =>
  fixture.server.ownerSql<{ id: string; state: string; amount: number; paid: number; under_way: number; link_generation: number | null }>(
    `select c.id, c.state, c.amount_cents::int as amount, c.paid_cents::int as paid, c.under_way_cents::int as under_way, q.link_generation
     from customer_credits c left join credit_queue q on q.credit_id = c.id where c.operation_id = $1`,
    [uuidOf(operationId)],
  )

async function perform(operationId: string, act: Act): Promise<void> {
  switch (act.kind) {
    case 'refund':
      return void (await fixture.refund(operationId, act.amount))
    case 'cancel':
      return fixture.cancel(operationId).catch(() => {})
    case 'wait':
      return fixture.server.moveClock(act.minutes * minute)
    case 'settle':
      return fixture.cards.settle(act.state)
    case 'bounce': {
      // A refund that had succeeded fails afterwards.
      const [payment] = (await fixture.payments(operationId)).filter(({ kind, state }) => kind === 'card' && state === 'succeeded')
      const refund = fixture.cards.refunds.get(payment?.id ?? '')
      if (!refund) return
      refund.answer = { state: 'declined', reference: 'back', retry: 'other_card', code: 'expired_card' }
      return void (await bookRefundNews(fixture.services, { id: refund.id, place: refund.place }))
    }
    case 'answer': {
      const [waiting] = (await credits(operationId)).filter(({ state }) => state === 'needs_account')
      if (!waiting) return
      const token = fixture.server.services.tokens.linkOf('credit', waiting.id, waiting.link_generation ?? 0)
      const answer = await fixture.server.call('customerCreditAccount', {
        params: { creditId: waiting.id.replaceAll('-', '') },
        headers: { authorization: `Bearer ${token}` },
        body: { iban: accounts[act.account] ?? '', holderName: 'Ana García' },
      })
      return void expect(answer.status).toBe(200)
    }
    case 'work': {
      let [cardCalls, sent] = [0, 0]
      fixture.cards.answers(() => act.said[cardCalls++ % act.said.length] ?? 'succeeded')
      fixture.trouble(() => act.trouble[sent++ % act.trouble.length] ?? 'none')
      await Promise.all(Array.from({ length: act.processes }, () => fixture.work()))
      fixture.cards.answers(() => 'succeeded')
      return fixture.trouble(() => 'none')
    }
  }
}

/** What partners have done agrees with what is stored: nothing is paid twice, and no charge gives back more than it took. */
async function assertPaid(operationId: string): Promise<void> {
  const rows = await credits(operationId)
  const payments = await fixture.payments(operationId)
  for (const { amount, paid, under_way: underWay } of rows) expect(paid + underWay).toBeLessThanOrEqual(amount)
  const ofCards = payments.filter(({ kind }) => kind === 'card')
  const atCards = ofCards.reduce((sum, { id }) => {
    const refund = fixture.cards.refunds.get(id)
    return sum + (refund && refund.answer.state !== 'declined' ? refund.cents : 0)
  }, 0)
  const stored = ofCards.filter(({ state }) => state !== 'declined').reduce((sum, { amount }) => sum + amount, 0)
  const unknown = ofCards.filter(({ state }) => state === 'asked' || state === 'pending').reduce((sum, { amount }) => sum + amount, 0)
  expect(atCards).toBeLessThanOrEqual(stored)
  expect(atCards).toBeGreaterThanOrEqual(stored - unknown)
  const charges = await fixture.server.ownerSql<{ id: string; amount: number }>(
    `select id, amount_cents::int as amount from charges where operation_id = $1`,
    [uuidOf(operationId)],
  )
  for (const { id, amount } of charges) expect(fixture.cards.refundedCents(id)).toBeLessThanOrEqual(amount)
}

it('credited = refunded on cards + transferred + waiting, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), fc.nat({ max: 3 }), async (acts, paid) => {
      const operationId = await fixture.sold({ paid })
      for (const one of [...acts, { kind: 'cancel' as const }]) {
        await perform(operationId, one)
        await assertPaid(operationId)
      }
      expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
      // In the end, with reliable partners and a customer who answers, all of it is paid.
      for (let round = 0; round < 12; round += 1) {
        fixture.server.moveClock(25 * 60 * minute)
        fixture.cards.settle('succeeded')
        await perform(operationId, { kind: 'answer', account: 0 })
        await fixture.work()
      }
      await assertPaid(operationId)
      for (const { state } of await credits(operationId)) expect(state).toBe('paid')
    }),
    { numRuns: runs, endOnFailure: true },
  )
  const [row] = await fixture.server.ownerSql<{ many: number }>(
    `select count(*)::int as many from customer_credits where merchant_id = $1`,
    [ids.merchantA1],
  )
  expect(row?.many).toBeGreaterThan(0)
  expect(await brokenBooks(fixture.server.database.ownerUrl)).toEqual([])
})
