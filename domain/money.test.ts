import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basisPoints, cents, divideHalfUp, formatAmount, formatEuros, formatPercent, parseEuros, percentOf, proportion } from './money.ts'
import { testRuns } from './testRuns.ts'

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(cents)

describe('cents', () => {
  test('takes safe integers, also as bigint, and turns −0 into 0', () => {
    expect(cents(12_990)).toBe(12_990)
    expect(cents(12_990n)).toBe(12_990)
    expect(Object.is(cents(-0), 0)).toBe(true)
    expect(Object.is(basisPoints(-0), 0)).toBe(true)
    expect(cents(Number.MAX_SAFE_INTEGER)).toBe(2 ** 53 - 1)
  })

  test.each([0.5, Number.NaN, Infinity, -Infinity, 2 ** 53, 2n ** 53n, -(2n ** 60n)])('refuses %s', (value) => {
    expect(() => cents(value)).toThrow(RangeError)
    expect(() => basisPoints(value)).toThrow(RangeError)
  })
})

describe('rounding', () => {
  test.each([
    [5n, 2n, 3n],
    [3n, 2n, 2n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [249n, 100n, 2n],
    [251n, 100n, 3n],
    [0n, 7n, 0n],
  ])('%s / %s is %s, half away from zero', (numerator, denominator, expected) => {
    expect(divideHalfUp(numerator, denominator)).toBe(expected)
  })

  test('divides by zero never', () => expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError))

  test('is the nearest integer, never farther than half', () => {
    const denominator = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const property = fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), denominator, (n, d) => {
      const twiceError = 2n * (divideHalfUp(n, d) * d - n)
      return n >= 0n ? twiceError > -d && twiceError <= d : twiceError < d && twiceError >= -d
    })
    fc.assert(property, { numRuns: testRuns(10_000) })
  })

  test('a percentage is rounded half up', () => {
    expect(percentOf(cents(50), basisPoints(100))).toBe(1)
    expect(percentOf(cents(250), basisPoints(100))).toBe(3)
    expect(percentOf(cents(249), basisPoints(100))).toBe(2)
    expect(percentOf(cents(-250), basisPoints(100))).toBe(-3)
    expect(percentOf(cents(1530), basisPoints(2100))).toBe(321)
  })

  test('a proportion is exact where floating point is not', () => {
    expect(proportion(cents(3546), 40_000, 60_000)).toBe(2364)
    expect(proportion(cents(9_007_199_254_740_991), 1, 3)).toBe(3_002_399_751_580_330)
  })
})

describe('formats', () => {
  test.each([
    [0, '0,00'],
    [5, '0,05'],
    [99, '0,99'],
    [12_990, '129,90'],
    [123_456, '1.234,56'],
    [100_000_000, '1.000.000,00'],
    [-18_213, '\u2212182,13'],
    [-1, '\u22120,01'],
  ])('%s cents is %s', (value, text) => {
    expect(formatAmount(cents(value))).toBe(text)
    expect(formatEuros(cents(value))).toBe(`${text}\u00a0€`)
  })

  test.each([
    [590, '5,9'],
    [2100, '21'],
    [1999, '19,99'],
    [5, '0,05'],
    [0, '0'],
    [-250, '\u22122,5'],
    [123_450, '1.234,5'],
    [10_000_000, '100.000'],
  ])('%s basis points is %s %%', (value, text) => {
    expect(formatPercent(basisPoints(value))).toBe(`${text}\u00a0%`)
  })
})

describe('parseEuros', () => {
  test.each([
    ['129,90', 12_990],
    ['129.90', 12_990],
    ['1.234,56', 123_456],
    ['1.234,56 €', 123_456],
    ['1.234,56\u00a0€', 123_456],
    ['1.234.567,8', 123_456_780],
    ['1.234', 123_400],
    ['1234', 123_400],
    ['1234,5', 123_450],
    ['  40 ', 4_000],
    ['40€', 4_000],
    ['0', 0],
    ['0,01', 1],
    ['90071992547409,91', Number.MAX_SAFE_INTEGER],
  ])('reads «%s»', (text, value) => expect(parseEuros(text)).toBe(value))

  test.each([
    '',
    ' ',
    '€',
    'NaN',
    'Infinity',
    '1e3',
    '-0',
    '\u22120',
    '-1',
    '+1',
    '0,001',
    '1,234',
    '0.123',
    '9007199254740992',
    '90071992547409,92',
    '1,234.56',
    '1.23.456',
    '12.34,5',
    '1234.567,00',
    '007',
    '00',
    '.5',
    ',5',
    '5,',
    '5.',
    '1 234',
    '1..2',
    '1,2,3',
    '0x10',
    '１２',
    '12 € €',
    '€12',
    '1.234.56',
    '12,3 4',
    'doce',
    '1_000',
  ])('refuses «%s»', (text) => expect(parseEuros(text)).toBeNull())

  test('takes a sign only where the field allows it, and never −0', () => {
    expect(parseEuros('-1,50', true)).toBe(-150)
    expect(parseEuros('\u22121.234,50 €', true)).toBe(-123_450)
    expect(parseEuros('+3', true)).toBe(300)
    expect(parseEuros('3', true)).toBe(300)
    expect(parseEuros('--3', true)).toBeNull()
    expect(parseEuros('-0,00', true)).toBeNull()
    expect(parseEuros('-', true)).toBeNull()
  })

  test('reads back whatever the formats write', () => {
    fc.assert(
      fc.property(amount, (value) => parseEuros(formatEuros(value), true) === value),
      { numRuns: testRuns(5_000) },
    )
  })

  test('answers null or a safe amount of at most two decimals for any text', () => {
    const figures = fc.string({ unit: fc.constantFrom(...'0123456789.,-+€ e'), maxLength: 20 })
    const property = fc.property(fc.oneof(fc.string(), figures), fc.boolean(), (text, signed) => {
      const value = parseEuros(text, signed)
      return value === null || (Number.isSafeInteger(value) && !Object.is(value, -0) && (signed || value >= 0))
    })
    fc.assert(property, { numRuns: testRuns(10_000) })
  })
})
