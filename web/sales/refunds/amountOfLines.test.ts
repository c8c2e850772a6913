import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOfLines, unitsWorth } from './amountOfLines.ts'

const cart = {
  articles: [
    { quantity: 3, total: 10_000 },
    { quantity: 1, total: 4_999 },
  ],
  shipping: { total: 495 },
}

describe('refund by lines', () => {
  it('all units of a line are worth exactly its total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 500_000 }), (quantity, total) => {
        expect(unitsWorth({ quantity, total }, quantity)).toBe(total)
        expect(unitsWorth({ quantity, total }, 0)).toBe(0)
      }),
    )
    expect(unitsWorth({ quantity: 3, total: 10_000 }, 1)).toBe(3_333)
    expect(unitsWorth({ quantity: 3, total: 10_000 }, 2)).toBe(6_667)
    expect([1, 1.5].map((units) => unitsWorth({ quantity: 1.5, total: 1_500 }, units))).toEqual([1_000, 1_500])
    expect([0, 1].map((units) => unitsWorth({ quantity: 0, total: 0 }, units))).toEqual([0, 0])
  })

  it('is monotonic in the units and never exceeds the line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 500_000 }), fc.nat(60), (quantity, total, units) => {
        expect(unitsWorth({ quantity, total }, units + 1)).toBeGreaterThanOrEqual(unitsWorth({ quantity, total }, units))
        expect(unitsWorth({ quantity, total }, units)).toBeLessThanOrEqual(total)
      }),
    )
  })

  it('adds lines and shipping, capped at the remaining amount', () => {
    expect(amountOfLines(cart, { units: [1, 1], shipping: true }, 60_000)).toEqual({ amount: 3_333 + 4_999 + 495, capped: false })
    expect(amountOfLines(cart, { units: [3, 1], shipping: true }, 60_000)).toEqual({ amount: 15_494, capped: false })
    expect(amountOfLines(cart, { units: [3, 1], shipping: true }, 9_000)).toEqual({ amount: 9_000, capped: true })
    expect(amountOfLines({ ...cart, shipping: null }, { units: [], shipping: true }, 9_000)).toEqual({ amount: 0, capped: false })
  })
})
