import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts text, so that read access to the database does not reveal it. */
export type Seal = { close(text: string): string; open(sealed: string): string }

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * AES-256-GCM under a key derived from two secrets that are not in the database: ours and the caller's idempotency key, stored only as a hash.
 * `open` throws when either differs, or when the text was changed.
 */
export function sealOf(ourSecret: string, theirKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', ourSecret, theirKey, 'answers shown once', 32))
  return {
    close(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
