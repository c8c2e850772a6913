import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { orderMessage } from '#contract/sales/shopsApi/shopOrders'
import { shopsApi } from '#contract/shopsApi'
import { disputeFixture } from '../../testing/disputes/disputeFixture.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import {
  assertBooks,
  everyRow,
  isRefusalOf,
  NoAnswer,
  readCallback,
  type Refusal,
  shopsClient,
  testShop,
  type CallName,
  type ClientOptions,
  type Order,
  type RefusalOf,
  type ShopsClient,
  type TestShop,
} from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'
import { issueTestKeys, type TestKeys } from '../../testing/shopsApi/testShop.ts'

// The published client, against the server, over real HTTP.
let server: TestServer
let receiver: TestShop
let keys: TestKeys
let shop: ShopsClient
const tried = new Set<string>()
const shopOf = (key: string, options: Partial<ClientOptions> = {}) => shopsClient({ baseUrl: server.url, key, backOffMs: 1, ...options })

beforeAll(async () => {
  server = await startTestServer()
  receiver = await testShop()
  keys = await issueTestKeys(server, ids.merchantA1)
  // Records which calls were made and answered, so that none is left out.
  shop = new Proxy(shopOf(keys.sandbox.private), {
    get:
      (client, name: CallName) =>
      (...args: unknown[]) =>
        (client[name] as (...all: unknown[]) => Promise<unknown>)(...args).then((answer) => {
          tried.add(name)
          return answer
        }),
  })
})
beforeEach(() => {
  receiver.forget()
  server.services.payments.cards = testCards().cards
})
afterAll(async () => {
  await assertBooks(server.database.ownerUrl)
  await server.close()
  await receiver.close()
})

let orders = 0
const article = { id: 17, name: 'Sofá Duero', quantity: 1, price: 49_587, taxRate: 2_100, description: 'Tres plazas' }
function checkout(more: Partial<Parameters<ShopsClient['checkoutCreate']>[0]> = {}) {
  orders += 1
  const customer = { email: `ana${orders}@mora.test`, firstName: 'Ana', phone: `6130000${String(orders).padStart(2, '0')}` }
  return {
    merchant: { notificationUrl: `${receiver.url}/notify?path=a/b`, successUrl: '/gracias' },
    order: { id: `C-${orders}`, totalAmount: 60_000, currency: 'EUR', articles: [article] },
    customer,
    ...more,
  }
}

async function sold(product: 'instalments' | 'pay_later' = 'instalments') {
  const body = checkout({ product: { type: product } })
  const created = await shop.checkoutCreate(body)
  await payAs(server, created.checkoutUrl, product)
  return { ...created, mid: body.order.id }
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )

