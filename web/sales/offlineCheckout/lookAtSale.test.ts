import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import type { OfferedDeal } from '../simulator/campaignsOf.ts'
import { lookAtSale } from './lookAtSale.ts'
import { asDrafted, byCode, newOfflineDraft, type OfflineDraft } from './offlineDraft.ts'

const folder = join(import.meta.dirname, '../../../messages/es/sales')
beforeAll(() => setMessages(JSON.parse(readFileSync(join(folder, 'offlineCheckout.json'), 'utf8')) as Record<string, Message>)) // our own file

const now = new Date('2026-11-22T10:00:00Z')
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
const campaign = (id: string, some: Partial<OfferedDeal>): OfferedDeal => ({
  id,
  name: id,
  scope: 'bulk',
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: null,
  consumerTin: basisPoints(900),
  numInstalments: [3, 6],
  minOrderCents: null,
  maxOrderCents: null,
  waitingMonths: 0,
  channels: ['in_store', 'phone'],
  audienceId: null,
  createdAt: new Date('2026-10-20T00:00:00Z'),
  reachedCents: 0,
  ...some,
})
const inStore = campaign('in store', { channels: ['in_store'] })
const zero = campaign('zero', { consumerTin: basisPoints(0), numInstalments: [6] })

const bySms: Partial<OfflineDraft> = { channels: ['sms'], submitType: 'user' }
const look = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) => {
  const { customer, ...draft } = newOfflineDraft()
  const whole = { ...draft, customer: { ...customer, phone: '612345678' }, amount: 60_000, ...content }
  return lookAtSale(whole, { offers: [offer], campaigns, now, buyerOnly: false })
}
const campaignsOf = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) =>
  look(content, campaigns).plans.map(({ campaignId }) => campaignId)
const isLost = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) =>
  look(content, campaigns).problems.get('campaignId') === t('offlineCheckout.problem.campaign')

describe('the plans are those of the way that the button sends by', () => {
  it('a campaign of the shop reaches the code at the till, and no message', () => {
    expect(campaignsOf(byCode, [inStore])).toEqual([inStore.id, inStore.id, null])
    expect(campaignsOf(bySms, [inStore])).toEqual([null, null, null])
    // The till's button shows a code, whatever the form's ticks were.
    expect(campaignsOf({ ...bySms, ...byCode }, [inStore])).toEqual([inStore.id, inStore.id, null])
    expect(campaignsOf({ ...bySms, ...asDrafted }, [inStore])).toEqual([null, null, null])
  })

  it('is lost for a message where it was chosen', () => {
    const chosen = { campaignId: inStore.id }
    expect(isLost({ ...chosen, ...byCode }, [inStore])).toBe(false)
    expect(isLost({ ...chosen, ...bySms }, [inStore])).toBe(true)
  })
})

describe('a fixed plan by a chosen campaign', () => {
  const chosen = { campaignId: inStore.id, product: 'instalments' } as const

  it('is found by its number, or as the first one without', () => {
    expect(look({ ...chosen, numInstalments: 6 }, [inStore]).fixed).toMatchObject({ campaignId: inStore.id, numInstalments: 6 })
    expect(look(chosen, [inStore]).fixed).toMatchObject({ campaignId: inStore.id, numInstalments: 3 })
    expect(isLost({ ...chosen, numInstalments: 6 }, [inStore])).toBe(false)
  })

  it('is lost where another campaign costs the customer less, or the campaign never had the number', () => {
    expect(look({ ...chosen, numInstalments: 6 }, [inStore, zero]).plans).toHaveLength(1)
    expect(isLost({ ...chosen, numInstalments: 6 }, [inStore, zero])).toBe(true)
    expect(isLost({ ...chosen, numInstalments: 3 }, [inStore, zero])).toBe(false)
    expect(isLost({ ...chosen, numInstalments: 12 }, [inStore])).toBe(true)
    expect(isLost({ campaignId: inStore.id, product: null }, [inStore, zero])).toBe(false)
  })
})

it('says nothing of a campaign while there is no amount, or the terms are not known', () => {
  const chosen = { campaignId: inStore.id, product: 'instalments', numInstalments: 12 } as const
  expect(isLost({ ...chosen, amount: null }, [inStore])).toBe(false)
  const draft = { ...newOfflineDraft(), ...chosen, amount: 60_000 }
  expect(lookAtSale(draft, { offers: null, campaigns: [], now, buyerOnly: true }).problems.size).toBe(0)
})
