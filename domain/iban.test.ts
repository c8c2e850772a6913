import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankCodeOf, groupIban, ibanProblem, isSpanishIban, maskIban, spanishIban } from './iban.ts'
import { testVectors } from './testVectors.ts'
import { testRuns } from './testRuns.ts'

/** The same rule told another way: whole numbers, and control digits by multiples of powers of two. */
function isValidByTheBook(iban: string): boolean {
  if (!/^ES\d{22}$/.test(iban) || BigInt(`${iban.slice(4)}1428${iban.slice(2, 4)}`) % 97n !== 1n) return false
  const digit = (ten: string) => {
    const left = [...ten].reduce((sum, one, at) => sum + BigInt(one) * 2n ** BigInt(at), 0n) % 11n
    return left < 2n ? left : 11n - left
  }
  return iban.slice(12, 14) === `${digit(`00${iban.slice(4, 12)}`)}${digit(iban.slice(14))}`
}

test.each(testVectors.ibanValid)('%s is valid, with spaces and in lower case too', (text) => {
  expect(isSpanishIban(text)).toBe(true)
  expect(isSpanishIban(text.toLowerCase().replace(/(.{4})/g, '$1 '))).toBe(true)
  expect(isValidByTheBook(text)).toBe(true)
})

test.each([...testVectors.ibanInvalid, '', 'ES', 'ES91210004184502000513320', 'ES91-2100-0418-4502-0005-1332'])('«%s» is not', (text) => {
  expect(isSpanishIban(text)).toBe(false)
})

test.each([
  ['FR1420041010050500013M02606', 'country'],
  ['', 'country'],
  ['ES91-2100-0418-4502-0005-1332', 'characters'],
  ['ES91 2100 0418 4502 0005 133', 'length'],
  ['ES90 2100 0418 4502 0005 1332', 'check'],
  ['ES6821000418000200051332', 'control'],
  ['ES91 2100 0418 4502 0005 1332', null],
])('«%s»: %s', (text, problem) => expect(ibanProblem(text)).toBe(problem))

describe('of 10 000 changed numbers', () => {
  const sample = fc.constantFrom(...testVectors.ibanValid)

  test('one wrong digit, or two neighbours changed about, are always noticed', () => {
    const property = fc.property(sample, fc.integer({ min: 2, max: 23 }), fc.integer({ min: 1, max: 9 }), (iban, at, shift) => {
      const wrong = (Number(iban.charAt(at)) + shift) % 10
      const changed = iban.slice(0, at) + wrong + iban.slice(at + 1)
      const swapped = iban.slice(0, at) + (iban[at + 1] ?? '') + (iban[at] ?? '') + iban.slice(at + 2)
      return !isSpanishIban(changed) && (swapped === iban || !isSpanishIban(swapped))
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })

  test('none is taken that is not one by the book, and none refused that is', () => {
    const edits = fc.array(fc.tuple(fc.nat(24), fc.constantFrom(...'0123456789', 'A', 'O', '٣', '-', '', '00')), {
      minLength: 1,
      maxLength: 6,
    })
    let changed = 0
    const property = fc.property(sample, edits, (iban, changes) => {
      const mutated = changes.reduce<string>((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 1), iban)
      if (mutated !== iban) changed += 1
      return isSpanishIban(mutated) === isValidByTheBook(mutated)
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
    expect(changed).toBeGreaterThan(testRuns(4_500))
  })

  test('the digits that are worked out are those that are asked for', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
    const property = fc.property(digits(4), digits(4), digits(10), (bank, branch, account) => {
      const iban = spanishIban(bank, branch, account)
      return isValidByTheBook(iban) && isSpanishIban(iban) && bankCodeOf(iban) === bank
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
  })
})

test('it is shown in groups, or with its ends alone', () => {
  expect(groupIban('es9121000418450200051332')).toBe('ES91 2100 0418 4502 0005 1332')
  expect(groupIban('ES91 21')).toBe('ES91 21')
  expect(maskIban('ES91 2100 0418 4502 0005 1332')).toBe('ES91 •••• 1332')
  expect([bankCodeOf('ES91 210'), bankCodeOf('ES91 2100 0')]).toEqual(['', '2100'])
})
