import { describe, expect, it } from 'vitest'
import type { ProductTerms } from '#contract/merchants/merchants'
import { offersOf } from './offersOf.ts'
import { campaignsOf } from './campaignsOf.ts'
import { simulatePlans } from './simulatePlans.ts'

const terms = (some: Partial<ProductTerms>): ProductTerms => ({
  type: 'instalments',
  enabled: true,
  minAmount: 3_000,
  maxAmount: 300_000,
  instalmentsAllowed: [12, 3, 6],
  tin: 1_999,
  openingFeeRate: 0,
  downpayment: 'equal',
  captureMode: 'automatic',
  feeRate: 250,
  feeFixed: 30,
  vatRate: 2_100,
  ...some,
})
const later = terms({ type: 'pay_later', minAmount: 2_000, maxAmount: 50_000, instalmentsAllowed: [1], tin: 0, downpayment: 'none' })
const now = new Date('2026-11-19T11:00:00Z')
const whole = { now, buyerOnly: false }

describe('simulated plans', () => {
  const offers = offersOf([later, terms({}), terms({ type: 'pay_in_4', enabled: false })])

  it('match the published plan of 600 € to the cent, for customer and merchant', () => {
    const six = simulatePlans(offers, 60_000, whole).plans.find(({ numInstalments }) => numInstalments === 6)
    // The plan "600,00 € in 6 with an equal down payment" and its order: fee 2.5 % + 0.30, VAT 21 %.
    expect(six).toMatchObject({
      instalmentAmount: 9_002,
      lastInstalmentAmount: 9_004,
      downpaymentAmount: 9_002,
      tae: 2_194,
      firstDueOn: '2026-12-19',
      lastDueOn: '2027-05-19',
      merchant: { feeAmount: 1_530, vatAmount: 321, netAmount: 58_149, valueOn: '2026-11-20' },
    })
  })

  it('lists enabled products in order, shortest plan first, and the limits of products that do not fit', () => {
    const { plans, outside } = simulatePlans(offers, 60_000, whole)
    expect(plans.map(({ numInstalments }) => numInstalments)).toEqual([3, 6, 12])
    expect(outside).toEqual([{ product: 'pay_later', minAmount: 2_000, maxAmount: 50_000 }])
    expect(simulatePlans(offers, 2_500, whole).plans.map(({ product }) => product)).toEqual(['pay_later'])
  })

  it('applies the campaign that runs at the given time, like the server', () => {
    const campaign = (id: string, interest: number, more: object = {}) => ({
      id,
      name: id,
      startDate: '2026-11-01T00:00:00Z',
      endDate: '2026-11-19T12:00:00Z',
      interest,
      numInstalments: [6],
      minOrderAmount: null,
      maxOrderAmount: 60_000,
      waitingPeriod: 0,
      channels: ['in_store' as const],
      created: '2026-10-01T00:00:00Z',
      ...more,
    })
    const campaigns = campaignsOf([
      campaign('a', 999),
      campaign('b', 0),
      campaign('c', 0, { channels: ['phone'] }),
      campaign('d', 0, { startDate: '2026-11-20T00:00:00Z' }),
    ])
    const plain = offersOf([terms({ downpayment: 'none' })])
    const six = (at: Date, cents = 60_000, of = campaigns) =>
      simulatePlans(plain, cents, { now: at, buyerOnly: false, campaigns: of }).plans.find(({ numInstalments }) => numInstalments === 6)
    expect(six(now)).toMatchObject({ campaignId: 'b', tin: 0, totalPrice: 60_000, merchant: { subsidyAmount: 3_546, netAmount: 54_603 } })
    expect(six(now, 60_000, campaigns.slice(0, 1))?.merchant?.subsidyAmount).toBe(1_785)
    expect(simulatePlans(plain, 60_000, { ...whole, campaigns }).plans[0]).toMatchObject({
      campaignId: null,
      numInstalments: 3,
      tin: 1_999,
    })
    // A sent link is not an in-store sale.
    const sent = simulatePlans(plain, 60_000, { ...whole, campaigns: campaigns.toReversed(), channel: 'phone' })
    expect(sent.plans.map(({ campaignId }) => campaignId)).toEqual([null, 'c', null])
    for (const [at, amount] of [[new Date('2026-11-19T12:00:00Z'), 60_000] as const, [now, 60_001] as const])
      expect(six(at, amount)?.tin).toBe(1_999)
  })

  it('omits merchant figures for a guest', () => {
    expect(simulatePlans(offers, 60_000, { now, buyerOnly: true }).plans.every(({ merchant }) => merchant === null)).toBe(true)
  })
})
