import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPoints, cents, ZERO } from '../../platform/money.ts'
import { cartCents, isRounding, lineCents, ofUnits, parseCents, parseQuantity, type ShopLine } from './shopCart.ts'

const none = { cents: ZERO, rates: [] }
const line = (quantity: number, price: number, tax = 2100, discount = 0, discountRate = 0): ShopLine => ({
  quantity,
  priceCents: cents(price),
  taxRate: basisPoints(tax),
  discountCents: cents(discount),
  discountRate: basisPoints(discountRate),
})

test.each([
  ['one unit with tax', [line(1, 10_000)], none, 12_100],
  ['three units, rounded once a line', [line(3, 333, 2100)], none, 1_209],
  ['a discount for each unit', [line(2, 10_000, 2100, 1_000)], none, 21_780],
  ['a discount as a percentage', [line(1, 10_000, 0, 0, 1_000)], none, 9_000],
  ['a surcharge', [line(1, 10_000, 2100, -500)], none, 12_705],
  ['a discount above the price', [line(1, 100, 2100, 500)], none, 0],
  [
    'shipping as a line, discounts on the total',
    [line(1, 10_000), line(1, 500)],
    { cents: cents(605), rates: [basisPoints(1_000)] },
    10_829,
  ],
  ['one and a half metres', [line(1.5, 999)], none, 1_813],
  ['a third of a kilo, to four decimals', [line(0.3333, 3_000, 1_000)], none, 1_100],
  ['a line with zero units', [line(0, 10_000), line(1, 100, 0)], none, 100],
  ['a coupon as a line', [line(1, 10_000), line(1, -1_000)], none, 10_890],
  ['coupons above the goods', [line(1, 100), line(1, -5_000)], none, 0],
  ['discounts above the total', [line(1, 100)], { cents: cents(5_000), rates: [] }, 0],
] as const)('%s', (_name, lines, discounts, total) => expect(cartCents([...lines], discounts)).toBe(total))

test('a line is within half a cent of the exact product, and never negative', () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 0, max: 10_000_000 }).map((parts) => parts / 10_000),
    priceCents: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
    taxRate: fc.constantFrom(0, 400, 1_000, 2_100).map(basisPoints),
    discountCents: fc.integer({ min: -10_000, max: 10_000 }).map(cents),
    discountRate: fc.constant(basisPoints(0)),
  })
  fc.assert(
    fc.property(anyLine, (one) => {
      const exact = one.quantity * Math.max(0, one.priceCents - one.discountCents) * (1 + one.taxRate / 10_000)
      return lineCents(one) >= 0 && Math.abs(lineCents(one) - exact) <= 0.5 + 1e-6
    }),
  )
})

test('a quantity has four significant decimals, whatever its type', () => {
  expect([parseQuantity('1.50'), parseQuantity(0.1 + 0.2), parseQuantity('2.0000'), parseQuantity(0)]).toEqual([1.5, 0.3, 2, 0])
  expect([ofUnits(cents(333), 1.5), ofUnits(cents(0), 3)]).toEqual([500, 0])
})

test('a cent a line is rounding, more is a difference', () => {
  expect([isRounding(3, 3), isRounding(-3, 3), isRounding(4, 3), isRounding(0, 0)]).toEqual([true, true, false, true])
})

test('numeric strings are the same amount of money', () => {
  expect([parseCents('1250'), parseCents(1250), parseCents('-5'), parseCents(undefined)]).toEqual([1250, 1250, -5, 0])
})
