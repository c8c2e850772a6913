import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testVectors } from '#domain/testing/testVectors'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { ana, beginSale, brokenBooks, callerOf, goodCard, goTo, sign, someone } from '../../testing/checkout/testSale.ts'

let server: TestServer
let books: ReturnType<typeof testCards>
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => {
  books = testCards()
  server.services.payments.cards = books.cards
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const operation = async (id: string) =>
  (await server.ownerSql<Record<string, unknown>>('select * from operations where id = $1', [id]))[0] ?? {}
const events = async (id: string) =>
  (
    await server.ownerSql<{ event: string; actor: string }>(
      'select event, actor from operation_events where operation_id = $1 order by seq',
      [id],
    )
  ).map((row) => `${row.event} by ${row.actor}`)

describe('a sale at the counter', () => {
  it("goes from the shop's request to an active plan, and the shop sees each step", async () => {
    const created = await server.call('checkoutOfflineCreate', {
      as: 'editorA',
      params: { merchantId },
      body: {
        submitType: 'user',
        order: {
          mid: 'MOS-1',
          totalAmount: 60_000,
          articles: [{ name: 'Sofá', quantity: 1, price: 49_587, taxRate: 2_100, total: 60_000 }],
        },
      },
    })
    expect(created.status, created.raw).toBe(201)
    const { orderUuid, checkoutUrl, operationId } = created.body
    const call = callerOf(server, uuidOf(orderUuid) ?? '', checkoutUrl.split('#')[1] ?? '')
    const seen: string[] = []
    const till = async () => {
      const { body } = await server.call('checkoutOfflineCheck', { as: 'editorA', params: { merchantId, orderUuid } })
      seen.push(`${body.progress} ${body.step} ${body.status}`)
      return body
    }
    await till()
    const buyer = someone()
    await call('checkoutView')
    const opened = await till()
    await call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
    await till()
    await call('checkoutConsent', { privacy: true, creditCheck: true, phone: '+34 612 345 678' })
    await till()
    await call('checkoutCode', { code: server.services.tokens.codeOf(uuidOf(orderUuid) ?? '', 1) })
    await till()
    await call('checkoutIdentify', buyer)
    await till()
    await call('checkoutCard', { token: goodCard })
    await till()
    const signed = await call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 })
    const last = await till()
    expect(signed.body).toMatchObject({ status: 'approved', step: 'outcome', chosen: { product: 'instalments', numInstalments: 6 } })
    expect(seen.map((line) => line.replace(/^sent/, 'created'))).toEqual([
      'created plan pending',
      'opened plan pending',
      'opened consent pending',
      'opened code pending',
      'consent_confirmed identity pending',
      'in_checkout card pending',
      'in_checkout summary pending',
      'completed outcome ok',
    ])
    expect(last.version).toBeGreaterThan(opened.version + 4)
    expect(last.customerName).toBe(`${buyer.firstName} ${buyer.lastName}`)
    expect(await operation(uuidOf(operationId) ?? '')).toMatchObject({
      substatus: 'payment_process',
      category: 'accepted',
      captured_cents: '60000',
      document_number: buyer.documentId,
      phone: '612345678',
      confirm_by: null,
      expires_at: null,
    })
    expect(await events(uuidOf(operationId) ?? '')).toEqual([
      'created_with_consent by merchant',
      'consent_confirmed by customer',
      'credit_accepted by provider',
      'confirmed by system',
    ])
    const messages = await server.ownerSql(
      'select channel, purpose, recipient, state from deliveries where checkout_id = $1 order by created_at',
      [uuidOf(orderUuid)],
    )
    expect(messages).toEqual([
      { channel: 'sms', purpose: 'code', recipient: '6•• ••• 678', state: 'queued' },
      { channel: 'email', purpose: 'outcome', recipient: `${buyer.email[0]}•••@mora.test`, state: 'queued' },
    ])
    expect(await brokenBooks(server)).toEqual([])
  })

  it('shows the withdrawal deadline and the signed plan, also on a later day', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'summary', { who: someone() })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 })
    server.moveClock(3 * 86_400_000)
    const later = await sale.call('checkoutView')
    expect(later.body.withdrawUntil).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([later.body.withdrawUntil, later.body.plans]).toEqual([signed.body.withdrawUntil, signed.body.plans])
    expect([signed.body.signedToday, later.body.signedToday]).toEqual([true, false])
    server.moveClock(12 * 86_400_000)
    expect((await sale.call('checkoutView')).body.withdrawUntil).toBeNull()
    const due = await server.ownerSql('select due_on::text, amount_cents from instalments where operation_id = $1 order by number', [
      sale.operationId,
    ])
    expect(signed.body.plans[0]?.instalments.map((one) => ({ due_on: one.dueOn, amount_cents: String(one.amount) }))).toEqual(due)
  })
})

