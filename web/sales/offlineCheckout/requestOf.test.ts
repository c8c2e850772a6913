import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { emptyCustomer, newOfflineDraft, readOfflineDraft } from './offlineDraft.ts'
import { draftOf, requestOf, withAmount } from './requestOf.ts'

const plain = { concept: 'Compra en tienda', replaces: null, allowDuplicate: false }

describe('request of a draft', () => {
  it('sends a single amount with its concept and omits empty fields', () => {
    const draft = {
      ...newOfflineDraft(),
      amount: 14_990,
      channels: ['sms'] as const,
      customer: { ...emptyCustomer, phone: '+34 612 345 678' },
    }
    expect(requestOf(draft, plain)).toEqual({
      submitType: 'user',
      order: {
        totalAmount: 14_990,
        currency: 'EUR',
        articles: [{ name: 'Compra en tienda', quantity: 1, price: 12_388, taxRate: 2_100, total: 14_990 }],
      },
      customer: { phone: '612345678' },
      channels: ['sms'],
      expiresInMinutes: 4_320,
    })
  })

  it('includes the campaign and restores it to the draft', () => {
    const request = requestOf({ ...newOfflineDraft(), amount: 14_990, campaignId: 'c'.repeat(32) }, plain)
    expect(request.campaignId).toBe('c'.repeat(32))
    expect(draftOf({ ...request, channels: [], order: { ...request.order, currency: 'EUR' } }, plain.concept).campaignId).toBe(
      'c'.repeat(32),
    )
  })

  it('for a lower amount it drops the fixed plan and its lines add up to the cent', () => {
    const draft = {
      ...newOfflineDraft(),
      amount: 14_990,
      concept: 'Bici',
      mid: 'T-1',
      taxRate: 1_000,
      product: 'instalments' as const,
      numInstalments: 12,
      campaignId: 'c'.repeat(32),
      customer: { ...emptyCustomer, phone: '612345678' },
    }
    const request = requestOf(draft, plain)
    const less = withAmount({ ...request, channels: [], order: { ...request.order, currency: 'EUR' } }, 7_400, plain.concept)
    expect(less).toEqual({
      submitType: 'user',
      order: {
        mid: 'T-1',
        totalAmount: 7_400,
        currency: 'EUR',
        articles: [{ name: 'Bici', quantity: 1, price: 6_727, taxRate: 1_000, total: 7_400 }],
      },
      customer: { phone: '612345678' },
      channels: [],
      expiresInMinutes: 4_320,
    })
  })

  it('sends no messages for the shop’s own device', () => {
    const draft = { ...newOfflineDraft(), amount: 100, submitType: 'vendors' as const, channels: ['email'] as const }
    expect(requestOf(draft, plain).channels).toEqual([])
  })

  it('its lines add up to the cent, each within one cent per unit of its price', () => {
    const line = fc.record({
      name: fc.constant('Silla'),
      quantity: fc.integer({ min: 1, max: 99 }),
      priceCents: fc.integer({ min: 1, max: 2_000_000 }),
      taxRate: fc.constantFrom(2_100, 1_000, 400, 0),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const { order } = requestOf({ ...newOfflineDraft(), byLines: true, lines }, plain)
        const totals = order.articles.map(({ total = 0 }) => total)
        expect(totals.reduce((sum, total) => sum + total, 0)).toBe(order.totalAmount)
        for (const { price, taxRate, quantity, total = 0 } of order.articles)
          expect(Math.abs((price * quantity * (10_000 + taxRate)) / 10_000 - total)).toBeLessThanOrEqual(quantity)
      }),
    )
  })

  it('fills the form from a previous request', () => {
    const draft = {
      ...newOfflineDraft(),
      byLines: true,
      lines: [
        { name: 'Bici', quantity: 1, priceCents: 45_000, taxRate: 2_100 },
        { name: 'Casco', quantity: 2, priceCents: 2_995, taxRate: 2_100 },
      ],
      mid: 'T-17',
      customer: { ...emptyCustomer, firstName: 'Noa', street: 'Calle Mayor 3', postcode: '28013', city: 'Madrid' },
      product: 'instalments' as const,
      numInstalments: 6,
      expiresInMinutes: 60,
      notes: 'Recoge el martes',
    }
    const request = requestOf(draft, plain)
    const answered = { ...request, channels: request.channels ?? [], order: { ...request.order, currency: 'EUR' as const } }
    expect(draftOf(answered, plain.concept)).toEqual(draft)
  })
})

describe('draft in session storage', () => {
  const draft = { ...newOfflineDraft(), amount: 14_990, lines: [{ name: 'Bici', quantity: null, priceCents: null, taxRate: 2_100 }] }
  it('is restored complete, or not at all', () => {
    expect(readOfflineDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    for (const name of Object.keys(draft)) expect(readOfflineDraft({ ...draft, [name]: { no: 1 } }), name).toBeNull()
    for (const name of Object.keys(draft))
      expect(readOfflineDraft(Object.fromEntries(Object.entries(draft).filter(([one]) => one !== name))), name).toBeNull()
    expect(readOfflineDraft('x')).toBeNull()
  })
})
