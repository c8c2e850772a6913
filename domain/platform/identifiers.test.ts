import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compactCode,
  compactDocument,
  compactPhone,
  compactPostcode,
  isCif,
  isEmail,
  isHexColour,
  isLandline,
  isMobile,
  isNie,
  isNif,
  isNonEmpty,
  isPhone,
  isPortuguesePostcode,
  isPostcode,
  isSpanishPostcode,
  isUrl,
  maskDocument,
  maskEmail,
  maskPhone,
} from './identifiers.ts'
import { testVectors } from '../testing/testVectors.ts'
import { testRuns } from '../testing/testRuns.ts'

const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })

describe('identity numbers', () => {
  test.each(testVectors.nifValid)('%s is a NIF', (text) => {
    expect(isNif(text)).toBe(true)
    expect(isNif(text.toLowerCase())).toBe(true)
    expect(isNie(text) || isCif(text)).toBe(false)
  })

  test.each(['K1234567L', 'L0000001R', 'M9999999J'])('%s is a NIF of a person without DNI', (text) => {
    expect(isNif(text)).toBe(true)
    expect(isNif(`${text.slice(0, -1)}A`)).toBe(false)
  })

  test.each(testVectors.nieValid)('%s is a NIE', (text) => {
    expect(isNie(text)).toBe(true)
    expect(isNif(text)).toBe(false)
  })

  test.each([...testVectors.nifNieInvalid, ' 12345678Z', '12345678Z ', '12345678-Z', '112345678Z', '1234567L', 'K12345678Z', '１2345678Z'])(
    '«%s» is neither',
    (text) => expect(isNif(text) || isNie(text)).toBe(false),
  )

  test.each(testVectors.cifValid)('%s is a CIF', (text) => expect(isCif(text)).toBe(true))

  test.each([...testVectors.cifInvalid, '', 'A2801586', 'A280158655', 'AA8015865', 'A28015865 '])('«%s» is no CIF', (text) => {
    expect(isCif(text)).toBe(false)
  })

  test('the kind of entity decides between control letter and digit', () => {
    for (const kind of 'ABEH') expect([isCif(`${kind}00000018`), isCif(`${kind}0000001H`)]).toEqual([true, false])
    for (const kind of 'PQRSNW') expect([isCif(`${kind}00000018`), isCif(`${kind}0000001H`)]).toEqual([false, true])
    for (const kind of 'CDFGJUV') expect([isCif(`${kind}00000018`), isCif(`${kind}0000001H`)]).toEqual([true, true])
    for (const kind of 'IKLMOTXYZ') expect([isCif(`${kind}00000018`), isCif(`${kind}0000001H`)]).toEqual([false, false])
  })

  test('exactly one control character fits a number', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const property = fc.property(digits(8), digits(7), (eight, seven) => {
      expect(letters.filter((letter) => isNif(eight + letter))).toHaveLength(1)
      expect(letters.filter((letter) => isNie(`Y${seven}${letter}`))).toHaveLength(1)
      expect([...'0123456789'].filter((digit) => isCif(`B${seven}${digit}`))).toHaveLength(1)
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('one wrong digit is always noticed', () => {
    const property = fc.property(digits(8), fc.nat(7), fc.integer({ min: 1, max: 9 }), (eight, index, shift) => {
      const letter = [...'TRWAGMYFPDXBNJZSQVHLCKE'][Number(eight) % 23] ?? ''
      const wrong = [...eight].map((digit, at) => (at === index ? (Number(digit) + shift) % 10 : digit)).join('')
      return isNif(eight + letter) && !isNif(wrong + letter)
    })
    fc.assert(property, { numRuns: testRuns(1_000) })
  })
})

describe('phones', () => {
  test.each(testVectors.phoneMobileValid)('%s is a mobile', (text) =>
    expect([isMobile(text), isPhone(text), isLandline(text)]).toEqual([true, true, false]),
  )
  test.each([...testVectors.phoneMobileInvalid, '+34612345678', '612 345 678', '61234567a', ''])('«%s» is no mobile', (text) =>
    expect(isMobile(text)).toBe(false),
  )
  test.each(testVectors.phoneLandlineValidBySpec)('%s is a landline', (text) =>
    expect([isLandline(text), isPhone(text), isMobile(text)]).toEqual([true, true, false]),
  )
  test.each([...testVectors.phoneLandlineRealButRejectedBySpec, '91234567', '9123456789', '91234567a', ''])('«%s» is no landline', (text) =>
    expect(isPhone(text)).toBe(false),
  )

  test('separators and the Spanish prefix are taken off', () => {
    expect(compactPhone('+34 612 34-52.14')).toBe('612345214')
    expect(compactPhone('0034612345214')).toBe('612345214')
    expect(compactPhone('(+34) 612345214')).toBe('612345214')
    expect(compactPhone('+351912345678')).toBe('+351912345678')
    expect(compactPhone('346123452')).toBe('346123452')
  })
})

describe('postcodes', () => {
  test.each([...testVectors.postcodeEsValid, ...testVectors.postcodePtValid, '00043', '53001'])('%s has the published form', (text) => {
    expect(isPostcode(text)).toBe(true)
  })
  test.each(['2800', ...testVectors.postcodePtInvalid, '28001 ', '280011', 'a28001', '12345-678', '28001\n'])('«%s» has not', (text) =>
    expect(isPostcode(text)).toBe(false),
  )
  test.each(testVectors.postcodeEsValid)('%s is Spanish', (text) => expect(isSpanishPostcode(text)).toBe(true))
  test.each([...testVectors.postcodeEsInvalid, '1000-001', '99999'])('«%s» is not', (text) => expect(isSpanishPostcode(text)).toBe(false))
  test.each(testVectors.postcodePtValid)('%s is Portuguese', (text) => expect(isPortuguesePostcode(text)).toBe(true))
  test.each([...testVectors.postcodePtInvalid, '28001', '0100-001'])('«%s» is not', (text) =>
    expect(isPortuguesePostcode(text)).toBe(false),
  )

  test('has 52 provinces', () => {
    const provinces = Array.from({ length: 100 }, (_, index) => `${String(index).padStart(2, '0')}001`)
    expect(provinces.filter(isSpanishPostcode)).toHaveLength(52)
  })
})

describe('e-mail, web address, colour', () => {
  test.each(['ana@tienda.example', 'a.b+c@x-y.co', 'muñoz@peña.es', "o'hara@a.b.museum", 'a@b.xn--p1ai', `${'a'.repeat(64)}@b.es`])(
    '%s is an e-mail',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )
  test.each([
    ...'@ a@b @b.es a@ a@@b.es a@b..es a@.es a@b.es. .a@b.es a.@b.es a..b@c.es a@b.e a@b.12 a@-b.es a@b-.es a@b_c.es a,b@c.es a<b@c.es'.split(
      ' ',
    ),
    '',
    'a b@c.es',
    'a@b.es ',
    `${'a'.repeat(65)}@b.es`,
    `a@${'b'.repeat(64)}.es`,
    `a@${'b.'.repeat(130)}es`,
  ])('«%s» is none', (text) => expect(isEmail(text)).toBe(false))

  test.each([
    'tienda.example',
    'https://tienda.example',
    'http://a.b.es:8080/c?d=e&f#g',
    'HTTPS://Tienda.Example/ñ',
    'a.es?x=1',
    'a.es:65535',
  ])('%s is a URL', (text) => {
    expect(isUrl(text)).toBe(true)
  })
  test.each([
    ...'tienda javascript:alert(1) ftp://a.es https:// https://user:pw@a.es https://user@a.es a.es:99999 a.es:65536 a.es:'.split(' '),
    ...'https://a..es https://a.es/<b> //a.es https:/a.es 127.0.0.1 https://tienda'.split(' '),
    '',
    'https:// a.es',
    'https://a.es/b c',
    'a.es ',
    `a.es/${'b'.repeat(2048)}`,
  ])('«%s» is none', (text) => expect(isUrl(text)).toBe(false))

  test.each(['#334BFF', '#000000', '#abcdef'])('%s is a colour', (text) => expect(isHexColour(text)).toBe(true))
  test.each(['334BFF', '#334BF', '#334BFFF', '#33GBFF', '#fff', '', '#334BFF\n'])('«%s» is none', (text) =>
    expect(isHexColour(text)).toBe(false),
  )

  test('limits of length are inclusive', () => {
    const path = 'a.es/'
    expect(isUrl(path.padEnd(2048, 'b'))).toBe(true)
    expect(isUrl(path.padEnd(2049, 'b'))).toBe(false)
    const host = (length: number) => `${'a.'.repeat((length - 3) / 2)}com`
    expect([isUrl(host(253)), isUrl(host(255))]).toEqual([true, false])
    expect([isEmail(`a@${host(251)}`), isEmail(`ab@${host(251)}`), isEmail(`abc@${host(251)}`)]).toEqual([true, true, false])
  })

  test('hostile texts come to an end, and are refused', () => {
    const nasty = [
      'a'.repeat(100_000),
      `${'a.'.repeat(50_000)}@`,
      `a@${'a.'.repeat(100)}`,
      `https://${'a-'.repeat(1_000)}`,
      '1.'.repeat(50_000),
    ]
    // With backtracking they would take longer than a test may.
    for (const text of nasty) expect([isEmail, isNif, isCif, isPostcode].map((check) => check(text))).toEqual([false, false, false, false])
    expect(nasty.map(isUrl)).toEqual([false, false, false, false, false])
  })
})

test.each([
  ['', false],
  ['  \t\n', false],
  [' a ', true],
  [[], false],
  [[0], true],
  [{}, false],
  [Object.create(null), false],
  [{ a: undefined }, true],
  [null, false],
  [undefined, false],
  [Number.NaN, false],
  [0, true],
  [false, true],
  [new Date(0), true],
])('isNonEmpty(%o) is %s', (value, expected) => expect(isNonEmpty(value)).toBe(expected))

test('masks show just enough to recognise', () => {
  expect(maskDocument('12345674567Z')).toBe('***4567Z')
  expect(maskDocument('12345678Z')).toBe('***5678Z')
  expect(maskDocument('AB1234')).toBe('***34')
  expect(maskDocument('AB12')).toBe('***')
  expect(maskDocument('')).toBe('')
  expect(maskPhone('612345214')).toBe('6•• ••• 214')
  expect(maskPhone('+34 612 345 214')).toBe('6•• ••• 214')
  expect(maskPhone('+351912345678')).toBe('••• 678')
  expect(maskPhone('123')).toBe('•••')
})

test('masks an address but for its first letter and its host', () => {
  expect([maskEmail('ana@correo.es'), maskEmail('ñu@x.es'), maskEmail('x')]).toEqual(['a•••@correo.es', 'ñ•••@x.es', '•••'])
})

describe('what is pasted', () => {
  const invisible = [
    '\u200b',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202c',
    '\u2060',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\u00ad',
    '\u200d',
    '\u061c',
    '\ufe0f',
    '\u0000',
    '\t',
    '\n',
  ]
  const blanks = [' ', '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000', '\u2003']
  const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const shapesOf = (grouped: string) => [
    ...invisible.map((mark) => mark + grouped + mark),
    ...invisible.map((mark) => grouped.replaceAll(' ', ` ${mark}`)),
    ...blanks.map((blank) => grouped.replaceAll(' ', blank)),
    ...['-', '\u2010', '\u2011', '\u2013', '\u2212', '.', '/'].map((dash) => grouped.replaceAll(' ', dash)),
    fullWidth(grouped),
    `'${grouped}`,
  ]

  test.each(['612 345 678', '+34 612 345 678', '0034 612 345 678', '34 612 345 678', '(+34) 612 345 678', 'tel:+34 612 345 678'])(
    'phone %s',
    (typed) => {
      for (const shape of shapesOf(typed).filter((one) => !typed.startsWith('tel:') || !one.startsWith("'")))
        expect(compactPhone(shape)).toBe('612345678')
    },
  )
  test('document, code and postcode', () => {
    for (const shape of shapesOf('12 345 678 z')) expect(compactDocument(shape)).toBe('12345678Z')
    for (const shape of shapesOf('123 456').filter((one) => !one.startsWith("'"))) expect(compactCode(shape)).toBe('123456')
    for (const blank of blanks) expect(compactPostcode(`\ufeff28${blank}001`)).toBe('28001')
    for (const dash of ['-', '\u2010', '\u2013', '\u2212', '\uff0d']) expect(compactPostcode(`1000${dash}001\u200e`)).toBe('1000-001')
    expect(compactPostcode('SW1A 1AA')).toBe('SW1A 1AA')
  })
  test('what is no number stays none', () => {
    expect(['+33 612 345 678', '61234567', '6123456789', 'llamar', ''].map(compactPhone).map(isPhone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
