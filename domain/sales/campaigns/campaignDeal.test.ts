import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { articleKey, dealFor, offersOfCampaign, reachedCents, type OrderReached, type RunningCampaign } from './campaignDeal.ts'
import { localDate } from '../../platform/dates.ts'
import { basisPoints, cents } from '../../platform/money.ts'
import { netOffered, planOffered, type ProductOffer } from '../plans/offer.ts'

const day = localDate('2026-11-22')
const offer: ProductOffer = {
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(300_000),
  instalmentsAllowed: [3, 6, 12],
  tin: basisPoints(1999),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  feeRate: basisPoints(250),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2100),
}
const order: OrderReached = {
  offer,
  numInstalments: 6,
  orderCents: cents(60_000),
  channel: 'online',
  articlesCents: 60_000,
  audienceIds: new Set(),
}
const campaign = (change: Partial<RunningCampaign> & { id: string }): RunningCampaign => ({
  scope: 'bulk',
  numInstalments: [3, 6],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels: ['online'],
  audienceId: null,
  consumerTin: basisPoints(0),
  createdAt: new Date('2026-01-01T00:00:00Z'),
  reachedCents: 0,
  ...change,
})
const deal = (campaigns: RunningCampaign[], change: Partial<OrderReached> = {}) => dealFor(campaigns, { ...order, ...change })
const subsidy = (campaigns: RunningCampaign[], change: Partial<OrderReached> = {}) => {
  const offered = { ...order, ...change }
  return netOffered(offered.offer, offered.numInstalments, offered.orderCents, dealFor(campaigns, offered)).subsidyCents
}

describe('the cost to the shop of 600,00 € in 6 at 19,99 %', () => {
  test.each([
    ['0 %', { consumerTin: basisPoints(0) }, 3_546],
    ['9,99 %', { consumerTin: basisPoints(999) }, 1_785],
    ['0 % after two months', { consumerTin: basisPoints(0), waitingMonths: 2 }, 5_681],
    ['the usual interest after two months', { consumerTin: basisPoints(1999), waitingMonths: 2 }, 2_135],
  ])('%s', (_, change, expected) => {
    expect(subsidy([campaign({ id: 'a', ...change })])).toBe(expected)
  })

  it('leaves a net amount of 546,03 €', () => {
    expect(netOffered(offer, 6, cents(60_000), deal([campaign({ id: 'a' })])).netCents).toBe(54_603)
  })

  it('postpones every payment by the waiting months', () => {
    const waiting = deal([campaign({ id: 'a', waitingMonths: 2 })])
    expect(planOffered(offer, 6, cents(60_000), day, waiting)).toMatchObject({ firstDueOn: '2027-02-22', totalInterestCents: 0 })
  })
})

describe('the campaign that applies to an order', () => {
  const [older, newer] = [new Date('2026-02-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')]
  it('is the cheapest for the customer, on a tie the newest', () => {
    const dear = campaign({ id: 'dear', consumerTin: basisPoints(500), createdAt: newer })
    const first = campaign({ id: 'first', createdAt: older })
    const second = campaign({ id: 'second', createdAt: newer })
    expect(deal([dear, first])?.campaignId).toBe('first')
    expect(deal([first, second])?.campaignId).toBe('second')
    expect(deal([second, first])?.campaignId).toBe('second')
    expect(deal([])).toBeNull()
  })

  test.each<[string, Partial<RunningCampaign>, Partial<OrderReached>, boolean]>([
    ['an allowed number of instalments', {}, { numInstalments: 3 }, true],
    ['a number of instalments that is not allowed', {}, { numInstalments: 12 }, false],
    ['its channel', {}, { channel: 'online' }, true],
    ['another channel', {}, { channel: 'phone' }, false],
    ['exactly its minimum', { minOrderCents: cents(60_000) }, {}, true],
    ['a cent below its minimum', { minOrderCents: cents(60_001) }, {}, false],
    ['exactly its maximum', { maxOrderCents: cents(60_000) }, {}, true],
    ['a cent above its maximum', { maxOrderCents: cents(59_999) }, {}, false],
    ['a member of its audience', { audienceId: 'x' }, { audienceIds: new Set(['x']) }, true],
    ['somebody else', { audienceId: 'x' }, { audienceIds: new Set(['y']) }, false],
    ['a cart of its articles', { scope: 'single', reachedCents: 60_000 }, {}, true],
    ['a cart without its articles', { scope: 'single', reachedCents: 0 }, {}, false],
    ['no cart at all', { scope: 'single', reachedCents: 0 }, { articlesCents: 0 }, false],
    ['four payments without interest', {}, { offer: { ...offer, product: 'pay_in_4', tin: basisPoints(0) } }, false],
    ['a single deferred payment', { numInstalments: [1] }, { offer: { ...offer, product: 'pay_later' }, numInstalments: 1 }, false],
    ['a shop whose own rate is lower', { consumerTin: basisPoints(500) }, { offer: { ...offer, tin: basisPoints(400) } }, false],
  ])('%s', (_, change, of, reached) => {
    expect(deal([campaign({ id: 'a', ...change })], of)?.campaignId).toBe(reached ? 'a' : undefined)
  })
})

