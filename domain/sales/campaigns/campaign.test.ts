import { describe, expect, it, test } from 'vitest'
import {
  campaignAllows,
  campaignGaps,
  campaignStateAt,
  campaignStates,
  endGap,
  isCampaignFieldOpen,
  type CampaignAction,
  type CampaignContext,
  type CampaignTerms,
} from './campaign.ts'
import { basisPoints, cents } from '../../platform/money.ts'

const now = new Date('2026-11-22T12:00:00Z')
const offer = { tin: basisPoints(1999), instalmentsAllowed: [3, 6, 12], minCents: cents(3_000), maxCents: cents(300_000) }
const context: CampaignContext = { offer, articleCount: 0, audienceGap: null, now }
const whole: CampaignTerms = {
  name: 'Vuelta al cole',
  scope: 'bulk',
  startsAt: new Date('2026-11-23T23:00:00Z'),
  endsAt: new Date('2026-12-31T23:00:00Z'),
  consumerTin: basisPoints(0),
  numInstalments: [3, 6],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels: ['online'],
  audienceId: null,
  budgetCents: null,
}
const codes = (change: Partial<CampaignTerms>, other: Partial<CampaignContext> = {}) =>
  campaignGaps({ ...whole, ...change }, { ...context, ...other }).map(({ field, code }) => `${field} ${code}`)

describe('the effective state', () => {
  const [startsAt, endsAt] = [new Date('2026-11-22T11:00:00Z'), new Date('2026-11-22T13:00:00Z')]
  test.each([
    ['draft', 'draft', 'draft', 'draft'],
    ['scheduled', 'scheduled', 'active', 'finished'],
    ['active', 'active', 'active', 'finished'],
    ['paused', 'paused', 'paused', 'finished'],
    ['finished', 'finished', 'finished', 'finished'],
  ] as const)('%s is %s before, %s between and %s after', (status, ...states) => {
    const instants = ['2026-11-22T10:59:59.999Z', '2026-11-22T11:00:00Z', '2026-11-22T13:00:00Z']
    expect(instants.map((at) => campaignStateAt({ status, startsAt, endsAt }, new Date(at)))).toEqual(states)
  })

  it('never finishes without an end', () => {
    expect(campaignStateAt({ status: 'scheduled', startsAt, endsAt: null }, new Date('2100-01-01T00:00:00Z'))).toBe('active')
  })
})

test('each state allows its actions', () => {
  const actions: CampaignAction[] = ['update', 'articles', 'delete', 'publish', 'pause', 'resume', 'finish', 'duplicate']
  const table = Object.fromEntries(campaignStates.map((state) => [state, actions.filter((action) => campaignAllows(state, action))]))
  expect(table).toEqual({
    draft: ['update', 'articles', 'delete', 'publish', 'duplicate'],
    scheduled: ['update', 'articles', 'delete', 'duplicate'],
    active: ['update', 'articles', 'pause', 'finish', 'duplicate'],
    paused: ['update', 'articles', 'resume', 'finish', 'duplicate'],
    finished: ['duplicate'],
  })
})

test('an active campaign allows changes to its name and end only', () => {
  const fields = Object.keys(whole) as (keyof CampaignTerms)[]
  const open = Object.fromEntries(campaignStates.map((state) => [state, fields.filter((field) => isCampaignFieldOpen(state, field))]))
  const running = ['name', 'endsAt', 'budgetCents']
  expect(open).toEqual({ draft: fields, scheduled: fields, active: running, paused: running, finished: [] })
})

describe('the gaps of a campaign', () => {
  it('are empty when it is complete', () => {
    expect(codes({})).toEqual([])
    expect(codes({ endsAt: null, minOrderCents: cents(3_000), maxOrderCents: cents(3_000) })).toEqual([])
  })

  test.each([
    ['a name', { name: '' }, {}, ['name required']],
    ['a start', { startsAt: null }, {}, ['start_date required']],
    ['a start yesterday', { startsAt: new Date('2026-11-21T22:59:59Z') }, {}, ['start_date past']],
    ['a start earlier today in Madrid', { startsAt: new Date('2026-11-21T23:00:00Z') }, {}, []],
    ['an end at the start', { endsAt: whole.startsAt }, {}, ['end_date before_start']],
    ['an end in the past', { startsAt: new Date('2026-11-22T00:00:00Z'), endsAt: now }, {}, ['end_date past']],
    ['365 days of Madrid', { startsAt: new Date('2026-11-22T23:00:00Z'), endsAt: new Date('2027-11-22T23:00:00Z') }, {}, []],
    [
      'an end one instant too late',
      { startsAt: new Date('2026-11-22T23:00:00Z'), endsAt: new Date('2027-11-22T23:00:00.001Z') },
      {},
      ['end_date too_long'],
    ],
    ['an interest', { consumerTin: null }, {}, ['interest required']],
    ['more than the usual interest', { consumerTin: basisPoints(2000) }, {}, ['interest above_usual']],
    ['the usual interest', { consumerTin: basisPoints(1999) }, {}, ['interest no_benefit']],
    ['the usual interest after two months', { consumerTin: basisPoints(1999), waitingMonths: 2 }, {}, []],
    ['instalments', { numInstalments: [] }, {}, ['num_instalments required']],
    ['instalments that the shop does not offer', { numInstalments: [3, 4] }, {}, ['num_instalments not_offered']],
    ['instalments of a shop that offers none', {}, { offer: null }, ['num_instalments not_offered']],
    ["a minimum above the shop's limits", { minOrderCents: cents(300_001) }, {}, ['min_order_amount above_limit']],
    ["a maximum below the shop's limits", { maxOrderCents: cents(2_999) }, {}, ['max_order_amount below_limit']],
    ['a maximum below the minimum', { minOrderCents: cents(5_000), maxOrderCents: cents(4_999) }, {}, ['max_order_amount below_minimum']],
    ['channels', { channels: [] }, {}, ['channels required']],
    ['chosen articles', { scope: 'single' as const }, {}, ['articles required']],
    ['one selected article', { scope: 'single' as const }, { articleCount: 1 }, []],
    ['an audience that does not exist', {}, { audienceGap: 'unknown' }, ['audience_uuid unknown']],
    ['an audience that is too small', {}, { audienceGap: 'too_small' }, ['audience_uuid too_small']],
  ])('%s', (_, change, other, expected) => {
    expect(codes(change, other)).toEqual(expected)
  })

  it('are reported all at once', () => {
    const empty = { name: '', startsAt: null, endsAt: null, consumerTin: null, numInstalments: [], channels: [], scope: 'single' as const }
    expect(codes(empty)).toEqual([
      'name required',
      'start_date required',
      'interest required',
      'num_instalments required',
      'channels required',
      'articles required',
    ])
  })

  it('days of 25 and 23 hours count as days', () => {
    // 25.10.2026 has 25 hours, 28.03.2027 has 23: from midnight to midnight, 365 days.
    const startsAt = new Date('2026-10-24T22:00:00Z')
    expect(endGap({ startsAt, endsAt: new Date('2027-10-24T22:00:00Z') }, startsAt)).toBe(false)
    expect(endGap({ startsAt, endsAt: new Date('2027-10-25T22:00:00Z') }, startsAt)).toEqual({ field: 'end_date', code: 'too_long' })
  })
})
