import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import type { OfferedDeal } from '../simulator/campaignsOf.ts'
import { evaluateSale } from './evaluateSale.ts'
import { draftDelivery, codeDelivery, newOfflineDraft, type OfflineDraft } from './offlineDraft.ts'

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
const evaluate = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) => {
  const { customer, ...draft } = newOfflineDraft()
  const whole = { ...draft, customer: { ...customer, phone: '612345678' }, amount: 60_000, ...content }
  return evaluateSale(whole, { offers: [offer], campaigns, now, buyerOnly: false })
}
const campaignsOf = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) =>
  evaluate(content, campaigns).plans.map(({ campaignId }) => campaignId)
const isLost = (content: Partial<OfflineDraft>, campaigns: readonly OfferedDeal[]) =>
  evaluate(content, campaigns).problems.get('campaignId') === t('offlineCheckout.problem.campaign')

describe('plans by the delivery channel of the button', () => {
  it('an in-store campaign applies to a code at the till, not to a sent link', () => {
    expect(campaignsOf(codeDelivery, [inStore])).toEqual([inStore.id, inStore.id, null])
    expect(campaignsOf(bySms, [inStore])).toEqual([null, null, null])
    // The till's button shows a code, whatever channels the form has selected.
    expect(campaignsOf({ ...bySms, ...codeDelivery }, [inStore])).toEqual([inStore.id, inStore.id, null])
    expect(campaignsOf({ ...bySms, ...draftDelivery }, [inStore])).toEqual([null, null, null])
  })

  it('a chosen in-store campaign is reported as not applicable to a sent link', () => {
    const chosen = { campaignId: inStore.id }
    expect(isLost({ ...chosen, ...codeDelivery }, [inStore])).toBe(false)
    expect(isLost({ ...chosen, ...bySms }, [inStore])).toBe(true)
  })
})

describe('fixed plan of a chosen campaign', () => {
  const chosen = { campaignId: inStore.id, product: 'instalments' } as const

  it('is the plan with the number of instalments, or the first one when no number is given', () => {
    expect(evaluate({ ...chosen, numInstalments: 6 }, [inStore]).fixed).toMatchObject({ campaignId: inStore.id, numInstalments: 6 })
    expect(evaluate(chosen, [inStore]).fixed).toMatchObject({ campaignId: inStore.id, numInstalments: 3 })
    expect(isLost({ ...chosen, numInstalments: 6 }, [inStore])).toBe(false)
  })

  it('is reported as not applicable where another campaign costs the customer less, or the campaign lacks the number', () => {
    expect(evaluate({ ...chosen, numInstalments: 6 }, [inStore, zero]).plans).toHaveLength(1)
    expect(isLost({ ...chosen, numInstalments: 6 }, [inStore, zero])).toBe(true)
    expect(isLost({ ...chosen, numInstalments: 3 }, [inStore, zero])).toBe(false)
    expect(isLost({ ...chosen, numInstalments: 12 }, [inStore])).toBe(true)
    expect(isLost({ campaignId: inStore.id, product: null }, [inStore, zero])).toBe(false)
  })
})

it('reports no campaign problem without an amount or before the terms are loaded', () => {
  const chosen = { campaignId: inStore.id, product: 'instalments', numInstalments: 12 } as const
  expect(isLost({ ...chosen, amount: null }, [inStore])).toBe(false)
  const draft = { ...newOfflineDraft(), ...chosen, amount: 60_000 }
  expect(evaluateSale(draft, { offers: null, campaigns: [], now, buyerOnly: true }).problems.size).toBe(0)
})
