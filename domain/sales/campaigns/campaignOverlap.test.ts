import { expect, it, test } from 'vitest'
import { campaignOverlap, type ComparedCampaign } from './campaignOverlap.ts'
import { basisPoints, cents } from '../../platform/money.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const plain: ComparedCampaign = {
  scope: 'bulk',
  numInstalments: [3, 6],
  minOrderCents: null,
  maxOrderCents: null,
  channels: ['online'],
  audienceId: null,
  startsAt: at(1),
  endsAt: at(10),
  consumerTin: basisPoints(0),
  createdAt: at(1),
  articleCount: 4,
}

test.each<[string, Partial<ComparedCampaign>, number, boolean]>([
  ['the same', {}, 0, true],
  ['one day in common', { startsAt: at(9), endsAt: at(20) }, 0, true],
  ['one that starts when the other ends', { startsAt: at(10), endsAt: at(20) }, 0, false],
  ['without end', { startsAt: at(5), endsAt: null }, 0, true],
  ['other channels', { channels: ['phone'] }, 0, false],
  ['other instalments', { numInstalments: [12] }, 0, false],
  ['other amounts', { minOrderCents: cents(200) }, 0, true],
  ['selected articles against the whole catalogue', { scope: 'single' }, 0, true],
])('%s', (_, change, shared, meets) => {
  expect(campaignOverlap(plain, { ...plain, ...change }, shared) !== null).toBe(meets)
  expect(campaignOverlap({ ...plain, ...change }, plain, shared) !== null).toBe(meets)
})

it('two campaigns overlap only with amounts and articles in common', () => {
  expect(campaignOverlap({ ...plain, maxOrderCents: cents(199) }, { ...plain, minOrderCents: cents(200) }, 0)).toBeNull()
  const chosen = { ...plain, scope: 'single' as const }
  expect(campaignOverlap(chosen, chosen, 0)).toBeNull()
  expect(campaignOverlap(chosen, chosen, 2)?.articles).toBe(2)
  expect(campaignOverlap(chosen, plain, 0)?.articles).toBe(4)
  expect(campaignOverlap(plain, plain, 0)?.articles).toBeNull()
})

it('an overlap names the winner: the lower rate, else the newer campaign', () => {
  const other = { ...plain, numInstalments: [6, 12], startsAt: at(5), endsAt: null, createdAt: at(2) }
  expect(campaignOverlap(plain, other, 0)).toMatchObject({ from: at(5), to: at(10), wins: [], loses: [6], why: 'newer' })
  expect(campaignOverlap(plain, { ...other, consumerTin: basisPoints(1) }, 0)).toMatchObject({ wins: [6], loses: [], why: 'cheaper' })
})
