import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { md5 } from './md5.ts'

it('matches RFC 1321 for any text, including lengths around a block boundary', () => {
  expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(md5('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
  const expectedDigest = (text: string) => createHash('md5').update(text).digest('hex')
  for (let length = 50; length < 140; length += 1) expect(md5('ñ'.repeat(length))).toBe(expectedDigest('ñ'.repeat(length)))
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => md5(text) === expectedDigest(text)))
})
