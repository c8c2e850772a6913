import { expect, test } from 'vitest'
import { formatEuros } from './formatEuros.ts'

test.each([
  [0, '0,00\u00a0€'],
  [5, '0,05\u00a0€'],
  [123456, '1.234,56\u00a0€'],
  [-36, '−0,36\u00a0€'],
  [123456789, '1.234.567,89\u00a0€'],
])('%i cents are %j', (cents, text) => {
  expect(formatEuros(cents)).toBe(text)
})

test('the sign and the currency are chosen', () => {
  expect(formatEuros(121, { sign: true })).toBe('+1,21\u00a0€')
  expect(formatEuros(0, { sign: true })).toBe('0,00\u00a0€')
  expect(formatEuros(-4000, { currency: false })).toBe('−40,00')
})
