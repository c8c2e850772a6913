import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductTerms } from '#contract/merchants/merchants'
import type { OfferedDeal } from './campaignsOf.ts'
import { offersOf } from './offersOf.ts'
import { partToday, type SaleTerms } from './partToday.ts'
import { simulatePlans } from './simulatePlans.ts'

const now = new Date('2026-11-19T11:00:00Z')
const terms: ProductTerms = {
  type: 'instalments',
  enabled: true,
  minAmount: 3_000,
  maxAmount: 300_000,
  instalmentsAllowed: [3, 6, 12],
  tin: 1_999,
  openingFeeRate: 0,
  downpayment: 'none',
  captureMode: 'automatic',
  feeRate: 250,
  feeFixed: 30,
  vatRate: 2_100,
}
const campaign = (some: Partial<OfferedDeal>): OfferedDeal => ({
  id: '1',
  name: 'Sin intereses',
  scope: 'bulk',
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: null,
  consumerTin: basisPoints(0),
  numInstalments: [12],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels: ['in_store'],
  audienceId: null,
  createdAt: new Date('2026-10-20T00:00:00Z'),
  reachedCents: 0,
  ...some,
})
const saleTerms = (some: Partial<ProductTerms> = {}, campaigns: OfferedDeal[] = []): SaleTerms => ({
  offers: offersOf([{ ...terms, ...some }]),
  campaigns,
  now,
})
const plansOf = ({ offers, campaigns }: SaleTerms, euros: number) =>
  simulatePlans(offers, euros * 100, { now, buyerOnly: true, campaigns }).plans
const fits = (sells: SaleTerms, euros: number, target: number) =>
  plansOf(sells, euros).some(({ product, instalmentAmount }) => product !== 'pay_later' && instalmentAmount <= target)

/** Brute force: the highest whole-euro amount below the given one that fits; null when none does. */
function bruteForce(sells: SaleTerms, amountCents: number, target: number): number | null {
  for (let euros = Math.ceil(amountCents / 100) - 1; euros > 0; euros -= 1) if (fits(sells, euros, target)) return euros
  return null
}

/** An amount in cents up to 300 €, small enough for brute force. */
const few = fc.integer({ min: 0, max: 30_000 })
const limits = fc.tuple(few, few).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const sells = fc
  .record({
    ofProduct: limits,
    ofLater: limits,
    downpayment: fc.constantFrom('none', 'equal'),
    openingFeeRate: fc.constantFrom(0, 150),
    campaigns: fc.array(fc.record({ limits, tin: fc.constantFrom(0, 900), count: fc.constantFrom(3, 12) }), { maxLength: 2 }),
  })
  .map(({ ofProduct, ofLater, campaigns, ...product }): SaleTerms => {
    const within = ([minAmount, maxAmount]: readonly [number, number]) => ({ minAmount, maxAmount })
    const later: ProductTerms = { ...terms, type: 'pay_later', instalmentsAllowed: [1], tin: 0, ...within(ofLater) }
    return {
      offers: offersOf([{ ...terms, ...product, instalmentsAllowed: [3, 12], ...within(ofProduct) }, later]),
      campaigns: campaigns.map(({ limits: [least, most], tin, count }, index) =>
        campaign({
          id: String(index),
          consumerTin: basisPoints(tin),
          numInstalments: [count],
          minOrderCents: cents(least),
          maxOrderCents: cents(most),
        }),
      ),
      now,
    }
  })

describe('part paid in the shop today', () => {
  it('is the smallest one for which the rest fits, with any product and campaign limits', () => {
    fc.assert(
      fc.property(sells, fc.integer({ min: 100, max: 40_000 }), fc.integer({ min: 100, max: 6_000 }), (by, amount, target) => {
        const part = partToday(by, amount, target)
        expect(part && part.financedCents / 100).toBe(bruteForce(by, amount, target))
        if (part === null) return
        expect(part.todayCents + part.financedCents).toBe(amount)
        expect(part.todayCents).toBeGreaterThan(0)
        expect(plansOf(by, part.financedCents / 100)).toContainEqual(part.plan)
        expect(part.plan.instalmentAmount).toBeLessThanOrEqual(target)
      }),
      { numRuns: 40 },
    )
  })

  it('lowers the amount to the range of a campaign that makes it cheaper', () => {
    const by = saleTerms({}, [campaign({ maxOrderCents: cents(60_000) })])
    expect(partToday(by, 61_000, 5_000)).toMatchObject({ todayCents: 1_000, financedCents: 60_000, plan: { instalmentAmount: 5_000 } })
  })

  it('lowers the amount within a campaign with a minimum amount', () => {
    const by = saleTerms({}, [campaign({ minOrderCents: cents(60_000) })])
    expect(partToday(by, 70_000, 5_000)).toMatchObject({ todayCents: 10_000, financedCents: 60_000 })
  })

  it('lowers the amount to the maximum of the offer', () => {
    expect(partToday(saleTerms(), 500_000, 30_000)).toMatchObject({ todayCents: 200_000, financedCents: 300_000 })
  })

  it('is null when even the minimum amount exceeds the target instalment', () => {
    expect(partToday(saleTerms(), 60_000, 200)).toBeNull()
  })
})
