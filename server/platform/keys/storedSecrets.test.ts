import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyFrom } from '#domain/merchants/apiKey'
import { authenticatorCipher, endpointCipher, keyCipher, type RowCipher, webhookCipher } from './storedSecrets.ts'

const secret = 'a secret that stands in no database'
const token = keyFrom(
  'private',
  'live',
  new Uint8Array(64).map((_, at) => at * 3),
)
const bytesOf = (stored: Buffer | string) => (typeof stored === 'string' ? Buffer.from(stored, 'base64') : stored)

/** Decrypts bytes in the form in which the cipher stores them. */
const decryptBytes = <Stored extends Buffer | string>(cipher: RowCipher<Stored>, like: Stored, id: string, bytes: Buffer) =>
  cipher.decrypt(secret, id, (typeof like === 'string' ? bytes.toString('base64') : bytes) as Stored) // of the same kind as `like`

test.each<[string, RowCipher<Buffer> | RowCipher<string>]>([
  ['private keys of shops', keyCipher],
  ['secrets of webhooks', webhookCipher],
  ["secrets of the provider's events", endpointCipher],
  ['secrets of authenticator apps', authenticatorCipher],
])('%s are decrypted for their row with their secret, and with nothing else', (_, definition) => {
  const cipher = definition as RowCipher<Buffer | string> // each is given what it made
  const id = randomUUID()
  const stored = cipher.encrypt(secret, id, token)
  expect(cipher.decrypt(secret, id, stored)).toBe(token)
  expect(bytesOf(stored).includes(token)).toBe(false)
  expect(bytesOf(cipher.encrypt(secret, id, token)).equals(bytesOf(stored))).toBe(false)
  expect(cipher.decrypt(secret, randomUUID(), stored)).toBeUndefined()
  expect(cipher.decrypt(`${secret}.`, id, stored)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(bytesOf(stored).length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytesOf(stored))
      changed[at] = (changed[at] ?? 0) ^ change
      return decryptBytes(cipher, stored, id, changed) === undefined
    }),
  )
  expect(decryptBytes(cipher, stored, id, Buffer.alloc(0))).toBeUndefined()
})

test('bytes of any value survive', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  const plain = bytes.toString('latin1')
  expect(authenticatorCipher.decrypt(secret, 'row', authenticatorCipher.encrypt(secret, 'row', plain))).toBe(plain)
})

test('what version 0.3.0 encrypted is decrypted', () => {
  const id = '0f3e7b1a-0000-7000-8000-00000000c0de'
  const read = <Stored extends Buffer | string>(cipher: RowCipher<Stored>, stored: Stored) => cipher.decrypt(secret, id, stored)
  const bytes = (text: string) => Buffer.from(text, 'base64')
  expect(read(keyCipher, bytes('ytYwcEd4rHzHATdCvxoXfFOBdpcIGc49N5VMJaTdaQ0/lFp0mRiHGVw='))).toBe('a private key')
  expect(read(webhookCipher, 'ygV9+3CAp/R/4Fph9Z2cDDCqnu6fXHZxupNk2VlIRu4MbaGxPg/vx7uLyg==')).toBe('whsec_of a shop')
  expect(read(endpointCipher, 'AZCTngrHLKaLi4gPStNl3kyXbSqVbrYCdKx8KdBBncAG/o9OpBMbcdmcpGGbQk9kmA==')).toBe('whsec_of the provider')
  expect(read(authenticatorCipher, bytes('c2qCX9Cfm9kLw/lXSCJMM3gxDfJL6gZHfht9iQ1XIA=='))).toBe('\0\u00ff\u0010')
})
