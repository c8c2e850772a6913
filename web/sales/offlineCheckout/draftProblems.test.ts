import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import { draftProblems } from './draftProblems.ts'
import { emptyCustomer, newOfflineDraft, type DraftCustomer, type OfflineDraft } from './offlineDraft.ts'

const folder = join(import.meta.dirname, '../../../messages/es/sales')
beforeAll(() => setMessages(JSON.parse(readFileSync(join(folder, 'offlineCheckout.json'), 'utf8')) as Record<string, Message>)) // our own file

const offer = (product: ProductOffer['product'], minCents: number, maxCents: number): ProductOffer => ({
  product,
  minCents: cents(minCents),
  maxCents: cents(maxCents),
  instalmentsAllowed: [3],
  tin: basisPoints(0),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  feeRate: basisPoints(0),
  feeFixedCents: cents(0),
  vatRate: basisPoints(0),
})
const offers = [offer('instalments', 3_000, 300_000), offer('pay_later', 2_000, 50_000)]
const now = new Date('2026-11-22T10:00:00Z')
const good: OfflineDraft = { ...newOfflineDraft(), amount: 14_990 }
const problems = (some: Partial<OfflineDraft>) => [...draftProblems({ ...good, ...some }, { offers, now })]
const ofCustomer = (some: Partial<DraftCustomer>, more: Partial<OfflineDraft> = {}) =>
  problems({ ...more, customer: { ...emptyCustomer, ...some } })

describe('problems of a draft sale', () => {
  it('accepts a draft with only an amount', () => {
    expect(problems({})).toEqual([])
  })

  it.each([
    [1_590, null, 'Faltan 4,10\u00a0€ para el mínimo de 20,00\u00a0€'],
    [2_590, 'instalments', 'Faltan 4,10\u00a0€ para el mínimo de 30,00\u00a0€'],
    [2_590, null, null],
    [300_001, null, 'Sobran 0,01\u00a0€ para el máximo de 3.000,00\u00a0€'],
    [60_000, 'pay_later', 'Sobran 100,00\u00a0€ para el máximo de 500,00\u00a0€'],
    [60_000, 'pay_in_4', 'Esta tienda no tiene ahora ese pago a plazos'],
  ] as const)('%i cents with product %s reports: %s', (amount, product, sentence) => {
    expect(new Map(problems({ amount, product })).get('order.totalAmount') ?? null).toBe(sentence)
  })

  it('reports each invalid customer field', () => {
    expect(ofCustomer({ email: 'ana@correo' })).toEqual([['customer.email', t('offlineCheckout.problem.email')]])
    expect(ofCustomer({ phone: '512345678' })).toEqual([['customer.phone', t('offlineCheckout.problem.phone')]])
    expect(ofCustomer({ phone: '+34 612 345 678' })).toEqual([])
    expect(ofCustomer({ documentId: '12345678A' })).toEqual([['customer.documentId', t('offlineCheckout.problem.document')]])
    expect(ofCustomer({ documentId: 'x-1234567-l' })).toEqual([])
    expect(ofCustomer({ birthday: '2008-11-23' })).toEqual([['customer.birthday', t('offlineCheckout.problem.birthday')]])
    expect(ofCustomer({ birthday: '2008-11-22' })).toEqual([])
    expect(ofCustomer({ postcode: '99999' }).map(([field]) => field)).toEqual([
      'customer.address.street',
      'customer.address.postcode',
      'customer.address.city',
    ])
    expect(ofCustomer({ street: 'Rua Augusta 1', postcode: '1100-148', city: 'Lisboa', country: 'PT' })).toEqual([])
  })

  it('requires phone or e-mail for each selected channel, and neither on the shop’s own device', () => {
    const both = { channels: ['sms', 'email'] as const }
    expect(ofCustomer({}, both).map(([field]) => field)).toEqual(['customer.phone', 'customer.email'])
    expect(ofCustomer({}, { ...both, submitType: 'vendors' })).toEqual([])
  })

  it('accepts a landline only with an e-mail address and without SMS', () => {
    const phone = '912 345 678'
    expect(ofCustomer({ phone })).toEqual([['customer.email', t('offlineCheckout.problem.emailForLandline')]])
    expect(ofCustomer({ phone, email: 'ana@correo.es' }, { channels: ['email'] })).toEqual([])
    expect(ofCustomer({ phone, email: 'ana@correo.es' }, { channels: ['sms', 'email'] })).toEqual([
      ['channels', t('offlineCheckout.problem.landlineSms')],
    ])
    expect(ofCustomer({ phone, email: 'ana@correo.es' }, { channels: ['sms'], submitType: 'vendors' })).toEqual([])
  })

  it('validates every line', () => {
    const lines = [
      { name: 'Bici', quantity: 1, priceCents: 45_000, taxRate: 2_100 },
      { name: ' ', quantity: 0, priceCents: null, taxRate: 2_100 },
    ]
    expect(problems({ byLines: true, lines }).map(([field]) => field)).toEqual([
      'order.articles.1.name',
      'order.articles.1.quantity',
      'order.articles.1.price',
    ])
  })
})
