import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf } from '../../platform/calls/wire.ts'
import { beginSale, brokenBooks, goTo, sign, type TestSale } from '../../testing/checkout/testSale.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// The terms change at the midnight that begins 29 March in Madrid, 23:00 UTC of the day before; that day has 23 hours.
const changedOn = '2026-03-29'
const justBefore = new Date('2026-03-28T22:58:00Z')
const merchant = { merchantId: hexOf(ids.merchantA1) }

let server: TestServer
let openedBefore: TestSale
let signedBefore: TestSale
beforeAll(async () => {
  server = await startTestServer({ now: justBefore, refundHoldSeconds: 0 })
  server.stopClock()
  await agree(changedOn, { feeBps: 500, fixedCents: 99, tinBps: 2_399, counts: '{3,6,9,12}' })
  openedBefore = await beginSale(server)
  signedBefore = await beginSale(server)
  expect((await sign(signedBefore)).body.status).toBe('approved')
})
afterAll(() => server.close())

/** A version of the merchant's own terms for instalments, by the owner of the tables. */
const agree = (day: string, terms: { feeBps: number; fixedCents: number; tinBps: number; counts: string }) =>
  server.ownerSql(
    `insert into merchant_terms (merchant_id, mode, id, product, effective_on, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps)
     values ($1, 'live', gen_random_uuid(), 'instalments', $2, 1000, 300000, $3::int[], $4, 0, 'none', 'automatic', $5, $6, 2100)`,
    [ids.merchantA1, day, terms.counts, terms.tinBps, terms.feeBps, terms.fixedCents],
  )
const priced = async ({ operationId }: TestSale) =>
  (
    await server.ownerSql('select fee_bps, fee_fixed_cents::int, tin_bps, reference_tin_bps from operations where id = $1', [operationId])
  )[0]
const earlier = { fee_bps: 250, fee_fixed_cents: 35, tin_bps: 1_999, reference_tin_bps: 1_999 }
const later = { fee_bps: 500, fee_fixed_cents: 99, tin_bps: 2_399, reference_tin_bps: 2_399 }
const simulated = async () => {
  const { body } = await server.call('planSimulator', { as: 'ownerA', params: merchant, query: { amount: 60_000 } })
  return body.plans.find((plan) => plan.product === 'instalments' && plan.numInstalments === 6)
}
const configured = async () => (await server.call('merchantConfiguration', { as: 'ownerA', params: merchant })).body

describe('a change of terms at midnight in Madrid', () => {
  it('is shown to the merchant before it begins, with the terms before and after it', async () => {
    expect(await simulated()).toMatchObject({ tin: 1_999, merchant: { feeAmount: 1_535 } })
    const { products, coming } = await configured()
    expect(products.find(({ type }) => type === 'instalments')).toMatchObject({ feeRate: 250, feeFixed: 35 })
    expect(coming).toMatchObject([{ effectiveOn: changedOn, before: { feeRate: 250, tin: 1_999 }, after: { feeRate: 500, tin: 2_399 } }])
    expect(coming).toHaveLength(1)
  })

  it('applies from that instant to what is new, and not to an order opened or signed before it', async () => {
    server.moveClock(3 * 60_000)
    expect(server.services.now().toISOString().slice(0, 10)).toBe('2026-03-28')
    expect(await simulated()).toMatchObject({ tin: 2_399, merchant: { feeAmount: 3_099 } })
    expect((await configured()).coming).toEqual([])
    const openedAfter = await beginSale(server)
    expect(await priced(openedAfter)).toEqual(later)

    const { plans } = (await openedBefore.call('checkoutView')).body
    expect(plans.filter(({ product }) => product === 'instalments').map(({ numInstalments }) => numInstalments)).toEqual([3, 6, 12])
    await goTo(openedBefore, 'consent', { plan: { product: 'instalments', numInstalments: 12 } })
    expect(await priced(openedBefore)).toEqual(earlier)
    expect(await priced(signedBefore)).toEqual(earlier)
  })

  it('leaves the fee that a refund gives back as it was agreed', async () => {
    const operation = { ...merchant, operationId: hexOf(signedBefore.operationId) }
    const refund = { amount: 20_000, expectedRemaining: 60_000 }
    expect((await server.call('operationRefund', { as: 'ownerA', params: operation, body: refund })).status).toBe(201)
    await server.runClock()
    const [row] = await server.ownerSql('select fee_back_cents::int, vat_back_cents::int from refunds where operation_id = $1', [
      signedBefore.operationId,
    ])
    expect(row).toEqual({ fee_back_cents: 500, vat_back_cents: 105 })
    expect(await brokenBooks(server)).toEqual([])
  })
})
