import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast } from './colour.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it.each([
  ['#000000', '#FFFFFF', 21],
  ['#777777', '#ffffff', 4.4],
  ['#767676', '#ffffff', 4.5],
  ['#267BBD', '#FFFFFF', 4.5],
  ['#334BFF', '#334bff', 1],
])('the contrast of %s on %s is %d', (one, other, expected) => expect(contrast(one, other)).toBe(expected))

it('contrast is symmetric, and at least 1', () => {
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      expect(contrast(one, other)).toBe(contrast(other, one))
      expect(contrast(one, other)).toBeGreaterThanOrEqual(1)
    }),
  )
})