it('a sale needs one connection at a time: no request holds one while it waits for another', async () => {
  const narrow = await startTestServer({ database: server.database, config: { databaseConnections: 1 } })
  const sale = await beginSale(narrow)
  const looks = await Promise.all(Array.from({ length: 8 }, () => sale.browser()('checkoutView')))
  expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200))
  const [row] = await server.ownerSql('select progress, version from checkouts where id = $1', [sale.checkoutId])
  expect(row).toEqual({ progress: 'opened', version: 2 })
  expect((await sign(sale, { who: someone() })).body.status).toBe('approved')
  await narrow.close()
})

/** Leaves the shop with one product, on these terms. */
const sellOnly = (product: string, terms: { counts: number[]; tin?: number; downpayment?: string; fee?: number; capture?: string }) =>
  server.ownerSql(
    `with off as (update merchant_terms set enabled = false where merchant_id = $1 and product <> $2)
     update merchant_terms set enabled = true, min_cents = 100, max_cents = 10000000, instalments_allowed = $3, tin_bps = $4, downpayment = $5, opening_fee_bps = $6, capture_mode = $7
     where merchant_id = $1 and product = $2`,
    [
      ids.merchantA2,
      product,
      terms.counts,
      terms.tin ?? 0,
      terms.downpayment ?? 'none',
      terms.fee ?? 0,
      terms.capture ?? (product === 'pay_later' ? 'manual' : 'automatic'),
    ],
  )

