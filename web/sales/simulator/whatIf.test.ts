import { expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import type { ProductOffer } from '#domain/sales/plans/offer'
import { basisPoints, cents } from '#domain/platform/money'
import { campaignsOf } from './campaignsOf.ts'
import { simulatePlans } from './simulatePlans.ts'
import { compared, usualComparison, whatIfOptions } from './whatIf.ts'

const offer: ProductOffer = {
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(300_000),
  instalmentsAllowed: [3, 6, 12],
  tin: basisPoints(1_999),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  feeRate: basisPoints(250),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2_100),
}
const now = new Date('2026-11-19T11:00:00Z')
const campaign = {
  id: 'otono',
  name: 'Otoño',
  startDate: '2026-11-01T00:00:00Z',
  endDate: null,
  interest: 999,
  numInstalments: [6],
  minOrderAmount: null,
  maxOrderAmount: null,
  waitingPeriod: 0,
  channels: ['in_store' as const],
  created: '2026-10-01T00:00:00Z',
}

it('compares six without a campaign, six at 0 % and twelve by what the shop receives, highest first', () => {
  const { plans } = simulatePlans([offer], 60_000, { now, buyerOnly: false, campaigns: campaignsOf([campaign]) })
  const options = whatIfOptions([offer], plans, 60_000, localDate('2026-11-19'))
  const chosen = usualComparison(options)
  expect(chosen).toEqual(['instalments:6:without', 'instalments:6:free', 'instalments:12:today'])
  // 600,00 € in 6 at 19,99 %: 0 % costs the shop 35,46 € (docs/domain.md#campaign-subsidy).
  expect(compared(options, chosen).map(({ key, lessCents, plan }) => [key, lessCents, plan.merchant?.netAmount])).toEqual([
    ['instalments:6:without', 0, 58_149],
    ['instalments:12:today', 0, 58_149],
    ['instalments:6:free', 3_546, 54_603],
  ])
  const today = compared(options, ['instalments:6:today'])
  expect(today[0]?.plan).toMatchObject({ tin: 999, merchant: { subsidyAmount: 1_785 } })
})

it('without a campaign it compares six today with six at 0 %; without interest-bearing plans, the first two', () => {
  const { plans } = simulatePlans([offer], 60_000, { now, buyerOnly: false })
  expect(usualComparison(whatIfOptions([offer], plans, 60_000, localDate('2026-11-19')))).toEqual([
    'instalments:6:today',
    'instalments:6:free',
    'instalments:12:today',
  ])
  const few = { ...offer, tin: basisPoints(0), instalmentsAllowed: [2, 3] }
  const free = simulatePlans([few], 60_000, { now, buyerOnly: false }).plans
  expect(usualComparison(whatIfOptions([few], free, 60_000, localDate('2026-11-19')))).toEqual([
    'instalments:2:today',
    'instalments:3:today',
  ])
  expect(compared([], [])).toEqual([])
})
