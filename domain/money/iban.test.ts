import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankCodeOf, compactIban, groupIban, ibanProblem, isSepaIban, maskIban, spanishIban } from './iban.ts'
import { testVectors } from '../testing/testVectors.ts'
import { testRuns } from '../testing/testRuns.ts'

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
  expect(isSepaIban(text)).toBe(true)
  expect(isSepaIban(text.toLowerCase().replace(/(.{4})/g, '$1 '))).toBe(true)
  expect(isValidByTheBook(text)).toBe(true)
})

test.each([...testVectors.ibanInvalid, '', 'ES', 'ES91210004184502000513320'])('«%s» is not', (text) => {
  expect(isSepaIban(text)).toBe(false)
})

// The registry's own example of each country of the area (SWIFT, IBAN registry).
const examples =
  'AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034 BG80BNBG96611020345678 CH9300762011623852957 ' +
  'CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243 EE382200221020145685 ES9121000418450200051332 ' +
  'FI2112345600000785 FR1420041010050500013M02606 GB29NWBK60161331926819 GI75NWBK000000007099453 GR1601101250000000012300695 HR1210010051863000160 ' +
  'HU42117730161111101800000000 IE29AIBK93115212345678 IS140159260076545510730339 IT60X0542811101000000123456 LI21088100002324013AA ' +
  'LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 ' +
  'MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 PL61109010140000071219812874 PT50000201231234567890154 ' +
  'RO49AAAA1B31007593840000 RS35260005601001611379 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 ' +
  'SM86U0322509800000000270100 VA59001123000012345678'

test.each(examples.split(' '))('%s is taken however it is pasted, and no neighbour of it', (iban) => {
  const grouped = groupIban(iban)
  for (const shape of [
    iban,
    grouped,
    grouped.toLowerCase(),
    `IBAN ${grouped}`,
    `IBAN: ${iban}`,
    `\u202a${grouped}\u202c`,
    grouped.replaceAll(' ', '\u00a0'),
  ])
    expect([shape, ibanProblem(shape), compactIban(shape)]).toEqual([shape, null, iban])
  expect(ibanProblem(iban.slice(0, -1))).toBe('length')
  expect(['length', 'characters']).toContain(ibanProblem(`${iban}0`))
  const last = iban.at(-1) ?? ''
  expect(ibanProblem(iban.slice(0, -1) + (last === '9' ? '8' : '9'))).toBe('check')
})

test.each([
  ['TR330006100519786457841326', 'country'],
  ['AE070331234567890123456', 'country'],
  ['US12345678901234567890', 'country'],
  ['', 'country'],
  ['ES91 2100 O418 4502 0005 1332', 'characters'],
  ['NL91 1BNA 0417 1643 00', 'characters'],
  ['DE89 3704 0044 0532 0130 0', 'length'],
  ['ES91 2100 0418 4502 0005 133', 'length'],
  ['ES90 2100 0418 4502 0005 1332', 'check'],
  ['ES6821000418000200051332', 'control'],
  ['ES91-2100-0418-4502-0005-1332', null],
  ['IBANES91 2100 0418 4502 0005 1332', null],
])('«%s»: %s', (text, problem) => expect(ibanProblem(text)).toBe(problem))

test('the code of the bank, where there is a list of banks', () => {
  expect(['ES9121000418450200051332', 'PT50000201231234567890154', 'DE89370400440532013000', 'PT5000'].map(bankCodeOf)).toEqual([
    '2100',
    'PT0002',
    '',
    '',
  ])
})

describe('of 10 000 changed numbers', () => {
  const sample = fc.constantFrom(...testVectors.ibanValid)

  test('one wrong digit, or two neighbours changed about, are always noticed', () => {
    const property = fc.property(sample, fc.integer({ min: 2, max: 23 }), fc.integer({ min: 1, max: 9 }), (iban, at, shift) => {
      const wrong = (Number(iban.charAt(at)) + shift) % 10
      const changed = iban.slice(0, at) + wrong + iban.slice(at + 1)
      const swapped = iban.slice(0, at) + (iban[at + 1] ?? '') + (iban[at] ?? '') + iban.slice(at + 2)
      return !isSepaIban(changed) && (swapped === iban || !isSepaIban(swapped))
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
      return isSepaIban(mutated) === isValidByTheBook(mutated.replaceAll('-', ''))
    })
    fc.assert(property, { numRuns: testRuns(5_000) })
    expect(changed).toBeGreaterThan(testRuns(4_500))
  })

  test('the digits that are worked out are those that are asked for', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
    const property = fc.property(digits(4), digits(4), digits(10), (bank, branch, account) => {
      const iban = spanishIban(bank, branch, account)
      return isValidByTheBook(iban) && isSepaIban(iban) && bankCodeOf(iban) === bank
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
