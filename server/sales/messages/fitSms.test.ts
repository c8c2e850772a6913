import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/platform/money'
import { smsText, type MessageFacts } from './composition.ts'
import { fitSms, septetsOf, SMS_SEPTETS, toGsm7 } from './gsm7.ts'
import { offered, withLanguage } from '../../platform/calls/messages.ts'

const link = `https://pagos.proveedor.example/checkout/${'0'.repeat(32)}#${'x'.repeat(43)}`
const facts: MessageFacts = {
  shopName: 'Muebles Ribera',
  firstName: 'Ana',
  totalCents: cents(123_456),
  expiresAt: new Date(),
  substatus: 'pending_customer',
  confirmedAt: null,
  downpaymentCents: cents(0),
  openingFeeCents: cents(0),
  instalments: [],
  isContractAttached: false,
  refund: null,
  earlyCents: null,
  noted: null,
  card: null,
  link,
  code: '012345',
}
const brand = { name: 'Trastienda', vendor: 't', legalName: '', supportEmail: 'a@b.es', supportPhone: '', colours: {} }
const hosts = { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' }
const config = { publicUrl: 'https://pagos.proveedor.example', hosts, brand }

describe('toGsm7', () => {
  it.each([
    ['Ferretería Núñez · Málaga', 'Ferreteria Nuñez - Malaga'],
    ['Café', 'Café'],
    ['1.234,56\u00a0€', '1.234,56 €'],
    ['¿Qué? ¡Sí!', '¿Qué? ¡Si!'],
    ['«Ça» 漢', '"Ça" ?'],
    ['ò', 'ò'],
  ])('converts %s to %s', (text, plain) => {
    expect(toGsm7(text)).toBe(plain)
  })

  it('counts two septets for the euro sign', () => {
    expect(septetsOf('10 €')).toBe(5)
  })
})

describe('a text message', () => {
  it('names seller, amount and link', () => {
    expect(smsText('link', facts, config)).toBe(`Muebles Ribera: paga 1.234,56 € a plazos ${link}`)
    expect(smsText('code', facts, config)).toBe(
      '012345 es tu codigo para pagar 1.234,56 € a plazos en Muebles Ribera. Vale 15 minutos. No se lo des a nadie.\n@pagos.proveedor.example #012345',
    )
    expect(smsText('code', { ...facts, substatus: 'payment_process' }, config)).toMatch(/^012345 es tu codigo para ver tus pagos en Muebles Ribera\./)
    expect(smsText('outcome', { ...facts, substatus: 'payment_process' }, config)).toContain('aprobada')
    expect(smsText('outcome', { ...facts, substatus: 'rejected' }, config)).toContain('no podemos ofrecerte')
    expect(smsText('outcome', { ...facts, substatus: 'pending_customer' }, config)).toMatch(/ya puedes seguir con tu compra.*https?:/i)
  })

  it('fits one message with link and code whole, for any shop name, host and language', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('link' as const, 'code' as const, 'outcome' as const),
        fc.constantFrom(...offered),
        fc.constantFrom('payment_process' as const, 'rejected' as const),
        (shopName, hostLength, purpose, language, substatus) => {
          const publicUrl = `https://${'h'.repeat(hostLength)}.es`
          const own = `${publicUrl}/checkout/${'0'.repeat(32)}#${'_'.repeat(43)}`
          const text = withLanguage(language, () => smsText(purpose, { ...facts, shopName, substatus, link: own }, { ...config, publicUrl }))
          expect(septetsOf(text)).toBeLessThanOrEqual(SMS_SEPTETS)
          expect(toGsm7(text)).toBe(text)
          if (purpose === 'link') expect(text.endsWith(own)).toBe(true)
          if (purpose === 'code') expect(text).toContain('012345')
        },
      ),
      { numRuns: 500 },
    )
  })

  it("shortens the shop's name before omitting it", () => {
    const wordings = [(shop: string) => `${shop}: ${'x'.repeat(140)}`, () => 'short']
    expect(fitSms(wordings, 'Muebles Ribera de la Costa')).toBe(`Muebles Ribera de.: ${'x'.repeat(140)}`)
    expect(fitSms([(shop) => `${shop}: ${'x'.repeat(155)}`, () => 'short'], 'Muebles Ribera')).toBe('short')
  })
})
