import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { MIN_AUDIENCE_SIZE, audienceGap, audienceKeptUntil } from './audience.ts'
import { identifierProblem, memberText, normaliseIdentifier } from './audienceIdentifier.ts'
import { isNif, isPhone } from '../../platform/identifiers.ts'

describe('an identifier', () => {
  test.each([
    ['email', ' Ana.Mora@Correo.ES ', 'ana.mora@correo.es'],
    ['email', 'mailto:ana@mora.es', 'ana@mora.es'],
    ['email', '\ufeffana@mora.es', 'ana@mora.es'],
    ['email', "'ana@mora.es", 'ana@mora.es'],
    ['email', 'ana@mora', null],
    ['email', 'ana mora@correo.es', null],
    ['phone', '+34 612 34 56 78', '612345678'],
    ['phone', '0034612345678', '612345678'],
    ['phone', '34612345678', '612345678'],
    ['phone', "'+34 612-345-678", '612345678'],
    ['phone', '(91) 123.45.67', '911234567'],
    ['phone', '512345678', null],
    ['phone', '6,12345E+08', null],
    ['document', '12.345.678-z', '12345678Z'],
    ['document', '345678-X', null],
    ['document', ' x1234567l ', 'X1234567L'],
    ['document', 'a28015865', 'A28015865'],
    ['document', '12345678A', null],
  ] as const)('%s %j is %j', (type, text, wanted) => expect(normaliseIdentifier(type, text)).toBe(wanted))

  it('restores the leading zeros that a spreadsheet removed from a document', () => {
    const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 9_999_999 }), (number) => {
        const whole = `${String(number).padStart(8, '0')}${letters[number % 23]}`
        expect(isNif(whole)).toBe(true)
        expect(normaliseIdentifier('document', `${number}${letters[number % 23]}`)).toBe(whole)
      }),
    )
  })

  it('in normalised form is stable, however it was written', () => {
    const mobile = fc.integer({ min: 600_000_000, max: 799_999_999 }).map(String)
    const dressed = fc.tuple(mobile, fc.constantFrom('', '+34', '0034', '34', '+34 ', "'+34 "), fc.constantFrom('', ' ', '-', '.'))
    fc.assert(
      fc.property(dressed, ([digits, prefix, gap]) => {
        const text = prefix + (digits.match(/.{3}/g) ?? []).join(gap)
        expect(normaliseIdentifier('phone', text)).toBe(digits)
        expect(isPhone(digits)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = normaliseIdentifier('email', address.toUpperCase())
        if (once !== null) expect(normaliseIdentifier('email', once)).toBe(once)
      }),
    )
  })

  it('of one type never matches one of another', () => {
    const any = fc.constantFrom('email' as const, 'phone' as const, 'document' as const)
    fc.assert(
      fc.property(any, any, fc.string(), fc.string(), (one, other, a, b) => {
        if (memberText(one, a) === memberText(other, b)) expect([one, a]).toEqual([other, b])
      }),
    )
  })

  test.each([
    ['', 'empty'],
    [' \t', 'empty'],
    ["'", 'empty'],
    ['6,12345E+08', 'sheet'],
    ['6.1E8', 'sheet'],
    ['no tiene', 'format'],
  ])('that is invalid has a reason: %j is %s', (text, problem) => expect(identifierProblem(text)).toBe(problem))
})

describe('an audience', () => {
  test.each([
    [null, 'unknown'],
    [{ state: 'erased', size: 500 }, 'unknown'],
    [{ state: 'processing', size: 500 }, 'not_ready'],
    [{ state: 'failed', size: 500 }, 'not_ready'],
    [{ state: 'ready', size: MIN_AUDIENCE_SIZE - 1 }, 'too_small'],
    [{ state: 'ready', size: MIN_AUDIENCE_SIZE }, null],
  ] as const)('%j can limit a campaign unless %s', (audience, gap) => expect(audienceGap(audience)).toBe(gap))

  const filled = new Date('2026-01-31T12:00:00Z')
  const at = (text: string) => ({ endsAt: new Date(text) })
  test.each([
    ['nobody', [], '2027-01-30T23:00:00.000Z'],
    ['an earlier campaign', [at('2025-06-01T00:00:00Z')], '2027-01-30T23:00:00.000Z'],
    ['later ones', [at('2026-07-01T10:00:00Z'), at('2026-03-01T00:00:00Z')], '2027-06-30T22:00:00.000Z'],
    ['a campaign without end', [at('2026-07-01T10:00:00Z'), { endsAt: null }], null],
  ])('used by %s is kept for twelve months from then', (_, uses, until) =>
    expect(audienceKeptUntil(filled, uses)?.toISOString() ?? null).toBe(until),
  )
})
