import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { badCard, beginSale, brokenBooks, goodCard, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'

let server: TestServer
let bank: ReturnType<typeof testCards>
beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql(`update merchant_terms set instalments_allowed = array[3], max_cents = 300000 where product = 'pay_in_4'`)
})
beforeEach(() => {
  bank = testCards()
  server.services.payments.cards = bank.cards
})
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([])
  await server.close()
})

// 129,90 € in four: 32,48 € today and three more.
const total = 12_990
const payIn4 = { product: 'pay_in_4' as const, numInstalments: 3 }
const expected = { expectedFirstPayment: 3_248, expectedTotalPrice: total }
async function ready(options: { card?: string } = {}): Promise<TestSale> {
  const sale = await beginSale(server, { totalCents: total })
  await goTo(sale, 'summary', { who: someone(), plan: payIn4, ...options })
  return sale
}
const charges = (sale: TestSale) =>
  server.ownerSql<{ id: string; attempt: number; state: string; amount_cents: string; provider_reference: string | null }>(
    'select id, attempt, state, amount_cents, provider_reference from charges where operation_id = $1 order by attempt',
    [sale.operationId],
  )
const states = async (sale: TestSale) => (await charges(sale)).map(({ attempt, state }) => `${attempt} ${state}`)
const held = () => [...bank.holds.values()].map(({ state }) => state)
const operation = async (sale: TestSale) =>
  (
    await server.ownerSql<Record<string, unknown>>('select substatus, captured_cents, status_reason from operations where id = $1', [
      sale.operationId,
    ])
  )[0]
const captures = async (sale: TestSale) =>
  (await server.ownerSql('select from captures where operation_id = $1', [sale.operationId])).length

describe('a declined card', () => {
  it('removes only the card; another card is another attempt', async () => {
    const sale = await ready({ card: badCard })
    const answer = await sale.call('checkoutConfirm', expected)
    expect([answer.status, answer.error.type]).toEqual([409, 'CardDeclined'])
    const seen = await sale.call('checkoutView')
    expect(seen.body).toMatchObject({ status: 'open', step: 'card', card: null, chosen: payIn4, customer: { firstName: 'Ana' } })
    expect([await states(sale), held()]).toEqual([['1 declined'], ['declined']])
    await sale.call('checkoutCard', { token: goodCard })
    expect((await sale.call('checkoutConfirm', expected)).body.status).toBe('approved')
    expect([await states(sale), held()]).toEqual([
      ['1 declined', '2 captured'],
      ['declined', 'captured'],
    ])
    expect(await captures(sale)).toBe(1)
  })

  it('is detected immediately when nothing is paid today, because the instalments will be charged to it', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'card', { who: someone() })
    const answer = await sale.call('checkoutCard', { token: badCard })
    expect([answer.status, answer.error.type]).toEqual([409, 'CardDeclined'])
    expect((await sale.call('checkoutView')).body.step).toBe('card')
    expect(await server.ownerSql('select from payment_methods where operation_id = $1', [sale.operationId])).toEqual([])
  })

  it.each(['4111111111111111', 'tok_other_provider_1', 'sim_accepted_visa_411111_x', 'sim_maybe_visa_1111_aaaa'])(
    'a token that the hosted field did not create is refused: %s',
    async (token) => {
      const sale = await beginSale(server)
      await goTo(sale, 'card', { who: someone() })
      const answer = await sale.call('checkoutCard', { token })
      expect([answer.status, answer.error.fields?.[0]?.name]).toEqual([400, 'token'])
    },
  )
})