describe('the plan vectors', () => {
  const vectors = testVectors.plans.filter(({ input }) => input.waitingMonths === 0)

  it('include plans with and without down payment, interest and opening fee', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(6)
    expect(new Set(vectors.map(({ input }) => input.downpayment)).size).toBe(2)
    expect(vectors.some(({ input }) => input.openingFeeRate > 0) && vectors.some(({ input }) => input.tin === 0)).toBe(true)
  })

  it.each(vectors.map((vector) => [JSON.stringify(vector.input), vector] as const))(
    'of %s are offered, signed, held, captured and booked',
    async (_, vector) => {
      const { input } = vector
      await sellOnly('instalments', { counts: [input.count], tin: input.tin, downpayment: input.downpayment, fee: input.openingFeeRate })
      const sale = await beginSale(server, { merchantId: ids.merchantA2, totalCents: input.order })
      const [offered] = (await sale.call('checkoutView')).body.plans
      const firstPayment = vector.downpayment + vector.openingFee
      const figures = {
        instalmentAmount: vector.instalment,
        lastInstalmentAmount: vector.amounts.at(-1),
        firstPaymentAmount: firstPayment,
        downpaymentAmount: vector.downpayment,
        openingFeeAmount: vector.openingFee,
        principalAmount: vector.principal,
        totalInterest: vector.totalInterest,
        totalDue: vector.totalDue,
        totalPrice: vector.totalPrice,
        tin: input.tin,
        tae: vector.tae,
      }
      expect(offered).toMatchObject(figures)
      await goTo(sale, 'summary', { who: someone(), plan: { product: 'instalments', numInstalments: input.count } })
      const before = await sale.call('checkoutView')
      expect(before.body.step).toBe('summary')
      expect(before.body.plans[0]).toMatchObject(figures)
      const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: firstPayment, expectedTotalPrice: vector.totalPrice })
      expect(signed.body.status, signed.raw).toBe('approved')
      expect(signed.body.plans[0]).toMatchObject(figures)
      const rows = await server.ownerSql<{ amount_cents: string; interest_cents: string }>(
        'select amount_cents, interest_cents from instalments where operation_id = $1 order by number',
        [sale.operationId],
      )
      expect(rows.map((row) => Number(row.amount_cents))).toEqual(vector.amounts)
      expect(rows.map((row) => Number(row.interest_cents))).toEqual(vector.interest)
      expect(await operation(sale.operationId)).toMatchObject({
        downpayment_cents: String(vector.downpayment),
        opening_fee_cents: String(vector.openingFee),
        tin_bps: input.tin,
        tae_bps: vector.tae,
      })
      expect([...books.holds.values()].map(({ amountCents, state }) => [amountCents, state])).toEqual(
        firstPayment === 0 ? [] : [[firstPayment, 'captured']],
      )
      const charges = await server.ownerSql('select amount_cents, state, attempt from charges where operation_id = $1', [sale.operationId])
      expect(charges).toEqual(firstPayment === 0 ? [] : [{ amount_cents: String(firstPayment), state: 'captured', attempt: 1 }])
      expect(await brokenBooks(server)).toEqual([])
    },
  )

  it('for the 15-day product leave the order to be captured by the shop (T9), with no interest and no hold', async () => {
    await sellOnly('pay_later', { counts: [1] })
    const sale = await beginSale(server, { merchantId: ids.merchantA2, totalCents: 30_000 })
    await goTo(sale, 'summary', { who: someone(), plan: { product: 'pay_later', numInstalments: 1 } })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 30_000 })
    expect(signed.body.status).toBe('approved')
    expect(await operation(sale.operationId)).toMatchObject({
      substatus: 'pending_merchant',
      status_reason: 'capture_required',
      captured_cents: '0',
    })
    expect(books.holds.size).toBe(0)
    expect(await brokenBooks(server)).toEqual([])
  })

  it('with a down payment on deferred capture stay held until the capture', async () => {
    await sellOnly('pay_in_4', { counts: [3], downpayment: 'equal', capture: 'manual' })
    const sale = await beginSale(server, { merchantId: ids.merchantA2, totalCents: 12_990 })
    await goTo(sale, 'summary', { who: someone(), plan: { product: 'pay_in_4', numInstalments: 3 } })
    const [plan] = (await sale.call('checkoutView')).body.plans
    expect(plan).toMatchObject({ firstPaymentAmount: 3_248, instalmentAmount: 3_248, lastInstalmentAmount: 3_246, totalPrice: 12_990 })
    await sale.call('checkoutConfirm', { expectedFirstPayment: 3_248, expectedTotalPrice: 12_990 })
    expect(await operation(sale.operationId)).toMatchObject({ status_reason: 'capture_required' })
    expect([...books.holds.values()]).toMatchObject([{ amountCents: 3_248, state: 'held' }])
    const params = { merchantId: hexOf(ids.merchantA2), operationId: hexOf(sale.operationId) }
    expect((await server.call('operationCapture', { as: 'ownerA', params, body: {} })).status).toBe(201)
    expect([...books.holds.values()]).toMatchObject([{ amountCents: 3_248, state: 'captured' }])
    expect(await brokenBooks(server)).toEqual([])
  })

  it('with a down payment are charged in proportion to each capture', async () => {
    await sellOnly('pay_in_4', { counts: [3], downpayment: 'equal', capture: 'manual' })
    const sale = await beginSale(server, { merchantId: ids.merchantA2, totalCents: 20_000 })
    await sign(sale, { who: someone(), plan: { product: 'pay_in_4', numInstalments: 3 } })
    const params = { merchantId: hexOf(ids.merchantA2), operationId: hexOf(sale.operationId) }
    for (const amount of [8_000, 12_000]) await server.call('operationCapture', { as: 'ownerA', params, body: { amount } })
    const charges = await server.ownerSql(
      'select amount_cents, state from charges where operation_id = $1 and instalment is null order by attempt',
      [sale.operationId],
    )
    expect(charges).toEqual([
      { amount_cents: '2000', state: 'captured' },
      { amount_cents: '3000', state: 'captured' },
    ])
    expect(await brokenBooks(server)).toEqual([])
  })

  it('with a down payment are released when the shop cancels before the capture', async () => {
    await sellOnly('pay_in_4', { counts: [3], downpayment: 'equal', capture: 'manual' })
    const sale = await beginSale(server, { merchantId: ids.merchantA2, totalCents: 12_990 })
    await sign(sale, { who: someone(), plan: { product: 'pay_in_4', numInstalments: 3 } })
    const params = { merchantId: hexOf(ids.merchantA2), operationId: hexOf(sale.operationId) }
    expect((await server.call('operationCancel', { as: 'ownerA', params })).status).toBe(204)
    expect([...books.holds.values()]).toMatchObject([{ amountCents: 3_248, state: 'released' }])
    expect(await brokenBooks(server)).toEqual([])
  })

  it("of an order sent by a shop's own site await its confirmation (T7)", async () => {
    const sale = await beginSale(server, { channel: 'online' })
    await goTo(sale, 'summary', { who: someone() })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 })
    expect(signed.body.status).toBe('approved')
    const row = await operation(sale.operationId)
    expect(row).toMatchObject({ substatus: 'pending_merchant', status_reason: 'confirmation_required', confirmed_at: null })
    expect((row.confirm_by as Date).getTime() - (row.verified_at as Date).getTime()).toBe(24 * 3_600_000)
  })
})

