import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pinProblem, readTillCode, createTillCode, formatTillCode } from './till.ts'

describe('a PIN', () => {
  test('has four digits and is none of the easy ones', () => {
    for (const pin of ['0000', '7777', '1234', '9876', '3210']) expect(pinProblem(pin)).toBe('easy')
    for (const pin of ['', '123', '12345', '12a4', ' 1234', '١٢٣٤', '1234\n']) expect(pinProblem(pin)).toBe('format')
    for (const pin of ['2580', '1357', '1223', '0900', '1230']) expect(pinProblem(pin)).toBeNull()
  })

  test('may be almost any of ten thousand', () => {
    const every = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
    expect(every.filter((pin) => pinProblem(pin) !== null)).toHaveLength(10 + 7 + 7)
  })
})

describe('a code', () => {
  test('is read as it is shown, however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const code = createTillCode(bytes)
        expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/)
        expect(readTillCode(formatTillCode(code))).toBe(code)
        expect(readTillCode(` ${code.toLowerCase().slice(0, 4)} ${code.slice(4)} `)).toBe(code)
      }),
    )
  })

  test('is invalid with a character too few or one that is not in the alphabet', () => {
    for (const text of ['', 'ABCDE-FGHJ', 'ABCDE-FGHJKL', 'ABCDE-FGHJ0', 'ABCDE-FGHJÑ']) expect(readTillCode(text)).toBeNull()
  })
})
