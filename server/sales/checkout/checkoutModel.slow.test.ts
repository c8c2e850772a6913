import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { nextState, type OperationEvent, type OperationState } from '#domain/sales/operations/lifecycle'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import {
  badCard,
  beginSale,
  brokenBooks,
  goodCard,
  goTo,
  someone,
  type Caller,
  type Stage,
  type TestSale,
} from '../../testing/checkout/testSale.ts'

// Customers in two browsers, their shop and a failing provider, in random mixes and bursts: a sale is signed or not, its hold follows, each event of its
// history is a lifecycle transition, and the ledger balances.
const runs = Number(process.env.MODEL_RUNS ?? testRuns(60, 4))
let server: TestServer
let bank: ReturnType<typeof testCards>
beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql(`update merchant_terms set instalments_allowed = array[3] where product = 'pay_in_4'`)
})
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([])
  await server.close()
})

const acts = {
  payIn4: (call: Caller) => call('checkoutPlan', { product: 'pay_in_4', numInstalments: 3 }),
  instalments: (call: Caller) => call('checkoutPlan', { product: 'instalments', numInstalments: 6 }),
  consent: (call: Caller) => call('checkoutConsent', { privacy: true, creditCheck: true }),
  rightCode: async (call: Caller, sale: TestSale) => call('checkoutCode', { code: await sale.code() }),
  wrongCode: (call: Caller) => call('checkoutCode', { code: '000000' }),
  identify: (call: Caller) => call('checkoutIdentify', someone()),
  goodCard: (call: Caller) => call('checkoutCard', { token: goodCard }),
  badCard: (call: Caller) => call('checkoutCard', { token: badCard }),
  acceptPayIn4: (call: Caller) => call('checkoutConfirm', { expectedFirstPayment: 3_248, expectedTotalPrice: 12_990 }),
  acceptInstalments: async (call: Caller) => {
    const plan = (await call('checkoutView')).body.plans.find((one) => one.product === 'instalments' && one.numInstalments === 6)
    return call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: plan?.totalPrice ?? 0 })
  },
  dismiss: (call: Caller) => call('checkoutDismiss'),
  shopCancels: (_: Caller, sale: TestSale) =>
    server.call('operationCancel', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1), operationId: hexOf(sale.operationId) } }),
  unreachable: async () => bank.fail('authorise', 'after'),
  half: async () => bank.fail('capture', 'after'),
  aMinute: async () => server.moveClock(61_000),
} as const
type Act = keyof typeof acts
const names = Object.keys(acts) as Act[]
const accepting: Act[] = ['acceptPayIn4', 'acceptInstalments']
// Terminal actions are rare, so that most runs reach the signature.
const act = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...names.filter((name) => name !== 'dismiss' && name !== 'shopCancels')) },
  { weight: 14, arbitrary: fc.constantFrom(...accepting) },
  { weight: 1, arbitrary: fc.constantFrom<Act>('dismiss', 'shopCancels') },
)
const burst = fc.array(fc.record({ act, other: fc.integer({ min: 0, max: 5 }) }), { minLength: 1, maxLength: 4 })

type Facts = {
  substatus: string
  reason: string | null
  captured: number
  product: string
  captures: number
  history: OperationEvent[]
  charges: string[]
}

/** In one statement, because the shop's workers run meanwhile. */
async function readFacts(sale: TestSale): Promise<Facts> {
  const [facts] = await server.ownerSql<Facts>(
    `select o.substatus, coalesce(o.suspension_reason, o.status_reason) as reason, o.captured_cents::integer as captured, o.product,
      (select count(*)::integer from captures c where c.operation_id = o.id) as captures,
      (select json_agg(e.event order by e.seq) from operation_events e where e.operation_id = o.id and e.event !~ '_(held|undone)$') as history,
      (select coalesce(json_agg(c.state), '[]') from charges c where c.operation_id = o.id and c.instalment is null and c.state in ('authorised', 'captured')) as charges
    from operations o where o.id = $1`,
    [sale.operationId],
  )
  if (!facts) throw new Error('no such operation')
  return facts
}

it(`money and history are consistent in ${runs} random sales`, async () => {
  const ended = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Stage>('plan', 'code', 'card', 'summary', 'summary', 'summary'),
      fc.array(burst, { minLength: 3, maxLength: 8 }),
      async (stage, bursts) => {
        bank = testCards()
        server.services.payments.cards = bank.cards
        const sale = await beginSale(server, { totalCents: 12_990 })
        await goTo(sale, stage, { who: someone(), plan: { product: 'pay_in_4', numInstalments: 3 } })
        const other = sale.browser()
        for (const together of bursts)
          await Promise.all(
            together.map(async (one) => {
              const answer = await acts[one.act](one.other === 0 ? other : sale.call, sale)
              if (answer) expect(answer.status, `${one.act}: ${answer.raw}`).toBeLessThan(500)
            }),
          )
        const end = await settled(sale)
        ended.set(end, (ended.get(end) ?? 0) + 1)
      },
    ),
    { numRuns: runs, endOnFailure: true },
  )
  // Runs without a signature would prove nothing about signing.
  expect(ended.get('payment_process') ?? 0).toBeGreaterThan(runs / 20)

  expect(ended.size).toBeGreaterThan(2)
})

/** Checks a sale against its history, its hold and its captures; returns its state. */
async function settled(sale: TestSale): Promise<string> {
  const { substatus, reason, captured, product, captures, history, charges } = await readFacts(sale)
  let state: OperationState | null = null
  for (const event of history) {
    state = nextState(state, event)
    expect(state, `${event} in ${history.join(', ')}`).not.toBeNull()
  }
  expect([state?.substatus, state?.suspensionReason ?? state?.statusReason]).toEqual([substatus, reason])
  const standing = [...bank.holds.values()].map((hold) => hold.state).filter((one) => one === 'held' || one === 'captured')
  const isSigned = captured > 0
  expect(standing.length).toBeLessThanOrEqual(1)
  if (isSigned) expect([standing, charges]).toEqual(product === 'pay_in_4' ? [['captured'], ['captured']] : [[], []])
  // A hold whose answer was lost is on record, so that it can be found and released.
  else expect(charges.length).toBeGreaterThanOrEqual(standing.length)
  expect(captures).toBe(isSigned ? 1 : 0)
  return substatus
}