describe('the choice of a plan', () => {
  it("is limited to the shop's offers for the amount, and to what it fixed", async () => {
    const free = await beginSale(server)
    const refused = async (sale: typeof free, product: 'instalments' | 'pay_in_4' | 'pay_later', numInstalments: number) => {
      const { status, error } = await sale.call('checkoutPlan', { product, numInstalments })
      return status === 200 ? 'taken' : `${error.type} ${error.fields?.[0]?.name}`
    }
    expect(await refused(free, 'instalments', 5)).toBe('ApiValidationException num_instalments')
    expect(await refused(free, 'instalments', 12)).toBe('taken')
    expect(await refused(free, 'pay_later', 1)).toBe('taken')
    const dear = await beginSale(server, { totalCents: 200_000 })
    expect(await refused(dear, 'pay_in_4', 4)).toBe('ApiValidationException product')
    const fixed = await beginSale(server, { fixedProduct: 'instalments', fixedInstalments: 3 })
    expect((await fixed.call('checkoutView')).body.plans.map((plan) => plan.numInstalments)).toEqual([3])
    expect(await refused(fixed, 'instalments', 6)).toBe('ApiValidationException num_instalments')
    expect(await refused(fixed, 'pay_in_4', 4)).toBe('ApiValidationException product')
    expect(await refused(fixed, 'instalments', 3)).toBe('taken')
  })

  it('can be changed until the signature, with the figures of the new plan; stale amounts are refused', async () => {
    const sale = await beginSale(server)
    await goTo(sale, 'summary', { who: someone() })
    const changed = await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 })
    expect(changed.body).toMatchObject({ step: 'summary', chosen: { numInstalments: 3 } })
    for (const body of [
      { expectedFirstPayment: 0, expectedTotalPrice: 63_546 },
      { expectedFirstPayment: 1, expectedTotalPrice: 62_010 },
    ]) {
      const stale = await sale.call('checkoutConfirm', body)
      expect([stale.status, stale.error.type]).toEqual([409, 'StaleAmount'])
      expect(stale.error.message).toContain('620,10\u00a0€')
    }
    expect(await operation(sale.operationId)).toMatchObject({ substatus: 'pending_customer', num_instalments: 3 })
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 62_010 })
    expect(signed.body.status).toBe('approved')
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })).error.type).toBe('StepNotAllowed')
  })

  it("stays as signed when the shop's terms change afterwards", async () => {
    await sellOnly('instalments', { counts: [6], tin: 1999 })
    const sale = await beginSale(server, { merchantId: ids.merchantA2 })
    await goTo(sale, 'summary', { who: someone() })
    await sellOnly('instalments', { counts: [6], tin: 2400 })
    const shown = (await sale.call('checkoutView')).body.plans[0]
    expect(shown).toMatchObject({ tin: 1999, totalPrice: 63_546 })
    expect((await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: 63_546 })).body.status).toBe('approved')
  })
})

it('the browser that entered the code sees the customer data again', async () => {
  const sale = await beginSale(server)
  const who = { ...someone(), documentId: ana.documentId.toLowerCase() }
  await goTo(sale, 'card', { who })
  expect((await sale.call('checkoutView')).body.customer).toMatchObject({
    firstName: who.firstName,
    documentId: '12345678Z',
    address: who.address,
  })
})
