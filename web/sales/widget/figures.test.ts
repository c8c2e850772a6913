import fc from 'fast-check'
import { expect, it } from 'vitest'
import { basisPoints, cents, formatEuros, formatPercent } from '#domain/platform/money'
import { euros, percent, typedCents } from './figures.ts'

it('formats amounts and rates like the rest of the product', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), (value) => {
      expect(euros(value)).toBe(formatEuros(cents(value)))
      expect(percent(value)).toBe(formatPercent(basisPoints(value)))
    }),
  )
})

it('parses an amount typed by a customer, or returns null', () => {
  expect(['50', ' 49,90 €', "49'9", '1.234', 'x', ''].map(typedCents)).toEqual([5_000, 4_990, 4_990, null, null, null])
})
