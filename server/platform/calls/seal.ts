import { decrypt, encrypt, encryptionKey } from '../keys/encryption.ts'

/** Encrypts text, so that read access to the database does not reveal it. */
export type Seal = { close(text: string): string; open(sealed: string): string }

const [nonceBytes, tagBytes] = [12, 16]

/**
 * Encrypts under a key derived from two secrets that are not in the database: ours and the caller's idempotency key, stored only as a hash.
 * `open` throws when either differs, or when the text was changed. Stored in base64: nonce, tag, ciphertext.
 */
export function sealOf(ourSecret: string, theirKey: string): Seal {
  const key = encryptionKey(ourSecret, 'answers shown once', theirKey)
  return {
    close(text) {
      const bytes = encrypt(key, Buffer.from(text), '')
      return Buffer.concat([bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes), bytes.subarray(nonceBytes, -tagBytes)]).toString(
        'base64',
      )
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
      const text = decrypt(key, Buffer.concat([nonce, rest.subarray(tagBytes), rest.subarray(0, tagBytes)]), '')
      if (text === undefined) throw new Error('sealed text: another key, or it was changed')
      return text.toString('utf8')
    },
  }
}
