import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base32, codeOf, groupedByFour, keyUri, stepBytes, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const hmac = (step: number) => createHmac('sha1', secret).update(stepBytes(step)).digest()

describe('a one-time code', () => {
  it('is that of RFC 4226, Appendix D', () => {
    const published = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    expect(published.map((_, count) => codeOf(hmac(count)))).toEqual(published)
    expect(hmac(0).toString('hex')).toBe('cc93cf18508d94934c64b65d8ba7667fb7cde4b0')
  })

  // The RFC has eight digits, of which the last six are used here.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i s is that of RFC 6238, Appendix B', (seconds, published) => {
    expect(codeOf(hmac(stepOf(new Date(seconds * 1000))))).toBe(published.slice(-6))
  })

  it('has six digits, for any HMAC', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        expect(codeOf(bytes)).toMatch(/^\d{6}$/)
      }),
    )
  })
})

describe('a secret in Base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('"%s" is %s (RFC 4648 §10)', (text, letters) => expect(base32(Buffer.from(text))).toBe(letters))

  it('is encoded without loss', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const bits = [...base32(bytes)].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
        expect(bits.slice(0, bytes.length * 8)).toBe([...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(''))
      }),
    )
  })

  it('is shown in groups of four and in the URI of a QR code', () => {
    expect(groupedByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
    expect(keyUri({ issuer: 'Mi marca', account: 'ana@tienda.es', secret: 'ABC' })).toBe(
      'otpauth://totp/Mi%20marca:ana%40tienda.es?secret=ABC&issuer=Mi%20marca&algorithm=SHA1&digits=6&period=30',
    )
  })
})