describe('confirming', () => {
  it('in two tabs concurrently holds once, captures once and approves both', async () => {
    const sale = await ready()
    const answers = await Promise.all([sale.call('checkoutConfirm', expected), sale.call('checkoutConfirm', expected)])
    expect(answers.map(({ status, body }) => `${status} ${body.status}`)).toEqual(['200 approved', '200 approved'])
    expect([await states(sale), held(), await captures(sale)]).toEqual([['1 captured'], ['captured'], 1])
    expect(await server.ownerSql(`select from deliveries where checkout_id = $1 and purpose = 'outcome'`, [sale.checkoutId])).toHaveLength(
      1,
    )
  })

  it('twenty times concurrently, with a plan change in between, never holds two amounts nor captures the wrong one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await ready()
      bank.holds.clear()
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => sale.call('checkoutConfirm', expected)),
        sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 }),
        ...Array.from({ length: 6 }, () => sale.call('checkoutConfirm', expected)),
      ])
      expect(answers.every(({ status }) => status === 200 || status === 409 || status === 429)).toBe(true)
      const done = (await operation(sale))?.substatus === 'payment_process'
      const seen = await sale.call('checkoutView')
      expect(seen.body.chosen?.product).toBe(done ? 'pay_in_4' : 'instalments')
      expect(held().filter((state) => state !== 'released')).toEqual(done ? ['captured'] : [])
      expect(await captures(sale)).toBe(done ? 1 : 0)
    }
  })

  it('notifies the user who created the link, once, and nobody for an order created by a program', async () => {
    const notices = () => server.ownerSql<{ user_id: string }>(`select user_id from notifications where type = 'link_signed'`)
    await server.ownerSql(`delete from notifications where type = 'link_signed'`)
    await (await ready()).call('checkoutConfirm', expected)
    expect(await notices()).toEqual([])
    const sale = await ready()
    await server.ownerSql('update checkouts set created_by = $1 where id = $2', [personas.editorA.id, sale.checkoutId])
    await Promise.all([sale.call('checkoutConfirm', expected), sale.call('checkoutConfirm', expected)])
    expect(await notices()).toEqual([{ user_id: personas.editorA.id }])
  })

  it('again with the same idempotency key is answered as before', async () => {
    const sale = await ready()
    const first = await sale.call('checkoutConfirm', expected, { key: 'accept-1' })
    const second = await sale.call('checkoutConfirm', expected, { key: 'accept-1' })
    expect([second.status, second.headers.get('idempotency-replayed'), second.raw]).toEqual([200, 'true', first.raw])
    expect(held()).toEqual(['captured'])
  })

  it('with the key of a refusal charges no card, not even a new one', async () => {
    const sale = await ready({ card: badCard })
    const first = await sale.call('checkoutConfirm', expected, { key: 'accept-2' })
    await sale.call('checkoutCard', { token: goodCard })
    const second = await sale.call('checkoutConfirm', expected, { key: 'accept-2' })
    expect([second.status, second.headers.get('idempotency-replayed'), second.raw]).toEqual([409, 'true', first.raw])
    expect(held()).toEqual(['declined'])
    expect((await sale.call('checkoutConfirm', expected, { key: 'accept-3' })).body.status).toBe('approved')
  })
})

