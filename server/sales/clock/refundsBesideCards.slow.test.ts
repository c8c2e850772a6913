import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { mintScope } from '../../platform/database/scope.ts'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { CardChargeInFlight, holdOperation, liftHold, withdraw } from './suspendOperation.ts'
import { testCards, type TestCards } from '../../testing/clock/testCards.ts'
import { giveCard, issueTestKey, makeShop, see, writeOperation, type Shop } from '../../testing/clock/clockFixture.ts'

// Refunds at any time around an instalment's due date, with any card outcome at any time: nobody is credited with money that no card paid, and a debt is
// always still scheduled for collection.
const runs = Number(process.env.MODEL_RUNS ?? testRuns(40, 2))
const merchantId = hexOf(ids.merchantA1)
const scope = mintScope(ids.merchantA1, 'live')
const [second, minute, day] = [1_000, 60_000, 86_400_000]

let server: TestServer
let cards: TestCards
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2027-03-09T11:00:00Z') })
  server.stopClock()
  cards = testCards(server.services.payments.cards)
  server.services.payments = { ...server.services.payments, cards }
  shop = makeShop(server, await issueTestKey(server, ids.merchantA1, 'live', 'private'))
})
afterAll(() => server.close())

const answers = ['captured', 'declined', 'unreachable', 'lost'] as const
type Answer = (typeof answers)[number]
const acts = ['panelRefund', 'panelCancel', 'keyRefund', 'keyCancel', 'undo', 'withdraw', 'hold', 'lift'] as const
type Act = { act: (typeof acts)[number]; share: number }
/** A second, past the undo period, some hours, or 10 s before or after the midnight at which the next instalment falls due. */
const moves = [second, 21 * second, 5 * 3_600_000, 'beforeDue', 'afterDue'] as const
type Step = { kind: 'act'; what: Act } | { kind: 'move'; by: (typeof moves)[number] } | { kind: 'clock'; answer: Answer; meanwhile: Act[] }

const act = fc.record({ act: fc.constantFrom(...acts), share: fc.constantFrom(1, 30, 60, 90, 100) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('act' as const), what: act }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), by: fc.constantFrom(...moves) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      answer: fc.constantFrom(...answers),
      meanwhile: fc.array(act, { maxLength: 2 }),
    }),
  },
)
const scenario = fc.record({
  hold: fc.constantFrom(0, 20),
  numInstalments: fc.integer({ min: 1, max: 3 }),
  tinBps: fc.constantFrom(0, 1999),
  downpayment: fc.constantFrom('none' as const, 'equal' as const),
  card: fc.constantFrom(true, true, true, false),
  /** Hours relative to the first due date. */
  startsAt: fc.integer({ min: -23, max: 23 }),
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
})

/** Cancelled by a program while the card declines; refunded in full by one before the deadline runs, and again from the panel meanwhile. */
const plan = { hold: 0, numInstalments: 2, tinBps: 1999, downpayment: 'none', card: true, startsAt: 2 } as const
const surely: [typeof scenario extends fc.Arbitrary<infer S> ? S : never][] = [
  [{ ...plan, steps: [{ kind: 'clock', answer: 'declined', meanwhile: [{ act: 'keyCancel', share: 100 }] }] }],
  [
    {
      ...plan,
      steps: [
        { kind: 'act', what: { act: 'keyRefund', share: 60 } },
        { kind: 'clock', answer: 'lost', meanwhile: [{ act: 'panelRefund', share: 30 }] },
      ],
    },
  ],
]

type Money = {
  paid: number
  captured: number
  first: number
  credited: number
  waiting: boolean
  due: string | null
  due_cents: number
  due_state: string
}
async function moneyOf(operationId: string): Promise<Money> {
  const [row] = await server.ownerSql<Money>(
    `select (select coalesce(sum(i.amount_cents), 0)::integer from instalments i where i.operation_id = o.id and i.paid_at is not null) as paid,
       (select coalesce(sum(c.amount_cents), 0)::integer from charges c where c.operation_id = o.id and c.instalment is not null and c.state = 'captured') as captured,
       (o.downpayment_cents + o.opening_fee_cents)::integer as first,
       (select coalesce(sum(r.credit_to_customer_cents), 0)::integer from refunds r where r.operation_id = o.id and r.state = 'completed') as credited,
       o.substatus <> 'payment_process' or o.next_due_on is null or exists (select from deadlines d where d.object_id = o.id and d.kind = 'instalment')
         or exists (select from charges c where c.operation_id = o.id and c.state = 'asked') as waiting,
       n.due_on::text as due, n.amount_cents::integer as due_cents, n.state as due_state
     from operations o left join lateral (select * from instalments i where i.operation_id = o.id and i.state in ('pending', 'overdue') and i.amount_cents > 0
       order by i.number limit 1) n on true where o.id = $1`,
    [uuidOf(operationId)],
  )
  if (!row) throw new Error('no operation')
  return row
}

const seen = new Map<string, number>()
const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1)

