import { expect, it } from 'vitest'
import type { Campaign, CampaignArticle } from '#contract/sales/campaigns'
import { differingParts } from './modeCopy.ts'

const campaign = {
  id: 'a'.repeat(32),
  name: 'Otoño',
  scope: 'single',
  startDate: null,
  endDate: null,
  interest: 0,
  numInstalments: [3, 6],
  minOrderAmount: null,
  maxOrderAmount: null,
  waitingPeriod: 0,
  channels: ['online'],
  budgetAmount: null,
} as unknown as Campaign // only these properties are compared
const article = (id: string, name = id): CampaignArticle => ({ id, name, url: null, description: null, imageUrl: null })

it('reports the parts in which a campaign and its copy differ, regardless of article order', () => {
  const pair = { articles: [article('A'), article('B')], other: campaign, otherArticles: [article('B'), article('A')] }
  expect(differingParts(campaign, pair)).toEqual([])
  expect(differingParts({ ...campaign, interest: 500, numInstalments: [3], budgetAmount: 100_00 }, pair)).toEqual([
    'interest',
    'numInstalments',
    'budgetAmount',
  ])
  expect(differingParts(campaign, { ...pair, otherArticles: [article('A'), article('B', 'Otra')] })).toEqual(['articles'])
  expect(differingParts(campaign, { ...pair, articles: [article('A')] })).toEqual(['articles'])
})

it('reports no differences when there is no copy yet', () => {
  expect(differingParts(campaign, { articles: [article('A')], other: null, otherArticles: [] })).toEqual([])
})