describe('every call of the client', () => {
  it('creates, confirms with its own number, captures in two parts, refunds, and lists an order', async () => {
    receiver.says = { body: '{"status": "ok", "order_id": "PED-1"}' }
    const { id, mid, sandbox, expiresAt } = await sold('pay_later')
    expect([sandbox, expiresAt]).toEqual([true, expect.stringMatching(/Z$/)])
    const [question, news] = receiver.heard.map(({ url, authorization, body }) =>
      readCallback({ url: url.href, headers: { authorization }, body: JSON.stringify(body) }, keys.sandbox.private),
    )
    expect(orderMessage.safeParse(question?.order).success).toBe(true)
    expect(question).toMatchObject({ asks: true, order: { id, mid, totalAmount: 60_000, currency: { code: 'EUR' } } })
    expect(news).toMatchObject({ asks: false, order: { mid: 'PED-1', status: 'ok' } })
    expect(await shop.checkoutStatus(id)).toMatchObject({ mid: 'PED-1', status: 'ok', totalAmount: 60_000 })

    expect((await shop.operationCaptures(mid)).remainingCaptureAmount).toBe(60_000)
    await shop.operationVoid('PED-1', { amount: 5_000 })
    expect((await shop.operationVoids('PED-1')).results.map(({ amount }) => amount)).toEqual([5_000])
    const first = await shop.operationCapture('PED-1', { amount: 45_000 })
    expect(first).toMatchObject({ amount: 45_000, remainingCaptureAmount: 10_000 })
    await shop.operationCapture('PED-1')
    expect(await shop.captureRefundable('PED-1', first.id)).toMatchObject({ remainingAmount: 45_000 })
    expect((await shop.captureRefund('PED-1', first.id, { amount: 1_000 })).refunds).toHaveLength(1)
    expect(await shop.operationRefund('PED-1', { amount: 4_000 })).toMatchObject({ remainingAmount: 50_000, refund: { amount: 4_000 } })
    expect(await shop.operationRefundable(mid)).toEqual({ remainingAmount: 50_000 })

    const seen = await shop.operationView('PED-1')
    expect(seen).toMatchObject({ id, capturedAmount: 55_000, refundedAmount: 5_000, voidedAmount: 5_000, account: { firstName: 'Ana' } })
    expect(seen.articles[0]).toMatchObject({ id: '17', taxRate: 2_100, total: 60_000 })
    expect(
      (await shop.operationList({ mid: ['PED-1', 'PED-2'], 'total_amount-gte': 60_000, 'cancelled-isnull': true })).results,
    ).toHaveLength(1)
  })

  it('cancels, changes a cart, and creates an order at the till', async () => {
    const { mid } = await sold()
    await shop.operationUpdateCart(mid, { order: { articles: [{ ...article, name: 'Sofá Duero azul' }] } })
    await shop.operationReplaceCart(mid, {
      order: { articles: [{ ...article, name: 'Sofá Duero verde' }], shipping: { name: 'Casa', price: 0 } },
    })
    expect((await shop.operationView(mid)).articles[0]?.name).toBe('Sofá Duero verde')
    await shop.operationCancel(mid)
    expect((await shop.operationView(mid)).cancelled).not.toBeNull()
    const { merchant: _, ...atTheTill } = checkout()
    const till = await shop.checkoutOfflineCreate({ ...atTheTill, merchant: { ipnUrl: `${receiver.url}/ipn` } })
    expect(await shop.checkoutStatus(till.id)).toMatchObject({ status: 'pending' })
  })

  it('reads its shop and its plans', async () => {
    expect(await shop.keyViewPublic()).toEqual({ publicApiKey: keys.sandbox.public, sandbox: true })
    const { id, products } = await shop.merchantView()
    expect([id, products.length > 0]).toEqual([hexOf(ids.merchantA1), true])
    expect((await shop.merchantList()).results.map((one) => one.id)).toEqual([id])
    const page = shopOf(keys.sandbox.public)
    expect(await page.checkoutAvailable({ amount: 60_000, 'product[type]': 'instalments' })).toEqual({ allowed: true })
    const { choices } = await shop.planSimulate({ amount: 60_000, view: 'cart' })
    expect(
      choices[0]?.instalments.every(({ amount, annualEquivalent }) => Number.isInteger(amount) && Number.isInteger(annualEquivalent)),
    ).toBe(true)
    expect(await shop.checkoutAvailable({ amount: 60_000 })).toEqual({ allowed: true })
  })

  it('reads its settlements, and finds them in a bank statement', async () => {
    await server.ownerSql(
      `insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, sales_cents, status, period_from, period_to, cut_off_at, paid_at, created_at)
       values ($1, 'sandbox', gen_random_uuid(), 'LIQ-2026-900001', '2026-10-02', 10000, 10000, 'paid', '2026-10-01', '2026-10-01', '2026-10-01', '2026-10-02', now())`,
      [ids.merchantA1],
    )
    const { results } = await shop.settlementList({ from: '2026-10-01', to: '2026-10-31' })
    expect(results).toMatchObject([{ reference: 'LIQ-2026-900001', netAmount: 10_000 }])
    expect((await shop.settlementLines(results[0]?.id ?? '')).results).toEqual([])
    const { settlements } = await shop.settlementReconcile({ statement: '02/10/2026;TRANSFERENCIA LIQ-2026-900001;100,00' })
    expect(settlements).toMatchObject([{ reference: 'LIQ-2026-900001', found: 'collected', difference: 0 }])
    // It has no ledger entry.
    await server.ownerSql(`delete from settlements where reference = 'LIQ-2026-900001'`)
  })

  it('reads card disputes, and answers one with a text', async () => {
    const id = hexOf(await disputeFixture(server).sold({ mode: 'sandbox' }))
    const now = server.services.now()
    await server.ownerSql(
      `insert into card_disputes (merchant_id, mode, id, operation_id, charge_id, provider, reference, reason, reason_code, state, amount_cents, opened_at, noticed_at, evidence_due_at)
       select merchant_id, mode, gen_random_uuid(), operation_id, id, 'simulated', 'inquiry-1', 'not_received', 'test', 'inquiry', 100, $2, $2, $3
       from charges where operation_id = $1::uuid limit 1`,
      [id, now, new Date(now.getTime() + 9 * 86_400_000)],
    )
    const [dispute] = (await shop.orderDisputes(id)).results
    const text = 'Lo recogió en la tienda.'
    expect(await shop.orderDisputeEvidence(id, dispute?.id ?? '', { text })).toMatchObject({ answer: 'evidence', text })
    expect((await shop.orderDisputeList({ state: 'inquiry' })).results).toMatchObject([{ orderId: id, reason: 'not_received' }])
  })

  it('manages a campaign and its articles', async () => {
    const startDate = new Date(server.services.now().getTime() + 5 * 86_400_000).toISOString()
    const { id, partial } = await shop.campaignCreate({ name: 'Sofás', startDate, interest: 0, numInstalments: [3], partial: true })
    expect(partial).toBe(true)
    await shop.campaignArticleAdd(
      id,
      [17, 'B-2', 'B-3'].map((one) => ({ id: one, name: `Sofá ${one}`, url: 'https://a1.test/sofa' })),
    )
    await shop.campaignArticleRemoveOne(id, 'B-2')
    await shop.campaignArticleRemove(id, { 'article-mid': 'B-3' })
    expect((await shop.campaignArticleList(id)).results).toMatchObject([{ id: '17', imageUrl: null }])
    await shop.campaignUpdate(id, { name: 'Sofás de otoño' })
    expect(await shop.campaignView(id)).toMatchObject({ name: 'Sofás de otoño', numInstalments: [3], interest: 0 })
    await shop.campaignReplace(id, { name: 'Sofás', startDate, interest: 0, numInstalments: [6], partial: true })
    expect((await shop.campaignList({ 'articles-mid': '17' })).results.map((one) => one.numInstalments)).toEqual([[6]])
    await shop.campaignRemove(id)
    expect(await thrownBy(shop.campaignView(id))).toMatchObject({ type: 'ObjectNotFoundException' })
  })

  it('was made, and answered according to the API description', () => {
    expect([...tried].toSorted()).toEqual(Object.keys(shopsApi).toSorted())
  })
})

