import { describe, expect, test } from 'vitest'
import { centsFromText, maskMoney, textFromCents } from './moneyText.ts'

/** Every amount below 20 euros, then amounts ever further apart up to `most`. */
function* spread(most: number): Generator<number> {
  for (let cents = 0; cents <= most; cents = cents < 2000 ? cents + 1 : Math.round(cents * 1.037) + 1) yield cents
}

describe('centsFromText', () => {
  test.each([
    ['', null],
    [',', null],
    ['€', null],
    ['0', 0],
    ['12', 1200],
    ['12,', 1200],
    ['12,5', 1250],
    ['12,50', 1250],
    ['12.50', 1250],
    ['12.5', 1250],
    [',5', 50],
    ['1.234', 123400],
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['1.234.567', 123456700],
    ['1.234.567,89', 123456789],
    ['1 234,56 €', 123456],
    ['40,00\u00a0€', 4000],
    ['12.', 1200],
  ])('%j is %j cents', (text, cents) => {
    expect(centsFromText(text)).toBe(cents)
  })
  test('a sign counts only where it is allowed', () => {
    expect(centsFromText('-12,50')).toBe(1250)
    expect(centsFromText('-12,50', true)).toBe(-1250)
    expect(centsFromText('−12,50', true)).toBe(-1250)
    expect(Object.is(centsFromText('-0', true), 0)).toBe(true)
  })
})

test('every amount survives being written and read', () => {
  for (const cents of spread(100_000_000_000)) {
    expect(centsFromText(textFromCents(cents), true)).toBe(cents)
    expect(centsFromText(textFromCents(-cents), true)).toBe(-cents || 0)
  }
})

test('typing an amount key by key, with a comma, means what was typed', () => {
  for (const cents of spread(99_999_999)) {
    let box = ''
    for (const key of (cents / 100).toFixed(2).replace('.', ',')) box = maskMoney(box + key)
    expect(centsFromText(box)).toBe(cents)
  }
})

test.each([
  ['abc', ''],
  ['1a2', '12'],
  ['1,234', '1,23'],
  ['1,2,3', '1,23'],
  ['-5', '5'],
  ['.5', '5'],
  ['1.234,5', '1.234,5'],
])('the mask turns %j into %j', (typed, kept) => {
  expect(maskMoney(typed)).toBe(kept)
})

test.each([
  [null, ''],
  [0, '0,00'],
  [5, '0,05'],
  [123456, '1.234,56'],
  [100000000, '1.000.000,00'],
  [-36, '−0,36'],
])('%j cents are written %j', (cents, text) => {
  expect(textFromCents(cents)).toBe(text)
})
