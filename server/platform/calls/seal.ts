import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Closes words so that whoever reads the database cannot read them. */
export type Seal = { close(words: string): string; open(sealed: string): string }

const cipher = 'aes-256-gcm'
const [nonceBytes, markBytes] = [12, 16]

/**
 * A seal under two secrets that the database does not hold: ours and the caller's idempotency key, of which only a hash is kept.
 * `open` throws when either is another, or when a bit was changed.
 */
export function sealOf(ourSecret: string, theirKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', ourSecret, theirKey, 'answers shown once', 32))
  return {
    close(words) {
      const nonce = randomBytes(nonceBytes)
      const closing = createCipheriv(cipher, key, nonce)
      const closed = Buffer.concat([closing.update(words, 'utf8'), closing.final()])
      return Buffer.concat([nonce, closing.getAuthTag(), closed]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
      opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + markBytes))
      return Buffer.concat([opening.update(bytes.subarray(nonceBytes + markBytes)), opening.final()]).toString('utf8')
    },
  }
}