it('the client iterates through a list page by page', async () => {
  const page = (rows: number[], after: number | null) => ({
    results: rows,
    cursor: { after, before: null },
    paging: { count: 3, next: null, previous: null },
  })
  const pages: number[] = []
  const rows: number[] = []
  for await (const row of everyRow(async (number) => (pages.push(number), number === 1 ? page([1, 2], 2) : page([3], null)))) rows.push(row)
  expect([pages, rows]).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
  let count = 0
  for await (const { sandbox } of everyRow((number) => shop.operationList({ status: 'any', page: number }))) count += Number(sandbox)
  expect(count).toBe((await shop.operationList({ status: 'any' })).paging.count)
})

describe('a refused call', () => {
  it('throws a typed error, with fields by name', async () => {
    const { mid } = await sold()
    const tooMuch = await thrownBy(shop.operationRefund(mid, { amount: 60_001 }))
    expect(tooMuch).toMatchObject({ name: 'Refusal', type: 'RefundAmountExceeded', status: 409, call: 'operationRefund' })
    expect((tooMuch as Refusal).requestId).not.toBe('')
    expect(await thrownBy(shop.operationView('no-such'))).toMatchObject({
      type: 'ObjectNotFoundException',
      status: 404,
      fields: { order__id: 'no-such' },
    })
    const noArticle = await thrownBy(shop.checkoutCreate(checkout({ order: { id: 'C-0', totalAmount: 0, currency: 'EUR', articles: [] } })))
    expect(noArticle).toMatchObject({ type: 'ApiValidationException', status: 400, fields: { 'order.articles': [expect.any(String)] } })
    expect(await thrownBy(shop.checkoutAvailable({ amount: 1 }))).toMatchObject({ type: 'CreditNotAvailable', status: 403 })
    expect(
      await thrownBy(shop.checkoutCreate(checkout({ order: { id: mid, totalAmount: 60_000, currency: 'EUR', articles: [article] } }))),
    ).toMatchObject({
      type: 'DuplicatedOrder',
    })
  })

  it('covers what cannot be done: nothing to capture, to void, to cancel twice', async () => {
    const { mid } = await sold()
    expect(await thrownBy(shop.operationCapture(mid))).toMatchObject({ type: 'CaptureNotAllowed' })
    expect(await thrownBy(shop.operationVoid(mid, { amount: 1 }))).toMatchObject({ type: 'VoidNotAllowed' })
    await shop.operationCancel(mid)
    expect(await thrownBy(shop.operationCancel(mid))).toMatchObject({ type: 'CancelNotAllowed' })
    expect(await thrownBy(shop.operationRefund(mid, { amount: 1 }))).toMatchObject({ type: expect.stringMatching(/^Refund/) })
  })

  it("covers another shop's order, another mode's key, an invalid key, and a public one", async () => {
    const { mid } = await sold()
    expect(await thrownBy(shopOf(keys.other.private).operationView(mid))).toMatchObject({ type: 'ObjectNotFoundException' })
    expect(await thrownBy(shopOf(keys.live.private).operationView(mid))).toMatchObject({ type: 'ObjectNotFoundException' })
    expect(await thrownBy(shopOf(`sk_test_${'0'.repeat(32)}`).operationView(mid))).toMatchObject({
      type: 'UnauthorizedException',
      status: 401,
    })
    expect(await thrownBy(shopOf(keys.sandbox.public).operationRefund(mid, { amount: 1 }))).toMatchObject({
      type: 'PermissionDenied',
      status: 403,
    })
    expect((await shop.operationView(mid)).refundedAmount).toBe(0)
  })

  it('covers an idempotency key reused for another request', async () => {
    const { mid } = await sold()
    const again = { idempotencyKey: 'refund-1' }
    await shop.operationRefund(mid, { amount: 100 }, again)
    expect(await thrownBy(shop.operationRefund(mid, { amount: 200 }, again))).toMatchObject({ type: 'IdempotencyKeyReused', status: 422 })
  })
})