describe('a failing provider', () => {
  it.each(['before', 'after'] as const)('that fails %s holding is called again with the same id: one hold', async (when) => {
    const sale = await ready()
    bank.fail('authorise', when)
    const answer = await sale.call('checkoutConfirm', expected)
    expect([answer.status, answer.error.type, answer.headers.get('retry-after')]).toEqual([429, 'TooManyRequests', '5'])
    expect([(await sale.call('checkoutView')).body.step, await states(sale)]).toEqual(['summary', ['1 authorised']])
    expect((await sale.call('checkoutConfirm', expected)).body.status).toBe('approved')
    expect([await states(sale), held(), await captures(sale)]).toEqual([['1 captured'], ['captured'], 1])
  })

  it.each(['before', 'after'] as const)('that fails %s capturing leaves nothing half done', async (when) => {
    const sale = await ready()
    bank.fail('capture', when)
    expect((await sale.call('checkoutConfirm', expected)).status).toBe(429)
    expect(await operation(sale)).toMatchObject({ substatus: 'pending_customer', captured_cents: '0' })
    expect(await captures(sale)).toBe(0)
    expect((await sale.call('checkoutConfirm', expected)).body.status).toBe('approved')
    expect([await states(sale), held(), await captures(sale)]).toEqual([['1 captured'], ['captured'], 1])
  })

  it('and a customer who leaves: a possible hold is found by its id and released', async () => {
    const sale = await ready()
    bank.fail('authorise', 'after')
    await sale.call('checkoutConfirm', expected)
    expect(held()).toEqual(['held'])
    expect((await sale.call('checkoutDismiss')).body.status).toBe('dismissed')
    expect([await states(sale), held()]).toEqual([['1 released'], ['released']])
    expect(await operation(sale)).toMatchObject({ substatus: 'stopped_customer', status_reason: 'customer_dismissed' })
  })

  it.each([
    ['another plan', (sale: TestSale) => sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 })],
    ['another card', (sale: TestSale) => sale.call('checkoutCard', { token: 'sim_accepted_mastercard_4444_bbbbcccc' })],
  ] as const)('and %s: the earlier hold is let go first', async (_, change) => {
    const sale = await ready()
    bank.fail('authorise', 'after')
    await sale.call('checkoutConfirm', expected)
    expect((await change(sale)).status).toBe(200)
    expect([await states(sale), held()]).toEqual([['1 released'], ['released']])
  })
})

it('a hold of less than what is due is captured whole, and the rest is charged', async () => {
  const sale = await beginSale(server, { totalCents: total, channel: 'online' })
  await goTo(sale, 'summary', { who: someone(), plan: payIn4 })
  expect((await sale.call('checkoutConfirm', expected)).body.status).toBe('approved')
  const [hold] = await charges(sale)
  await server.ownerSql('update charges set amount_cents = 1000 where id = $1', [hold?.id])
  Object.assign(bank.holds.get(hold?.id ?? '') ?? {}, { amountCents: 1_000 })
  const params = { merchantId: ids.merchantA1.replaceAll('-', ''), operationId: sale.operationId.replaceAll('-', '') }
  expect((await server.call('operationConfirm', { params, as: 'ownerA' })).status).toBe(200)
  expect((await charges(sale)).map((one) => [one.state, Number(one.amount_cents)])).toEqual([
    ['captured', 1_000],
    ['captured', 2_248],
  ])
})

describe('a sale that ends meanwhile', () => {
  it('is not signed, and the late hold is released', async () => {
    const sale = await ready()
    const { authorise } = bank.cards
    bank.cards.authorise = async (request) => {
      const answer = await authorise(request)
      await server.ownerSql(
        `update operations set substatus = 'stopped_merchant', status_reason = 'confirmation_rejected_by_merchant', net_cents = null where id = $1`,
        [sale.operationId],
      )
      return answer
    }
    const late = await sale.call('checkoutConfirm', expected)
    expect([late.status, late.error.type, late.error.message]).toEqual([409, 'StepNotAllowed', 'La tienda ha cancelado esta compra.'])
    expect([await states(sale), held(), await captures(sale)]).toEqual([['1 released'], ['released'], 0])
  })

  it('by expiry is not signed either', async () => {
    const sale = await ready()
    server.moveClock(73 * 3_600_000)
    expect((await sale.call('checkoutConfirm', expected)).error.type).toBe('StepNotAllowed')
    expect(bank.holds.size).toBe(0)
    expect((await sale.call('checkoutDismiss')).error.type).toBe('StepNotAllowed')
  })
})

it('a card of another shop or mode is not used', async () => {
  const sale = await ready()
  await sale.call('checkoutConfirm', expected)
  const rows = await server.ownerSql('select merchant_id, mode, token from payment_methods where operation_id = $1', [sale.operationId])
  expect(rows).toEqual([{ merchant_id: ids.merchantA1, mode: 'live', token: goodCard }])
  expect((await sale.call('checkoutView')).raw).not.toContain(goodCard)
})