describe('the offers of a link for one campaign', () => {
  const payInFour: ProductOffer = { ...offer, product: 'pay_in_4', instalmentsAllowed: [4], tin: basisPoints(0) }
  const alone = (one: RunningCampaign) => (of: ProductOffer, numInstalments: number) => deal([one], { offer: of, numInstalments }) !== null
  const offered = (
    reached: (of: ProductOffer, count: number) => boolean,
    chosen: (of: ProductOffer, count: number) => boolean = () => false,
  ) => offersOfCampaign([offer, payInFour], reached, chosen).map(({ product, instalmentsAllowed }) => [product, ...instalmentsAllowed])

  it('are those the campaign applies to, and the one the customer has already chosen', () => {
    const own = alone(campaign({ id: 'own' }))
    expect(offered(own)).toEqual([['instalments', 3, 6]])
    expect(offered(own, ({ product }, count) => product === 'instalments' && count === 12)).toEqual([['instalments', 3, 6, 12]])
    expect(offered(own, ({ product }) => product === 'pay_in_4')).toEqual([
      ['instalments', 3, 6],
      ['pay_in_4', 4],
    ])
  })

  it('are empty when the campaign does not apply to the order, whatever was chosen', () => {
    const away = alone(campaign({ id: 'own', channels: ['phone'] }))
    expect([offered(away), offered(away, () => true)]).toEqual([[], []])
  })
})

describe('a mixed cart', () => {
  it('gets the discount in proportion to its share of campaign articles', () => {
    const third = campaign({ id: 'a', scope: 'single', reachedCents: 20_000 })
    // A third of 19,99 points less.
    expect(deal([third])).toEqual({ campaignId: 'a', tin: 1_333, waitingMonths: 0 })
    expect(subsidy([third])).toBe(
      3_546 - planOffered(offer, 6, cents(60_000), day, { tin: basisPoints(1_333), waitingMonths: 0 }).totalInterestCents,
    )
  })

  it('has no waiting months, which cannot be prorated', () => {
    expect(deal([campaign({ id: 'a', scope: 'single', reachedCents: 59_999, waitingMonths: 3 })])?.waitingMonths).toBe(0)
    expect(deal([campaign({ id: 'a', scope: 'single', reachedCents: 60_000, waitingMonths: 3 })])?.waitingMonths).toBe(3)
    expect(
      deal([campaign({ id: 'a', scope: 'single', reachedCents: 59_999, waitingMonths: 3, consumerTin: basisPoints(1999) })]),
    ).toBeNull()
  })

  it('identifies articles by number or name, without accents or case', () => {
    const lines = [
      { name: 'Sofá Ñandú', total: 100 },
      { id: 'REF-1', name: 'Mesa', total: 20 },
      { name: 'Silla', total: 3 },
    ]
    expect(reachedCents(lines, new Set([articleKey('SOFÁ ñandú'), articleKey('ref-1')]))).toBe(120)
    expect(reachedCents(lines, new Set())).toBe(0)
  })
})

describe('for any campaigns and orders', () => {
  const anyCampaign = fc.record({
    consumerTin: fc.integer({ min: 0, max: 2_500 }).map((one) => basisPoints(one)),
    scope: fc.constantFrom('bulk' as const, 'single' as const),
    share: fc.integer({ min: 0, max: 100 }),
    waitingMonths: fc.integer({ min: 0, max: 3 }),
    numInstalments: fc.subarray([3, 6, 12]),
    channels: fc.subarray(['online', 'phone'] as const),
    minOrderCents: fc.option(fc.integer({ min: 1, max: 300_000 }).map((one) => cents(one))),
    createdAt: fc.integer({ min: 0, max: 3 }).map((one) => new Date(one)),
  })
  const anyOrder = fc.record({
    orderCents: fc.integer({ min: 3_000, max: 300_000 }).map((one) => cents(one)),
    numInstalments: fc.constantFrom(3, 6, 12),
    downpayment: fc.constantFrom('none' as const, 'equal' as const),
  })

  it('the customer never pays more than with the best single campaign, nor the shop a negative amount', () => {
    const property = fc.property(
      fc.array(anyCampaign, { maxLength: 5 }),
      anyOrder,
      (drawn, { orderCents, numInstalments, downpayment }) => {
        const offered = { ...order, offer: { ...offer, downpayment }, orderCents, numInstalments, articlesCents: orderCents }
        const all = drawn.map(({ share, ...one }, at) =>
          campaign({ ...one, id: String(at), maxOrderCents: null, reachedCents: Math.floor((orderCents * share) / 100) }),
        )
        const priceOf = (of: readonly RunningCampaign[]) =>
          planOffered(offered.offer, numInstalments, orderCents, day, dealFor(of, offered)).totalPriceCents
        const best = Math.min(priceOf([]), ...all.map((one) => priceOf([one])))
        expect(priceOf(all)).toBe(best)
        expect(netOffered(offered.offer, numInstalments, orderCents, dealFor(all, offered)).subsidyCents).toBeGreaterThanOrEqual(0)
        // The order of evaluation does not matter.
        expect(dealFor(all.toReversed(), offered)).toEqual(dealFor(all, offered))
      },
    )
    fc.assert(property, { numRuns: 200 })
  })

  it('a larger share of campaign articles is never more expensive', () => {
    const property = fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 60_000 }), (one, other) => {
      const rate = (reached: number) => deal([campaign({ id: 'a', scope: 'single', reachedCents: reached })])?.tin ?? offer.tin
      expect(rate(Math.max(one, other))).toBeLessThanOrEqual(rate(Math.min(one, other)))
    })
    fc.assert(property)
  })
})
