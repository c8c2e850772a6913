import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsOfText } from './priceText.ts'

it.each([
  ['1.234,56 €', 123_456],
  ['€1,234.56', 123_456],
  ['12.50', 1_250],
  ['12,5', 1_250],
  ['1.234', 123_400],
  ['12', 1_200],
  ['Ahora: 89,90 € (antes 120 €)', 8_990],
  ['1\u00a0234,00', 123_400],
  ['gratis', null],
  ['', null],
])('reads %j', (text, cents) => expect(centsOfText(text)).toBe(cents))

it('reads back every price that is written the Spanish way', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      const written = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(cents / 100)
      expect(centsOfText(written)).toBe(cents)
    }),
  )
})
