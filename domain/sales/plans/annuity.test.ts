import { describe, expect, test } from 'vitest'
import {
  amortise,
  annualRate,
  annuityPayment,
  annuityPaymentWithFirstToday,
  compound,
  monthlyInterest,
  repaid,
  totalInterest,
} from './annuity.ts'
import { basisPoints, cents } from '../../platform/money.ts'

describe('monthly interest', () => {
  test.each([
    [60_000, 1999, 999],
    [66_000, 1990, 1095],
    [78_000, 1990, 1294],
    [114_000, 1990, 1891],
    [6_000, 2500, 125],
    [60_000, 2000, 1000],
    [60_300, 2000, 1005],
    [60_030, 2000, 1001],
    [60_001, 1200, 600],
    [50, 1200, 1],
    [49, 1200, 0],
    [0, 1999, 0],
    [60_000, 0, 0],
  ])('of %s at %s is %s: 40 significant digits, then half up', (outstanding, tin, interest) => {
    expect(monthlyInterest(cents(outstanding), basisPoints(tin))).toBe(interest)
  })
})

test('the constant payment is exact and rounded half up', () => {
  expect(annuityPayment(cents(60_000), 6, basisPoints(1999))).toBe(10_591)
  expect(annuityPayment(cents(12_990), 4, basisPoints(0))).toBe(3248)
  expect(annuityPayment(cents(10_000), 1, basisPoints(1200))).toBe(10_100)
  expect(annuityPaymentWithFirstToday(cents(60_000), 6, basisPoints(1999))).toBe(9002)
  expect(annuityPaymentWithFirstToday(cents(12_990), 3, basisPoints(0))).toBe(3248)
})

test('principal is compounded and rounded once', () => {
  expect(compound(cents(60_000), 2, basisPoints(1999))).toBe(62_016)
  expect(compound(cents(60_000), 0, basisPoints(1999))).toBe(60_000)
  expect(compound(cents(60_000), 12, basisPoints(0))).toBe(60_000)
  expect(totalInterest(cents(62_016), 6, basisPoints(1999))).toBe(3665)
})

test('a payment repays what interest leaves, between zero and the debt', () => {
  expect(repaid(cents(100), cents(30), cents(500))).toBe(70)
  expect(repaid(cents(100), cents(30), cents(50))).toBe(50)
  expect(repaid(cents(100), cents(130), cents(50))).toBe(0)
  expect(amortise(cents(3), 4, basisPoints(0), cents(1)).map((period) => period.principalCents)).toEqual([1, 1, 1, 0])
})

describe('annual rate', () => {
  test('discounts by months, from the month of the first payment', () => {
    expect(annualRate(cents(10_000), [cents(11_000)], 12)).toBe(1000)
    expect(annualRate(cents(10_000), [cents(11_000)], 6)).toBe(2100)
    expect(annualRate(cents(9_900), [cents(10_000)], 1)).toBe(1282)
    expect(annualRate(cents(100), [cents(1_000)], 12)).toBe(90_000)
  })

  test('is 0 when the credit costs nothing, and undefined when nothing is received', () => {
    expect(annualRate(cents(10_000), [cents(5_000), cents(5_000)], 3)).toBe(0)
    expect(() => annualRate(cents(0), [cents(1)], 1)).toThrow(RangeError)
  })
})