it('the client refunds once although every first answer is lost', async () => {
  const { mid } = await sold()
  let lost = 0
  const unlucky = shopOf(keys.sandbox.private, {
    fetch: async (...request) => {
      const response = await fetch(...request)
      if ((lost += 1) > 1) return response
      throw new TypeError('the line went dead')
    },
  })
  expect(await unlucky.operationRefund(mid, { amount: 1_000 })).toMatchObject({ remainingAmount: 59_000 })
  expect(lost).toBe(2)
  expect((await shop.operationView(mid)).refunds).toHaveLength(1)
  const alone = shopOf(keys.sandbox.private, { retries: 0, fetch: () => Promise.reject(new TypeError('no line')) })
  const failure = await thrownBy(alone.operationRefund(mid, { amount: 1_000 }))
  expect(failure).toBeInstanceOf(NoAnswer)
  await shop.operationRefund(mid, { amount: 1_000 }, { idempotencyKey: (failure as NoAnswer).idempotencyKey ?? '' })
  expect((await shop.operationView(mid)).refundedAmount).toBe(2_000)
})

it('the client is typed by the contract', () => {
  expectTypeOf<Awaited<ReturnType<ShopsClient['operationCancel']>>>().toEqualTypeOf<void>()
  expectTypeOf<Parameters<ShopsClient['operationRefund']>[1]>().toEqualTypeOf<{ amount: number; merchantReference?: string }>()
  expectTypeOf<Order['status']>().toEqualTypeOf<'ok' | 'pending' | 'ko'>()
  expectTypeOf<Order['confirmed']>().toEqualTypeOf<string | null>()
  expectTypeOf<
    Extract<RefusalOf<'operationRefund'>['type'], 'RefundAmountExceeded' | 'CaptureNotAllowed'>
  >().toEqualTypeOf<'RefundAmountExceeded'>()
  const thrown: unknown = null
  if (isRefusalOf('operationCapture', thrown) && thrown.type === 'CaptureNotAllowed') expectTypeOf(thrown.status).toEqualTypeOf<409>()
  if (isRefusalOf('operationView', thrown) && thrown.type === 'ObjectNotFoundException')
    expectTypeOf(thrown.fields).toEqualTypeOf<Readonly<Record<string, string>> | null>()
  // @ts-expect-error -- an unknown filter would be refused
  const unknownFilter: Parameters<ShopsClient['operationList']>[0] = { 'mid-regex': 'A' }
  // @ts-expect-error -- a total is a number of cents
  const wrongTotal: Parameters<ShopsClient['checkoutCreate']>[0]['order']['totalAmount'] = '600,00'
  expect([unknownFilter, wrongTotal]).toHaveLength(2)
})
