import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyOf = (sessionSecret: string) => Buffer.from(hkdfSync('sha256', sessionSecret, '', 'second factor', 32))

/**
 * A person's secret as it rests: AES-256-GCM under a key that follows from SESSION_SECRET and is not in the database, bound to the person, so that a
 * row copied to somebody else opens nothing. A new SESSION_SECRET lets applications be set up again.
 */
export function sealSecret(sessionSecret: string, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, keyOf(sessionSecret), nonce).setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** The secret, or undefined when it was sealed with another key, for somebody else, or changed since. */
export function openSecret(sessionSecret: string, userId: string, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(algorithm, keyOf(sessionSecret), sealed.subarray(0, 12)).setAAD(Buffer.from(userId))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return undefined
  }
}
