import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basisPoints, cents, divideHalfUp, formatAmount, formatEuros, formatPercent, percentOf, proportion } from './money.ts'
import { parseEuros, readAmount } from './readAmount.ts'
import { testRuns } from '../testing/testRuns.ts'

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

describe('readAmount', () => {
  test.each([
    ['129,90', 12_990],
    ['129.90', 12_990],
    ['12,5', 1_250],
    ['12.5', 1_250],
    ['12,', 1_200],
    ['12.', 1_200],
    [',5', 50],
    ['.5', 50],
    ["12'50", 1_250],
    ['12\u201950', 1_250],
    ['12\u00b450', 1_250],
    ["1.250'50", 125_050],
    ["1'250,00", 125_000],
    ["1'250.00", 125_000],
    ["1'250'000", 125_000_000],
    ['1.250', 125_000],
    ['1.250,00', 125_000],
    ['1,250.00', 125_000],
    ['1,250,000', 125_000_000],
    ['1.234.567,8', 123_456_780],
    ['1 250', 125_000],
    ['1 250,00', 125_000],
    ['1\u00a0250,00', 125_000],
    ['1\u202f250,00', 125_000],
    ['1\u2009250.00', 125_000],
    ['1234', 123_400],
    ['1234,5', 123_450],
    ['  40 ', 4_000],
    ['\t40,00\n', 4_000],
    ['40€', 4_000],
    ['€40', 4_000],
    ['1.234,56\u00a0€', 123_456],
    ['600,00 EUR', 60_000],
    ['eur 600', 60_000],
    ['600 euros', 60_000],
    ['\u200b12,50\ufeff', 1_250],
    ['\u202a12,50\u202c €', 1_250],
    ['\uff11\uff12\uff0c\uff15\uff10', 1_250],
    ['+3', 300],
    ['0', 0],
    ['00', 0],
    ['007', 700],
    ['0,01', 1],
    ['90071992547409,91', Number.MAX_SAFE_INTEGER],
  ])('reads «%s»', (text, value) => expect(readAmount(text)).toEqual({ cents: value, problem: null }))

  test.each([
    ['', 'empty'],
    [' \u200b', 'empty'],
    ...['€', ',', '.', '-', '--3', 'NaN', 'Infinity', 'doce', '1e3', '0x10', '1_000', '12$', '12 USD', '12 € €', '12€50'].map((text) => [
      text,
      'format',
    ]),
    ...['1.23.456', '12.34,5', '1234.567,00', '1..2', '1,2,3', '1.234.56', '1,250,00', '1.250.00', '12 50', '12,3 4'].map((text) => [
      text,
      'format',
    ]),
    ...["'50", "12'", "12''50", '12,50 IVA incl.', 'desde 12,50', '12-50', '12:50', '12·50', '(12,50)', '-5-', '1/2', '½'].map((text) => [
      text,
      'format',
    ]),
    ...['89\u2079\u2070', '\u0661\u0662', '0 250', '1 250 €50', '+', '+-5'].map((text) => [text, 'format']),
    ...['1,234', "1'250", '12,500 €'].map((text) => [text, 'ambiguous']),
    ...['129.9000', '0,005', '0.123', '0,125', '12,5055', '1234.567', '1.234,567', '1,234.567', "12'5000"].map((text) => [
      text,
      'decimals',
    ]),
    ...['-5', '\u22125', '\uff0d5', '- 5 €', '-€5', '€-5', '-1.250,00', '5-'].map((text) => [text, 'negative']),
    ['9007199254740992', 'large'],
    ['90071992547409,92', 'large'],
  ])('refuses «%s»: %s', (text, problem) => expect(readAmount(text ?? '')).toEqual({ cents: null, problem }))

  test('takes a minus where the amount may be negative, before or behind, and never −0', () => {
    expect(['-1,50', '\u22121.234,50 €', '- 5 €', '-€5', '5,00-', '-0,00', '3'].map((text) => parseEuros(text, true))).toEqual([
      -150, -123_450, -500, -500, -500, 0, 300,
    ])
    expect(Object.is(parseEuros('-0', true), 0)).toBe(true)
  })

  test('reads a rate with its sign, and no euros there', () => {
    expect(readAmount('5,25 %', { unit: '%' }).cents).toBe(525)
    expect(readAmount('5 €', { unit: '%' }).problem).toBe('format')
    expect(readAmount('5 %').problem).toBe('format')
  })

  test('reads back whatever the formats write', () => {
    fc.assert(
      fc.property(amount, (value) => parseEuros(formatEuros(value), true) === value && parseEuros(formatAmount(value), true) === value),
      { numRuns: testRuns(5_000) },
    )
  })

  test('reads nothing but the figures that stand there, at most two of them behind the radix', () => {
    const figures = fc.string({ unit: fc.constantFrom(..."0123456789.,-+€ e'’\u00a0"), maxLength: 20 })
    const property = fc.property(fc.oneof(fc.string(), figures), fc.boolean(), (text, signed) => {
      const { cents: value } = readAmount(text, { signed })
      if (value === null) return true
      const digits = BigInt(text.replace(/\D/g, ''))
      return !Object.is(value, -0) && (signed || value >= 0) && [1n, 10n, 100n].some((part) => digits * part === BigInt(Math.abs(value)))
    })
    fc.assert(property, { numRuns: testRuns(10_000) })
  })
})