async function give(operationId: string, { act: name, share }: Act): Promise<number> {
  const params = { merchantId, operationId }
  const by = { params, as: 'ownerA', key: randomUUID() } as const
  const { body } = await server.call('operationDetail', { params, as: 'ownerA' })
  const amount = Math.max(1, Math.floor((body.remainingAmount * share) / 100))
  const program = (path: string, asked?: object) =>
    shop('POST', `/orders/${operationId}/${path}`, { ...(asked && { body: asked }), headers: { 'idempotency-key': randomUUID() } })
  const write = <T>(work: Parameters<typeof server.services.database.write<T>>[1]) => server.services.database.write(scope, work)
  const provider = { operationId: uuidOf(operationId) ?? '', now: server.services.now() }
  switch (name) {
    case 'panelRefund':
      return (await server.call('operationRefund', { ...by, body: { amount } })).status
    case 'panelCancel':
      return (await server.call('operationCancel', by)).status
    case 'keyRefund':
      return (await program('refund', { amount })).status
    case 'keyCancel':
      return (await program('cancel')).status
    case 'undo': {
      const held = body.refunds.find(({ state }) => state === 'held')
      return held ? (await server.call('operationRefundUndo', { ...by, params: { ...params, refundId: held.id } })).status : 409
    }
    case 'withdraw': {
      const withdrawal = write((db) => withdraw(db, scope, { ...provider, withPurchase: share > 50 }))
      return withdrawal.then(
        () => 204,
        (error: unknown) => {
          if (!(error instanceof CardChargeInFlight)) throw error
          return 409
        },
      )
    }
    case 'hold':
      return (await write((db) => holdOperation(db, scope, { ...provider, hold: share > 50 ? 'dispute' : 'fraud_hold' }))) ? 204 : 409
    case 'lift':
      return (await write((db) => liftHold(db, scope, provider))) ? 204 : 409
  }
}

async function runClock(answer: Answer, meanwhile: () => Promise<void>): Promise<void> {
  let first = true
  cards.answers(() => (answer === 'unreachable' || answer === 'declined' ? answer : 'captured'))
  cards.meanwhile(async () => {
    if (first) await meanwhile()
    first = false
    if (answer === 'lost') throw new Error('the answer was lost')
  })
  await server.runClock({ ...server.services, log: () => {} }).catch((error: unknown) => {
    if (!/no answer|was lost/.test(String(error))) throw error
    count(answer)
  })
}

const moveTo = (at: number) => server.moveClock(Math.max(0, at - server.services.now().getTime()))

it('nobody is credited with what no card paid, and no instalment loses its collection', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ hold, card, startsAt, steps, ...terms }) => {
      server.services.config.refundHoldSeconds = hold
      const capturedAt = new Date(server.services.now().getTime() - 27 * day)
      const operationId = await writeOperation(server.database.ownerUrl, { totalCents: 46_699, createdAt: capturedAt, ...terms })
      if (card) await giveCard(server, [operationId])
      const dueAt = startOfMadridDay(localDate((await see(server, operationId)).next_due_on ?? '')).getTime()
      moveTo(dueAt + startsAt * 3_600_000)
      /** Today's instalment as of midnight: it does not change before the card has answered. */
      let frozen: { due: string; cents: number } | undefined
      const check = async () => {
        const now = await moneyOf(operationId)
        expect(now.paid).toBe(now.captured)
        expect(now.credited).toBeLessThanOrEqual(now.first + now.captured)
        expect(now.waiting).toBe(true)
        const { substatus } = await see(server, operationId)
        const today = madridDay(server.services.now())
        if (substatus !== 'payment_process' || now.due_state !== 'pending' || now.due !== today) return void (frozen = undefined)
        if (frozen?.due === today) expect(now.due_cents).toBe(frozen.cents)
        frozen = { due: today, cents: now.due_cents }
      }
      for (const step of steps) {
        if (step.kind === 'act') {
          const status = await give(operationId, step.what)
          expect(status).toBeLessThan(500)
          if (status < 300) count(step.what.act)
        } else if (step.kind === 'move') {
          const next = (await moneyOf(operationId)).due
          const midnight = next === null ? 0 : startOfMadridDay(localDate(next)).getTime()
          if (typeof step.by === 'number') server.moveClock(step.by)
          else moveTo(midnight + (step.by === 'beforeDue' ? -10 : 10) * second)
        } else {
          await runClock(step.answer, async () => {
            for (const act of step.meanwhile) if ((await give(operationId, act)) < 300) count(`${act.act} while the card is asked`)
          })
        }
        await check()
      }
      // The card answers in the end, and what waited for it goes out: at the latest when a job with exhausted retries is requeued after an hour.
      const waiting = async () =>
        (
          await server.ownerSql<{ asked: number; held: number }>(
            `select (select count(*)::integer from charges where operation_id = $1 and state = 'asked') as asked,
               (select count(*)::integer from refunds where operation_id = $1 and state = 'held') as held`,
            [uuidOf(operationId)],
          )
        )[0]
      let rest = await waiting()
      for (let tries = 0; tries < 6 && (tries === 0 || rest?.asked !== 0 || rest.held !== 0); tries += 1) {
        server.moveClock(20 * minute)
        await runClock('captured', async () => {})
        rest = await waiting()
      }
      await check()
      expect(rest).toEqual({ asked: 0, held: 0 })
      for (const event of (await see(server, operationId)).events) count(event)
    }),
    { numRuns: runs, endOnFailure: true, examples: surely },
  )
  // Each of them must have happened, or the test proves nothing.
  for (const name of ['keyRefund', 'keyCancel', 'panelRefund', 'panelCancel', 'withdraw', 'instalment_collected', 'instalment_declined'])
    expect([name, (seen.get(name) ?? 0) > 0]).toEqual([name, true])
  for (const name of ['lost', 'unreachable', 'keyCancel while the card is asked', 'panelRefund while the card is asked'])
    expect([name, (seen.get(name) ?? 0) > 0]).toEqual([name, true])
})
