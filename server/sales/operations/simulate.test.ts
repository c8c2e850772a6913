import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-04-02T10:00:00Z') })
})
afterAll(() => server.close())
const simulate = (amount: number, as: 'ownerA' | 'guestA' = 'ownerA') =>
  server.call('planSimulator', { params: { merchantId: hexOf(ids.merchantA1) }, query: { amount }, as })

it('the simulator returns every offered plan from both sides, to the cent', async () => {
  const { body } = await simulate(60_000)
  expect(body.plans.map((one) => [one.product, one.numInstalments])).toEqual([
    ['instalments', 3],
    ['instalments', 6],
    ['instalments', 12],
    ['pay_in_4', 4],
    ['pay_later', 1],
  ])
  expect(body.plans[1]).toMatchObject({
    tin: 1999,
    tae: 2192,
    instalmentAmount: 10_591,
    lastInstalmentAmount: 10_591,
    totalInterest: 3546,
    totalPrice: 63_546,
    downpaymentAmount: 0,
    firstDueOn: '2026-05-02',
    lastDueOn: '2026-10-02',
    // Fee 2.50 % + 0.35 €; Good Friday and Easter Monday do not settle.
    merchant: { feeAmount: 1535, vatAmount: 322, subsidyAmount: 0, netAmount: 58_143, valueOn: '2026-04-07' },
  })
  expect(body.plans[4]).toMatchObject({ instalmentAmount: 60_000, firstDueOn: '2026-04-17', lastDueOn: '2026-04-17', tae: 0 })
})

it("a guest sees the buyer's side only", async () => {
  const { body } = await simulate(60_000, 'guestA')
  expect(body.plans.map(({ merchant }) => merchant)).toEqual([null, null, null, null, null])
})

it('the simulator names products whose limits exclude the amount, and omits disabled ones', async () => {
  expect((await simulate(200_000)).body).toMatchObject({
    outside: [
      { product: 'pay_in_4', maxAmount: 150_000 },
      { product: 'pay_later', maxAmount: 100_000 },
    ],
  })
  expect((await simulate(999)).body).toMatchObject({ plans: [], outside: [{ minAmount: 1000 }, {}, {}] })
  await server.ownerSql(`update merchant_terms set enabled = false where product <> 'pay_later'`)
  expect((await simulate(50_000)).body).toMatchObject({ plans: [{ product: 'pay_later' }], outside: [] })
  expect(
    (await server.send('GET', `/v2/merchants/${hexOf(ids.merchantA1)}/instalment-plan-simulator?amount=0`, { as: 'ownerA' })).status,
  ).toBe(400)
})
