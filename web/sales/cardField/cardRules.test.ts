import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandOf, cardProblems, groupNumber, isLuhn, maskExpiry, simulatedToken } from './cardRules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const good = { number: '4111 1111 1111 1111', expiry: '11/26', code: '123' }

describe('card validation', () => {
  it('accepts a card until the end of its expiry month and reports the problem of each field', () => {
    expect(cardProblems(good, now)).toEqual({})
    expect(cardProblems({ number: '4111 1111 1111 1112', expiry: '10/26', code: '12' }, now)).toEqual({
      number: 'wrongNumber',
      expiry: 'expired',
      code: 'wrongCode',
    })
    expect(cardProblems({ ...good, expiry: '13/30' }, now)).toEqual({ expiry: 'wrongExpiry' })
    expect(cardProblems({ ...good, number: '3782 822463 10005' }, now)).toEqual({ code: 'wrongCode' })
    expect(cardProblems({ ...good, number: '3782 822463 10005', code: '1234' }, now)).toEqual({})
  })

  it('detects any single wrong digit by the Luhn checksum', () => {
    fc.assert(
      fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const figures = [...'4012888888881881']
        figures[at] = String((Number(figures[at]) + by) % 10)
        return !isLuhn(figures.join(''))
      }),
    )
    expect(isLuhn('4012888888881881')).toBe(true)
  })

  it.each([
    ['929', '09/29'],
    ['0929', '09/29'],
    ['9/29', '09/29'],
    ['12/30', '12/30'],
    ['12', '12'],
    ['1', '1'],
    ['11 / 2031', '11/20'],
  ])('formats the expiry %s as %s', (typed, shown) => {
    expect(maskExpiry(typed)).toBe(shown)
  })

  it('groups digits by four and detects the brand', () => {
    expect(groupNumber('41111111111')).toBe('4111 1111 111')
    expect(['4111', '5555', '2221', '3782', '6011'].map(brandOf)).toEqual(['visa', 'mastercard', 'mastercard', 'amex', 'card'])
  })

  it('builds a token for the simulated provider that does not contain the card number', () => {
    expect(simulatedToken(good.number, 'abcd1234')).toBe('sim_accepted_visa_1111_abcd1234')
    expect(simulatedToken('4012 8888 8888 1881', 'abcd1234')).toBe('sim_declined_visa_1881_abcd1234')
    expect(simulatedToken('4000 0027 6000 3184', 'abcd1234')).toBe('sim_authenticate_visa_3184_abcd1234')
    expect(simulatedToken(good.number, 'abcd1234')).not.toContain('4111')
  })
})
