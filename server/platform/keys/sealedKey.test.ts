import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyFrom } from '#domain/merchants/apiKey'
import { openKey, sealKey } from './sealedKeys.ts'

const secret = 'a secret that stands in no database'
const token = keyFrom(
  'private',
  'live',
  new Uint8Array(64).map((_, at) => at * 3),
)

test('a sealed key is decrypted with the same secret for the same key', () => {
  const id = randomUUID()
  const sealed = sealKey(secret, id, token)
  expect(openKey(secret, id, sealed)).toBe(token)
  expect(sealed.includes(token)).toBe(false)
  expect(sealKey(secret, id, token).equals(sealed)).toBe(false)
})

test('it is not decrypted for another key, with another secret, or with a changed bit', () => {
  const id = randomUUID()
  const sealed = sealKey(secret, id, token)
  expect(openKey(secret, randomUUID(), sealed)).toBeUndefined()
  expect(openKey(`${secret}.`, id, sealed)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ change
      return openKey(secret, id, changed) === undefined
    }),
  )
  expect(openKey(secret, id, Buffer.alloc(0))).toBeUndefined()
})
